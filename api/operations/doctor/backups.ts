import { access, constants, stat } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { arePicturesMissing, readLastBackup } from "../../node/last-backup.ts";
import type { Check, Findings } from "./finding.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How old the last backups are, and whether erasures are noted apart from the databases. */
export const checkBackups: Check = async ({ environment, now }, found) => {
  const { dataDir, erasureLedger } = environment;
  const last = await readLastBackup(dataDir);
  for (const [kind, option] of [["log", "--out"], ["vault", "--vault-out"]] as const) {
    const at = last[kind];
    if (at === undefined) {
      found.add("no-backup", { kind, option });
      continue;
    }
    const days = Math.floor((now().getTime() - Date.parse(at)) / dayMs);
    const name = days < 0 ? "backup-in-future" : days >= 2 ? "backup-old" : "backup";
    found.add(name, { kind, option, at, days });
  }
  if (arePicturesMissing(last)) {
    const since = last.pictures === undefined ? "ever" : `since ${last.pictures}`;
    found.add("backup-lacks-pictures", { since });
  }
  await checkLedger(dataDir, erasureLedger, found);
};

async function checkLedger(dataDir: string, path: string | undefined, found: Findings) {
  if (path === undefined) return found.add("no-ledger");
  if (isWithin(dataDir, path)) return found.add("ledger-in-data-dir");
  const target = await stat(path).then(() => path, () => dirname(path));
  const isWritable = await access(target, constants.W_OK).then(() => true, () => false);
  found.add(isWritable ? "ledger" : "ledger-not-writable", { target });
}

/** Whether a path is in a folder, or is that folder. */
export function isWithin(folder: string, path: string): boolean {
  return !relative(resolve(folder), resolve(path)).startsWith("..");
}
