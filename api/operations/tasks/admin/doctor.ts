import { DatabaseDamaged } from "../../../../events/database-errors.ts";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { damagedFiles } from "../../../node/damaged-files.ts";
import { NoInstallation } from "../../../node/stores.ts";
import { checkBackups, checkContinuous } from "../../doctor/backups.ts";
import { checkDatabases } from "../../doctor/databases.ts";
import { type Check, type Finding, Findings, kindOf, wrongVariable } from "../../doctor/finding.ts";
import { checkFolders } from "../../doctor/folders.ts";
import { checkMail } from "../../doctor/mail.ts";
import { checkObjects } from "../../doctor/objects.ts";
import { checkSearch } from "../../doctor/search.ts";
import { defineCommand } from "../command.ts";
import { now, openData, type Opened } from "../open-data.ts";
import { TaskError } from "../task.ts";

export const doctor = defineCommand({
  summary: "check everything the service needs, and say what to do",
  help: `Check variables, folders, databases, search, mail, pictures and backups.

  npm run admin -- doctor           one line for each, with what to do about it
  npm run admin -- doctor --json    the same for a program

FAIL means that something doesn't work; the exit code is then 1. WARN means that it works, and you
should change it. Run this as the service's user, with the service's configuration; the service can
keep running. It changes nothing, except that it stores a test object and deletes it again. It sends
no email. What staff can mend is on their page Program, Set up.
It prints no secrets and nothing about anyone.`,
  async run({ json }) {
    const findings = await examine();
    const words = findings.map(lineOf).join("\n");
    const failed = findings.filter(({ level }) => level === "FAIL").length;
    if (failed === 0) return { json: findings, words };
    if (!json) console.log(words);
    throw new TaskError(`${failed} of ${findings.length} lines say FAIL.`, 1, findings);
  },
});

const checks: Readonly<Record<string, Check>> = {
  folders: checkFolders,
  databases: checkDatabases,
  search: checkSearch,
  mail: checkMail,
  pictures: checkObjects,
  backups: checkBackups,
  "continuous backup": checkContinuous,
};

async function examine(): Promise<Finding[]> {
  const configuration = new Findings("configuration");
  const environment = await Promise.try(readEnvironment)
    .catch((error) => sayWhyNot(error, configuration));
  if (environment === undefined) return configuration.all;
  const databases = new Findings("databases");
  const opened = await openExisting(environment, databases);
  const findings = [...databases.all];
  for (const [part, check] of Object.entries(checks)) {
    const say = new Findings(part);
    await check({ environment, opened, now }, say).catch((error) =>
      say.failBy(error, `couldn't be checked (${kindOf(error)})`, "the lines above may say why")
    );
    findings.push(...say.all);
  }
  opened?.close();
  return findings;
}

async function openExisting(environment: Environment, say: Findings): Promise<Opened | undefined> {
  try {
    const opened = await openData({ mayLackKeys: true, mayMismatchLog: true });
    const damaged = await damagedFiles(environment, opened.databases);
    if (damaged.length === 0) return opened;
    // Reading such a file proves nothing, and may end this process.
    opened.close();
    for (const { what, todo, wrong } of damaged) say.fail(`${what} (${wrong})`, todo);
  } catch (error) {
    if (!(error instanceof NoInstallation)) return sayWhyNot(error, say);
    say.warn(
      `there is no log and no vault in DATA_DIR ${environment.dataDir}`,
      "name the folder of the service; if this is it, the first start creates them",
    );
  }
}

/** What prevents a start of the service; the error says what to do. */
function sayWhyNot(error: unknown, say: Findings): undefined {
  if (error instanceof DatabaseDamaged) return void say.fail(error.what, error.todo);
  const what = error instanceof Error ? error.message : "can't be opened";
  say.failBy(error, what, wrongVariable);
}

function lineOf({ level, part, what, todo }: Finding): string {
  const line = `${level.padEnd(5)} ${part.padEnd(13)} ${what}`;
  return todo === undefined ? line : `${line}\n${" ".repeat(20)}-> ${todo}`;
}
