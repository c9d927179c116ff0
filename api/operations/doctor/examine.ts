import { EnvironmentError } from "../../config/environment-error.ts";
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
  kindOf,
  type OpenedCheck,
} from "./finding.ts";
import { checkFolders } from "./folders.ts";
import { checkMail } from "./mail.ts";
import { checkMailDns } from "./mail-dns.ts";
import { checkObjects } from "./objects.ts";
import { checkSearch } from "./search.ts";

const checks: Readonly<Record<string, Check>> = {
  configuration: checkConfiguration,
  folders: checkFolders,
  databases: ifOpened(checkDatabases),
  search: checkSearch,
  mail: checkMail,
  "mail DNS": checkMailDns,
  pictures: ifOpened(checkObjects),
  clock: checkClock,
  backups: checkBackups,
  "continuous backup": checkContinuous,
};

function ifOpened(check: OpenedCheck): Check {
  return async ({ opened, ...context }, say) => opened && await check({ ...context, opened }, say);
}

/** Looks at everything, or at some parts; what cannot be looked at is a finding, too. */
export async function examine(context: DoctorContext, parts = checks): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [part, check] of Object.entries(parts)) {
    const say = new Findings(part);
    await check(context, say).catch((error) => cannotLook(error, say));
    findings.push(...say.all);
  }
  return findings;
}

function cannotLook(error: unknown, say: Findings): void {
  if (!(error instanceof EnvironmentError)) {
    return say.fail(`couldn't be checked (${kindOf(error)})`, "the lines above may say why");
  }
  for (const problem of error.problems) {
    say.fail(problem, "correct it; .env.example describes each variable");
  }
}
