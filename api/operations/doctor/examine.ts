import { checkBackups, checkContinuous } from "./backups.ts";
import { checkClock } from "./clock.ts";
import { checkConfiguration } from "./configuration.ts";
import { checkDatabases } from "./databases.ts";
import { type Check, type DoctorContext, type Finding, Findings, kindOf } from "./finding.ts";
import { checkFolders } from "./folders.ts";
import { checkMail } from "./mail.ts";
import { checkMailDns } from "./mail-dns.ts";
import { checkObjects } from "./objects.ts";
import { checkSearch } from "./search.ts";

const checks: Readonly<Record<string, Check>> = {
  configuration: checkConfiguration,
  folders: checkFolders,
  databases: checkDatabases,
  search: checkSearch,
  mail: checkMail,
  "mail DNS": checkMailDns,
  pictures: checkObjects,
  clock: checkClock,
  backups: checkBackups,
  "continuous backup": checkContinuous,
};

/** Runs all checks, or some. A check that fails to run is a finding, too. */
export async function examine(context: DoctorContext, parts = checks): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [part, check] of Object.entries(parts)) {
    const say = new Findings(part);
    await check(context, say).catch((error) =>
      say.failBy(error, `couldn't be checked (${kindOf(error)})`, "the lines above may say why")
    );
    findings.push(...say.all);
  }
  return findings;
}
