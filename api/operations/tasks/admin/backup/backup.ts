import { relative, resolve } from "node:path";
import { defineCommand } from "../../command.ts";
import { printJson } from "../../print.ts";
import { TaskError } from "../../task.ts";
import { checkBoth } from "./check-backups.ts";
import { makeBackups } from "./make-backups.ts";

export const backup = defineCommand({
  summary: "copy the log and the pictures, and the vault apart from them",
  help: `Back up the product, also while it runs and is written to.

  npm run admin -- backup --out /backups/log --vault-out /elsewhere/vault
                                             everything, now
  npm run admin -- backup --out /backups/log           the log and the pictures alone
  npm run admin -- backup --vault-out /elsewhere/vault the vault alone
  npm run admin -- backup --out … --vault-out … --daily --keep 14
                                             of each one a day, of the last 14 days, however often
                                             it is run
  npm run admin -- backup --out … --vault-out … --check
                                             makes none; ends with 1 where a recent one is missing
  npm run admin -- backup --out … --json     any of them for a program

The log holds everything that happened, and what is personal in it is sealed. The vault holds the
keys that open it, password hashes and sessions: keep its backups somewhere else, and few of them.
Who deletes their account is gone once the backups of the vault from before that are gone.

Each run makes a new folder, such as log-2026-11-21T03-00-00Z, with a signed manifest; pictures are
shared by all of them in objects/, and copied once. Nothing is replaced. A backup that was
interrupted has another name and is never taken for a whole one.

--daily makes none where there is one of today already. --keep counts days that have a backup, not
backups: those of one day are kept together, and removed together. Days begin at midnight UTC.
Only backups that are earlier states of this very log are removed. An empty log is not backed up,
and neither is one that is shorter than that of a backup in the folder, or another installation's.
While a backup is dated in the future, none is removed: one of the clocks was wrong.

While the store for pictures is away, the log and the vault are backed up all the same; pictures
follow with the next backup, and --daily makes one more as soon as the store answers.

--check is content with backups of the last two days, and while no one has registered.

The two secrets KEK and CLAIM_KEY are in no backup. Without them a backup can't be read: keep a
copy of each in a safe place.

--json prints {"log": {"path", "isNew", "position", "bytes", "pictures", "lacksPictures",
"removed"}, "vault": {"path", "isNew", "keys", "removed"}, "notices": ["…"]} with what was made,
and "error" besides when it failed. "isNew" is false for a backup of today that --daily found.
With --check it prints {"checks": [{"isWell", "what"}]}.`,
  options: {
    out: { type: "string" },
    "vault-out": { type: "string" },
    daily: { type: "boolean" },
    keep: { type: "string" },
    json: { type: "boolean" },
    check: { type: "boolean" },
  },
  async run({ out: forLog, "vault-out": forVault, daily = false, keep, json, check = false }) {
    if (forLog === undefined && forVault === undefined) {
      throw new TaskError("Say where to: --out for the log and the pictures, --vault-out");
    }
    refuseSameFolder(forLog, forVault);
    if (check) return await checkBoth(forLog, forVault, json);
    const days = parseKeep(keep);
    const made = await makeBackups({ forLog, forVault, isDaily: daily, days, isSilent: json });
    if (json) printJson(made);
  },
});

function refuseSameFolder(out: string | undefined, vaultOut: string | undefined): void {
  if (out === undefined || vaultOut === undefined) return;
  const isWithin = (one: string, other: string) =>
    !relative(resolve(one), resolve(other)).startsWith("..");
  if (isWithin(out, vaultOut) || isWithin(vaultOut, out)) {
    throw new TaskError(
      "--vault-out: must not be in the folder of --out, or the other way around. Anyone with both has the sealed data and its keys.",
    );
  }
}

function parseKeep(keep: string | undefined): number | undefined {
  if (keep === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(keep)) throw new TaskError("--keep: must be a whole number from 1");
  return Number(keep);
}
