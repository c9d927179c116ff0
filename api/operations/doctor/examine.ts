import { checkBackups } from "./backups.ts";
import { checkClock } from "./clock.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkContinuous } from "./continuous.ts";
import { checkDatabases } from "./databases.ts";
import {
  type Check,
  type DoctorContext,
  type Finding,
  Findings,
  type OpenedCheck,
} from "./finding.ts";
import { checkFolders } from "./folders.ts";
import { checkMail } from "./mail.ts";
import { checkObjects } from "./objects.ts";
import { checkSearch } from "./search.ts";

const checks: Readonly<Record<string, Check>> = {
  configuration: checkConfiguration,
  folders: checkFolders,
  databases: ifOpened(checkDatabases),
  search: checkSearch,
  mail: checkMail,
  pictures: ifOpened(checkObjects),
  clock: checkClock,
  backups: checkBackups,
  "continuous backup": checkContinuous,
};

function ifOpened(check: OpenedCheck): Check {
  return async ({ opened, ...context }, found) =>
    opened && await check({ ...context, opened }, found);
}

/** All checks, in order. A check that fails is a finding, too. */
export async function examine(context: DoctorContext): Promise<Finding[]> {
  const all: Finding[] = [];
  for (const [part, check] of Object.entries(checks)) {
    const found = new Findings(part);
    await check(context, found).catch((error) => found.addError(error));
    all.push(...found.all);
  }
  return all;
}
