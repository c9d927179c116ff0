import { access, constants, stat } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { arePicturesMissing, readLastBackup } from "../../node/last-backup.ts";
import type { Check, Findings } from "./finding.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** How old the last backups are, and whether erasures are noted apart from the databases. */
export const checkBackups: Check = async ({ environment, now }, say) => {
  const { dataDir, erasureLedger } = environment;
  const last = await readLastBackup(dataDir);
  for (const [kind, option] of [["log", "--out"], ["vault", "--vault-out"]] as const) {
    const todo = `run "npm run admin -- backup" every night, with ${option}`;
    const at = last[kind];
    if (at === undefined) {
      say.warn(`no backup of the ${kind} is known to this data folder`, todo);
      continue;
    }
    const days = Math.floor((now().getTime() - Date.parse(at)) / dayMs);
    const told = `the ${kind} was last backed up at ${at}`;
    if (days < 0) {
      say.warn(
        `${told}, which is in the future: this clock is slow, or it was fast then`,
        "sync the clock with a time server (NTP), and check which backups have future dates",
      );
    } else if (days >= 2) say.warn(`${told}, ${days} days ago`, todo);
    else say.ok(told);
  }
  if (arePicturesMissing(last)) {
    const since = last.pictures === undefined ? "ever" : `since ${last.pictures}`;
    say.warn(
      `the log's last backup lacks pictures that were added ${since}: their storage was unreachable`,
      "run the backup again when the storage is back",
    );
  }
  await checkLedger(dataDir, erasureLedger, say);
};

async function checkLedger(dataDir: string, path: string | undefined, say: Findings) {
  if (path === undefined) {
    return say.warn(
      "ERASURE_LEDGER is not set: the record of deleted accounts is next to DATA_DIR and is lost if that disk is lost",
      "set it to a file on the disk that holds the backups",
    );
  }
  if (!relative(resolve(dataDir), resolve(path)).startsWith("..")) {
    return say.warn("ERASURE_LEDGER is in DATA_DIR, and is lost with it", "name a file elsewhere");
  }
  const target = await stat(path).then(() => path, () => dirname(path));
  const isWritable = await access(target, constants.W_OK).then(() => true, () => false);
  if (isWritable) say.ok("deleted accounts are recorded in ERASURE_LEDGER");
  else say.fail("ERASURE_LEDGER can't be written", `let the service's user write to ${target}`);
}
