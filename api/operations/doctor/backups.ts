import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lastPlace } from "../../../events/log/segment.ts";
import { lastChange } from "../../../events/vault/copy-vault.ts";
import { isWithin } from "../../config/continuous-backup.ts";
import { arePicturesMissing, readLastBackup } from "../../node/last-backup.ts";
import { openCopyStores } from "../../objects/open.ts";
import { Timelines } from "../backup/timelines.ts";
import { BadBackup } from "../backup/manifest.ts";
import type { Check, Findings } from "./finding.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Ages of the last backups, and whether erasures are recorded apart from the databases. */
export const checkBackups: Check = async ({ environment, now }, say) => {
  const { dataDir, erasureLedger } = environment;
  const last = await readLastBackup(dataDir);
  for (const [kind, option] of [["log", "--out"], ["vault", "--vault-out"]] as const) {
    const todo = `run "npm run admin -- backup" every night, with ${option}`;
    const at = last[kind];
    const what = `the ${kind} was last backed up at ${at}`;
    const days = Math.floor((now().getTime() - Date.parse(at ?? "")) / dayMs);
    if (at === undefined) say.warn(`no backup of the ${kind} is known to this data folder`, todo);
    else if (days < 0) {
      say.warn(
        `${what}, which is in the future: this clock is slow, or it was fast then`,
        "sync the clock with a time server (NTP), and check which backups have future dates",
      );
    } else if (days >= 2) say.warn(`${what}, ${days} days ago`, todo);
    else say.ok(what);
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
  if (isWithin(dataDir, path)) {
    return say.warn("ERASURE_LEDGER is in DATA_DIR, and is lost with it", "name a file elsewhere");
  }
  const target = await stat(path).then(() => path, () => dirname(path));
  const isWritable = await access(target, constants.W_OK).then(() => true, () => false);
  if (isWritable) say.ok("deleted accounts are recorded in ERASURE_LEDGER");
  else say.fail("ERASURE_LEDGER can't be written", `let the service's user write to ${target}`);
}

const copyTodo =
  'check that the service is running, and look in its log for "the continuous backup failed"';

/** Whether the continuous copies are complete, and how old the last segment is. */
export const checkContinuous: Check = async ({ environment, opened, now }, say) => {
  const stores = await openCopyStores(environment);
  if (stores === undefined) {
    return say.warn(
      "CONTINUOUS_LOG_BACKUPS is not set: a restore loses everything after the last full backup",
      "set it and CONTINUOUS_VAULT_BACKUPS to folders on other disks, or to buckets",
    );
  }
  if (opened === undefined) return;
  const { databases, secrets: { claimKey } } = opened;
  const { position: end } = await lastPlace(databases.events);
  const change = await lastChange(databases.vault);
  try {
    // A running service needs a second or two to copy the latest changes.
    for (let tries = 1;; tries++) {
      const log = await new Timelines(stores.log, "log", claimKey).newest();
      const vault = await new Timelines(stores.vault, "vault", claimKey).newest();
      const position = log?.to?.position ?? 0;
      const isLogCopied = position >= end;
      const isVaultCopied = (vault?.change ?? -1) >= change;
      if (!(isLogCopied && isVaultCopied) && tries <= 10) {
        await delay(500);
        continue;
      }
      const age = log ? `; the last segment is ${ageOf(log.at, now)} old` : "";
      if (isLogCopied) say.ok(`the whole log is copied, up to position ${position}${age}`);
      else say.warn(`the log is copied up to position ${position} of ${end}${age}`, copyTodo);
      if (isVaultCopied) say.ok("the vault's copy is up to date");
      else say.warn("the vault has changed since it was copied", copyTodo);
      return;
    }
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    say.fail(error.message, "name the folders or buckets that this program writes to");
  }
};

function ageOf(at: string, now: () => Date): string {
  const seconds = Math.round((now().getTime() - Date.parse(at)) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200
    ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / 3600)} hours`;
}
