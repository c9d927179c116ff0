import { access, constants, stat } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { arePicturesMissing, type LastBackup, readLastBackup } from "../../node/last-backup.ts";
import { about, type Check, type Finding } from "./finding.ts";

const { ok, warn, fail } = about("backups");
const dayMs = 24 * 60 * 60 * 1000;

/** How old the last backups are, and whether erasures are noted apart from the databases. */
export const checkBackups: Check = async ({ environment: { dataDir, erasureLedger }, now }) => {
  const last = await readLastBackup(dataDir);
  return [
    age("log", last.log, now),
    age("vault", last.vault, now),
    ...arePicturesMissing(last) ? [missingPictures(last)] : [],
    await ledger(dataDir, erasureLedger),
  ];
};

function missingPictures({ pictures }: LastBackup): Finding {
  const since = pictures === undefined ? "ever" : `since ${pictures}`;
  return warn(
    `the log's last backup lacks pictures that were added ${since}: their storage was unreachable`,
    "run the backup again when the storage is back",
  );
}

function age(what: "log" | "vault", at: string | undefined, now: () => Date): Finding {
  const todo = `run "npm run admin -- backup" every night, with ${
    what === "log" ? "--out" : "--vault-out"
  }`;
  if (at === undefined) {
    return warn(`no backup of the ${what} is known to this data folder`, todo);
  }
  const days = Math.floor((now().getTime() - Date.parse(at)) / dayMs);
  const told = `the ${what} was last backed up at ${at}`;
  if (days < 0) {
    return warn(
      `${told}, which is in the future: this clock is slow, or it was fast then`,
      "sync the clock with a time server (NTP), and check which backups have future dates",
    );
  }
  return days >= 2 ? warn(`${told}, ${days} days ago`, todo) : ok(told);
}

async function ledger(dataDir: string, path: string | undefined): Promise<Finding> {
  if (path === undefined) {
    return warn(
      "ERASURE_LEDGER is not set: the record of deleted accounts is next to DATA_DIR and is lost if that disk is lost",
      "set it to a file on the disk that holds the backups",
    );
  }
  if (!relative(resolve(dataDir), resolve(path)).startsWith("..")) {
    return warn("ERASURE_LEDGER is in DATA_DIR, and is lost with it", "name a file elsewhere");
  }
  const target = await stat(path).then(() => path, () => dirname(path));
  const isWritable = await access(target, constants.W_OK).then(() => true, () => false);
  if (isWritable) return ok("deleted accounts are recorded in ERASURE_LEDGER");
  return fail("ERASURE_LEDGER can't be written", `let the service's user write to ${target}`);
}
