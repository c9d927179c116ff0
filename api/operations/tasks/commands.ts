/** All commands for operators, and the choice of one. */
import { closestString } from "../../config/closest-string.ts";
import { acceptLoss } from "./admin/accept-loss.ts";
import { accounts } from "./admin/accounts.ts";
import { backup } from "./admin/backup/backup.ts";
import { decisions } from "./admin/decisions.ts";
import { doctor } from "./admin/doctor.ts";
import { importAlumni } from "./admin/import.ts";
import { invitations, invite } from "./admin/invitations.ts";
import { lists } from "./admin/lists.ts";
import { mail } from "./admin/mail.ts";
import { maintenance } from "./admin/maintenance.ts";
import { people } from "./admin/people.ts";
import { receive } from "./admin/receive.ts";
import { restore } from "./admin/restore/restore.ts";
import { seed } from "./admin/seed.ts";
import { settings } from "./admin/settings.ts";
import { staff } from "./admin/staff.ts";
import { head } from "./admin/verify/head.ts";
import { verify } from "./admin/verify/verify.ts";
import type { Command } from "./command.ts";
import { runTask, TaskError } from "./task.ts";

const aliases: Readonly<Record<string, string>> = { "--version": "version", approve: "accept" };

export const commands: Readonly<Record<string, Command>> = {
  doctor,
  verify,
  head,
  mail,
  receive,
  seed,
  import: importAlumni,
  invite,
  invitations,
  backup,
  restore,
  "accept-loss": acceptLoss,
  ...maintenance,
  people,
  ...staff,
  ...decisions,
  ...lists,
  settings,
  ...accounts,
};

export const main = () => runTask(() => runCommand(Deno.args));

export async function runCommand(given: readonly string[]): Promise<void> {
  const [first, ...args] = given;
  const name = commandNamed(first);
  if (name === undefined || ["help", "--help", "-h"].includes(name)) {
    const [about] = args.filter((arg) => !arg.startsWith("-"));
    if (about === undefined) return console.log(help());
    const asked = commands[commandNamed(about) ?? about];
    if (asked === undefined) throw new TaskError(unknown(about));
    return console.log(asked.help);
  }
  const command = commands[name];
  if (command === undefined) throw new TaskError(unknown(name));
  await command.run(args);
}

function commandNamed(given: string | undefined): string | undefined {
  return given !== undefined && Object.hasOwn(aliases, given) ? aliases[given] : given;
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = Object.entries(commands).map(([name, { summary }]) =>
    `  npm run admin -- ${name.padEnd(width)}${summary}`
  );
  return `Look after Alumni Connect.

${lines.join("\n")}

Add --help to a command for more about it, with examples: "npm run admin -- verify --help".
Commands use the service's configuration: the environment, and the file .env in this folder.
Use "npm run -s admin -- …" if the output goes to a file or a program: npm then adds no lines.
If a command can't do what you asked, it says why, and the exit code is 1.`;
}

function unknown(name: string): string {
  const meant = closestString(name, Object.keys(commands));
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `There is no command "${name}".${hint}\n\n${help()}`;
}
