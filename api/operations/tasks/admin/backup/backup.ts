import { relative, resolve } from "node:path";
import { defineCommand } from "../../command.ts";
import { flag, text } from "../../options.ts";
import { TaskError } from "../../task.ts";
import { checkBoth } from "./check-backups.ts";
import { makeBackups } from "./make-backups.ts";

export const backup = defineCommand({
  summary: "back up log and pictures to one folder, the vault to another",
  help: `Back up the log, the pictures and the vault. The service can keep running.

  npm run admin -- backup --out /backups/log --vault-out /elsewhere/vault
                                             back up everything now
  npm run admin -- backup --out /backups/log           only the log and the pictures
  npm run admin -- backup --vault-out /elsewhere/vault only the vault
  npm run admin -- backup --out … --vault-out … --daily --keep 14
                                             at most one backup a day; keeps the last 14 days
  npm run admin -- backup --out … --vault-out … --check
                                             make no backup; exit with 1 if there is no recent one
  npm run admin -- backup --out … --json     print the result for a program

The log holds everything that happened; personal data in it is encrypted. The vault holds the keys
to it, password hashes and sessions. Keep vault backups somewhere else, and only a few of them: a
deleted account is gone for good once every vault backup from before its deletion is gone.

Each run makes a new folder, such as log-2026-11-21T03-00-00Z, with a signed manifest. All backups
share the pictures in objects/, so each picture is copied once. No backup is overwritten. An
interrupted backup keeps another name, and restore never uses it.

--daily does nothing if today already has a backup. --keep counts days, not backups: all backups
of one day are kept or removed together. A day begins at midnight UTC. Only older backups of this
log are removed. A log that is empty, shorter than the last backup, or from another installation
isn't backed up. If a backup is dated in the future, none is removed, because a clock was wrong.

If the picture storage doesn't respond, the log and the vault are still backed up. The next backup
adds the pictures, and --daily makes another one as soon as the storage responds.

--check accepts backups of the last two days. It also passes while no one has registered.

No backup contains the secrets KEK and CLAIM_KEY, and without them a backup can't be read. Keep a
copy of each in a safe place.

--json prints {"log": {"path", "isNew", "position", "bytes", "pictures", "lacksPictures",
"removed"}, "vault": {"path", "isNew", "keys", "removed"}, "notices": ["…"]}, and "error" if the
backup failed. "isNew" is false if --daily found a backup of today. With --check it prints
{"checks": [{"isWell", "what"}]}.`,
  options: {
    out: text,
    "vault-out": text,
    daily: flag,
    keep: text,
    check: flag,
  },
  async run({ out: forLog, "vault-out": forVault, daily = false, keep, json, check = false }) {
    if (forLog === undefined && forVault === undefined) {
      throw new TaskError("Name a folder: --out for the log and the pictures, --vault-out");
    }
    refuseSameFolder(forLog, forVault);
    if (check) return await checkBoth(forLog, forVault);
    const days = parseKeep(keep);
    return await makeBackups({ forLog, forVault, isDaily: daily, days, isSilent: json });
  },
});

function refuseSameFolder(out: string | undefined, vaultOut: string | undefined): void {
  if (out === undefined || vaultOut === undefined) return;
  const isWithin = (one: string, other: string) =>
    !relative(resolve(one), resolve(other)).startsWith("..");
  if (isWithin(out, vaultOut) || isWithin(vaultOut, out)) {
    throw new TaskError(
      "--out and --vault-out: use two separate folders. Anyone who has both backups can read everyone's data.",
    );
  }
}

function parseKeep(keep: string | undefined): number | undefined {
  if (keep === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(keep)) throw new TaskError("--keep: must be a whole number from 1");
  return Number(keep);
}
