import { EnvironmentError } from "../../config/environment-error.ts";
import { checkBackups } from "./backups.ts";
import { checkClock } from "./clock.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkContinuous } from "./continuous.ts";
import { checkDatabases } from "./databases.ts";
import { type Check, type DoctorContext, type Finding, kindOf } from "./finding.ts";
import { checkFolders } from "./folders.ts";
import { checkMail } from "./mail.ts";
import { checkObjects } from "./objects.ts";
import { checkSearch } from "./search.ts";

const checks: Readonly<Record<string, Check>> = {
  configuration: checkConfiguration,
  folders: checkFolders,
  databases: checkDatabases,
  search: checkSearch,
  mail: checkMail,
  pictures: checkObjects,
  clock: checkClock,
  backups: checkBackups,
  "continuous backup": checkContinuous,
};

/** Looks at everything; what cannot be looked at is a finding, too. */
export async function examine(context: DoctorContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [part, check] of Object.entries(checks)) {
    try {
      findings.push(...await check(context));
    } catch (error) {
      if (error instanceof EnvironmentError) {
        const todo = "correct it; .env.example describes each variable";
        findings.push(
          ...error.problems.map((what) => ({ level: "FAIL", part, what, todo }) as const),
        );
        continue;
      }
      const what = `couldn't be checked (${kindOf(error)})`;
      findings.push({ level: "FAIL", part, what, todo: "the lines above may say why" });
    }
  }
  return findings;
}
