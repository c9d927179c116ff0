import process from "node:process";
import { DatabaseDamaged } from "../../../../events/database-errors.ts";
import { damagedFiles } from "../../../node/damaged-files.ts";
import { sources } from "../../doctor/configuration.ts";
import { examine } from "../../doctor/examine.ts";
import { about, type Finding } from "../../doctor/finding.ts";
import { type Environment, readEnvironment } from "../../../config/env.ts";
import { readEnvFile } from "../../../config/env-file.ts";
import { EnvironmentError } from "../../../config/environment-error.ts";
import { NothingThere } from "../../../node/stores.ts";
import { variableNames } from "../../../config/variables.ts";
import { defineCommand } from "../command.ts";
import { openData, type Opened } from "../opened.ts";
import { printJson } from "../print.ts";
import { TaskError } from "../task.ts";

export const doctor = defineCommand({
  summary: "check everything the service needs, and say what to do",
  help: `Check configuration, folders, databases, search, mail, pictures, the clock and backups.

  npm run admin -- doctor           one line for each, with what to do about it
  npm run admin -- doctor --json    the same for a program

FAIL means that something doesn't work; the exit code is then 1. WARN means that it works, and you
should change it. Run this as the service's user, with the service's configuration; the service can
keep running. It sends no email and changes nothing, except that it stores a test object and deletes
it again. It prints no secrets and nothing about anyone.`,
  options: { json: { type: "boolean" } },
  async run({ json }) {
    const findings = await everything();
    if (!json) { for (const finding of findings) console.log(lineOf(finding)); }
    const failed = findings.filter(({ level }) => level === "FAIL").length;
    if (failed > 0) {
      throw new TaskError(`${failed} of ${findings.length} lines say FAIL.`, 1, findings);
    }
    if (json) printJson(findings);
  },
});

async function everything(): Promise<Finding[]> {
  const fromFile = readEnvFile();
  const first = sources(process.env, fromFile, variableNames);
  let environment: Environment;
  try {
    environment = readEnvironment();
  } catch (error) {
    return [first, ...failures("configuration", error)];
  }
  const { opened, findings } = await openWhatIsThere(environment);
  const examined = await examine({ environment, opened, now: () => new Date() });
  opened?.close();
  return [first, ...findings, ...examined];
}

/** Opens the data, unless that would make it. */
async function openWhatIsThere(
  environment: Environment,
): Promise<{ readonly opened: Opened | undefined; readonly findings: readonly Finding[] }> {
  try {
    const opened = await openData({ mayLackKeys: true, mayBeOther: true });
    const damaged = await damagedFiles(environment, opened.databases);
    if (damaged.length === 0) return { opened, findings: [] };
    // What is read from such a file says nothing, and may end this process.
    opened.close();
    const { fail } = about("databases");
    const findings = damaged.map(({ what, todo, wrong }) => fail(`${what} (${wrong})`, todo));
    return { opened: undefined, findings };
  } catch (error) {
    if (error instanceof NothingThere) {
      const what = `there is no log and no vault in DATA_DIR ${environment.dataDir}`;
      const todo = "name the folder of the service; if this is it, the first start creates them";
      return { opened: undefined, findings: [about("databases").warn(what, todo)] };
    }
    return { opened: undefined, findings: failures("databases", error) };
  }
}

/** What keeps the service from starting; its own words say what to do. */
function failures(part: string, error: unknown): Finding[] {
  const { fail } = about(part);
  const todo = "correct it; .env.example describes each variable";
  if (error instanceof EnvironmentError) {
    return error.problems.map((problem) => fail(problem, todo));
  }
  if (error instanceof DatabaseDamaged) return [fail(error.what, error.todo)];
  return [fail(error instanceof Error ? error.message : "can't be opened", todo)];
}

function lineOf({ level, part, what, todo }: Finding): string {
  const line = `${level.padEnd(5)} ${part.padEnd(13)} ${what}`;
  return todo === undefined ? line : `${line}\n${" ".repeat(20)}-> ${todo}`;
}
