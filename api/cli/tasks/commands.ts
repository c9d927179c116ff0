import { closestString } from "../../config/closest-string.ts";
import { refuseBrokenPackages } from "../packages.ts";
import type { Command } from "./command.ts";
import { runTask, TaskError } from "./task.ts";

const aliases: Readonly<Record<string, string>> = { "--version": "version" };

const maintenance = async () => (await import("./admin/maintenance.ts")).maintenance;
const accounts = async () => (await import("./admin/accounts.ts")).accounts;

/** Loads a command: all of them together take half a second. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => (await import("./admin/doctor.ts")).doctor,
  verify: async () => (await import("./admin/verify.ts")).verify,
  seed: async () => (await import("./admin/seed.ts")).seed,
  restore: async () => (await import("./admin/restore.ts")).restore,
  backup: async () => (await import("./admin/backup.ts")).backup,
  "check-backup": async () => (await import("./admin/check-backup.ts")).checkBackup,
  rebuild: async () => (await maintenance()).rebuild,
  reindex: async () => (await maintenance()).reindex,
  "change-secret": async () => (await import("./admin/change-secret.ts")).changeSecret,
  sweep: async () => (await maintenance()).sweep,
  version: async () => (await maintenance()).version,
  "first-staff": async () => (await import("./admin/first-staff.ts")).firstStaff,
  "set-password-link": async () => (await accounts())["set-password-link"],
  export: async () => (await accounts()).export,
  held: async () => (await import("./admin/held.ts")).held,
  delete: async () => (await accounts()).delete,
};

export const main = () => runTask(() => runCommand(Deno.args));

export async function runCommand(given: readonly string[]): Promise<void> {
  const [name = "help", ...args] = given;
  if (!["help", "--help", "-h"].includes(name)) return await (await load(name)).run(args);
  const [about] = args.filter((arg) => !arg.startsWith("-"));
  console.log(about === undefined ? await help() : (await load(about)).help);
}

/** @throws {TaskError} If there is no such command. */
async function load(given: string): Promise<Command> {
  const name = aliases[given] ?? given;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) {
    return await command().catch(async (error) => {
      await refuseBrokenPackages();
      throw error;
    });
  }
  const meant = closestString(given, Object.keys(commands));
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  throw new TaskError(`There is no command "${given}".${hint}\n\n${await help()}`);
}

async function help(): Promise<string> {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, command]) =>
      `  npm run admin -- ${name.padEnd(width)}${(await command()).summary}`
    ),
  );
  return `Look after Alumni Connect.

${lines.join("\n")}

Add --help to a command for more about it, with examples: "npm run admin -- verify --help".
Commands use the service's configuration: the environment, and the file .env in this folder.
Use "npm run -s admin -- …" if the output goes to a file or a program: npm then adds no lines.
If a command can't do what you asked, it says why, and the exit code is 1.`;
}
