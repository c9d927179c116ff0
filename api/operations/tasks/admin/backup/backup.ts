import { isWithin } from "../../../../config/continuous-backup.ts";
import { type BackupCheck, checkBackups } from "../../../backup/folders.ts";
import { defineCommand } from "../../command.ts";
import { openData } from "../../open-data.ts";
import { flag, text } from "../../options.ts";
import { TaskError } from "../../task.ts";
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

The log holds everything that happened; personal data in it is encrypted. The vault holds the keys
to it, password hashes and sessions. Keep vault backups somewhere else, and only a few of them: a
deleted account is gone for good once every vault backup from before its deletion is gone.

Each run makes a new folder, such as log-2026-11-21T03-00-00Z, with a signed manifest. All backups
share the pictures in objects/, so each picture is copied once. No backup is overwritten. An
interrupted backup keeps another name, and restore never uses it.

--daily does nothing if today already has a backup. --keep counts days, not backups: all backups
of one day are kept or removed together. A day begins at midnight UTC. Before anyone has registered
there is nothing to do. Only older backups of this
log are removed. A log that is empty, shorter than the last backup, or from another installation
isn't backed up. If a backup is dated in the future, none is removed, because a clock was wrong.

If the picture storage doesn't respond, the log and the vault are still backed up. The next backup
adds the pictures, and --daily makes another one as soon as the storage responds.

--check accepts backups of the last two days. It also passes while no one has registered.

No backup contains the secrets KEK and CLAIM_KEY, and without them a backup can't be read. Keep a
copy of each in a safe place.`,
  options: { out: text, "vault-out": text, daily: flag, keep: text, check: flag },
  check({ out, "vault-out": vaultOut, keep }) {
    if (out === undefined && vaultOut === undefined) {
      throw new TaskError("Name a folder: --out for the log and the pictures, --vault-out");
    }
    if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) {
      throw new TaskError("--keep: must be a whole number from 1");
    }
    if (out === undefined || vaultOut === undefined) return;
    if (isWithin(out, vaultOut) || isWithin(vaultOut, out)) {
      throw new TaskError(
        "--out and --vault-out: use two separate folders. Anyone who has both backups can read everyone's data.",
      );
    }
  },
  async run({ out: log, "vault-out": vault, daily = false, keep, check }) {
    if (check) return await checkBoth({ log, vault });
    const days = keep === undefined ? undefined : Number(keep);
    // First, so that a wrong folder is noticed every time.
    const data = await openData();
    try {
      await makeBackups(data, { log, vault }, { isDaily: daily, days });
    } finally {
      data.close();
    }
  },
});

interface Folders {
  readonly log: string | undefined;
  readonly vault: string | undefined;
}

/** @throws {TaskError} When a backup is missing, or too old. */
async function checkBoth(folders: Folders): Promise<string> {
  const checks: BackupCheck[] = [];
  for (const kind of ["log", "vault"] as const) {
    const parent = folders[kind];
    if (parent !== undefined) {
      checks.push(await checkBackups(parent, kind, new Date(), firstEventAt));
    }
  }
  const say = (isWell: boolean) =>
    checks.filter((one) => one.isWell === isWell).map(({ what }) => what).join("\n");
  const error = say(false);
  if (error !== "") throw new TaskError(error);
  return say(true);
}

async function firstEventAt(): Promise<Date | undefined> {
  const { log, close } = await openData();
  const [first] = await log.read({ after: 0, limit: 1 });
  close();
  return first && new Date(first.atMs);
}
