/**
 * All commands for operators, and which one is asked for.
 *
 * @module
 */
import { closestString } from "../../config/closest-string.ts";
import { acceptLoss } from "./admin/accept-loss.ts";
import { backup } from "./admin/backup/backup.ts";
import {
  accept,
  closeAsking,
  confirmCadre,
  openAsking,
  refuse,
  unconfirmCadre,
} from "./admin/decide.ts";
import { changeEmail } from "./admin/change-email.ts";
import { deleteAccount } from "./admin/delete.ts";
import { doctor } from "./admin/doctor.ts";
import { endSessions } from "./admin/end-sessions.ts";
import { exportPerson } from "./admin/export.ts";
import { firstStaff, grantCadre, revokeCadre } from "./admin/grant-cadre.ts";
import { head } from "./admin/verify/head.ts";
import { importAlumni } from "./admin/import.ts";
import { settings } from "./admin/settings.ts";
import { history } from "./admin/history.ts";
import { reports } from "./admin/reports.ts";
import { invite } from "./admin/invite.ts";
import { invitations } from "./admin/invitations.ts";
import { mail } from "./admin/mail.ts";
import { people } from "./admin/people.ts";
import { setPasswordLink } from "./admin/set-password-link.ts";
import { surge } from "./admin/surge.ts";
import { rebuild } from "./admin/rebuild.ts";
import { reindex } from "./admin/reindex.ts";
import { restore } from "./admin/restore/restore.ts";
import { rotateKek } from "./admin/rotate-kek.ts";
import { seed } from "./admin/seed.ts";
import { suspend, unsuspend } from "./admin/suspend.ts";
import { sweep } from "./admin/sweep.ts";
import { verify } from "./admin/verify/verify.ts";
import { version } from "./admin/version.ts";
import type { Command } from "./command.ts";
import { runTask, TaskError } from "./task.ts";

/** Other names of commands. */
const aliases: Readonly<Record<string, string>> = { "--version": "version", approve: "accept" };

export const commands: Readonly<Record<string, Command>> = {
  doctor,
  verify,
  head,
  "rotate-kek": rotateKek,
  mail,
  rebuild,
  reindex,
  seed,
  import: importAlumni,
  invite,
  invitations,
  backup,
  restore,
  "accept-loss": acceptLoss,
  sweep,
  "first-staff": firstStaff,
  "grant-cadre": grantCadre,
  "revoke-cadre": revokeCadre,
  people,
  surge,
  accept,
  refuse,
  "confirm-cadre": confirmCadre,
  "unconfirm-cadre": unconfirmCadre,
  "close-asking": closeAsking,
  "open-asking": openAsking,
  reports,
  history,
  settings,
  suspend,
  unsuspend,
  "end-sessions": endSessions,
  "change-email": changeEmail,
  "set-password-link": setPasswordLink,
  export: exportPerson,
  delete: deleteAccount,
  version,
};

export const main = () => runTask(runCommand);

async function runCommand(): Promise<void> {
  const [first, ...args] = Deno.args;
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
