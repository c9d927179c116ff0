import { closestString } from "../../config/closest-string.ts";
import { refuseBrokenPackages } from "../packages.ts";
import type { Command } from "./command.ts";
import { runTask, TaskError } from "./task.ts";

const aliases: Readonly<Record<string, string>> = { "--version": "version", approve: "accept" };

const maintenance = async () => (await import("./admin/maintenance.ts")).maintenance;
const staff = async () => (await import("./admin/staff.ts")).staff;
const decisions = async () => (await import("./admin/decisions.ts")).decisions;
const lists = async () => (await import("./admin/lists.ts")).lists;
const accounts = async () => (await import("./admin/accounts.ts")).accounts;

/** Loads a command. All of them take half a second, which a mail server would wait for with every email. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => (await import("./admin/doctor.ts")).doctor,
  verify: async () => (await import("./admin/verify.ts")).verify,
  mail: async () => (await import("./admin/mail.ts")).mail,
  receive: async () => (await import("./admin/receive.ts")).receive,
  seed: async () => (await import("./admin/seed.ts")).seed,
  import: async () => (await import("./admin/import.ts")).importAlumni,
  invite: async () => (await import("./admin/invitations.ts")).invite,
  invitations: async () => (await import("./admin/invitations.ts")).invitations,
  backup: async () => (await import("./admin/backup/backup.ts")).backup,
  restore: async () => (await import("./admin/restore/restore.ts")).restore,
  "accept-loss": async () => (await import("./admin/accept-loss.ts")).acceptLoss,
  rebuild: async () => (await maintenance()).rebuild,
  reindex: async () => (await maintenance()).reindex,
  "rotate-kek": async () => (await maintenance())["rotate-kek"],
  sweep: async () => (await maintenance()).sweep,
  version: async () => (await maintenance()).version,
  people: async () => (await import("./admin/people.ts")).people,
  "first-staff": async () => (await staff())["first-staff"],
  "grant-cadre": async () => (await staff())["grant-cadre"],
  "revoke-cadre": async () => (await staff())["revoke-cadre"],
  "confirm-cadre": async () => (await staff())["confirm-cadre"],
  "unconfirm-cadre": async () => (await staff())["unconfirm-cadre"],
  accept: async () => (await decisions()).accept,
  refuse: async () => (await decisions()).refuse,
  "close-asking": async () => (await decisions())["close-asking"],
  "open-asking": async () => (await decisions())["open-asking"],
  suspend: async () => (await decisions()).suspend,
  unsuspend: async () => (await decisions()).unsuspend,
  "record-death": async () => (await decisions())["record-death"],
  "undo-death": async () => (await decisions())["undo-death"],
  surge: async () => (await lists()).surge,
  reports: async () => (await lists()).reports,
  history: async () => (await lists()).history,
  settings: async () => (await import("./admin/settings.ts")).settings,
  "end-sessions": async () => (await accounts())["end-sessions"],
  "change-email": async () => (await accounts())["change-email"],
  "set-password-link": async () => (await accounts())["set-password-link"],
  export: async () => (await accounts()).export,
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
      await refuseBrokenPackages(Deno.args.includes("--json"));
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
