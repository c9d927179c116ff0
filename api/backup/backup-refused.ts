import type { Unfit } from "../../events/store/received-copy.ts";

/** A backup can't be restored. The message gives the reason and what to do. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

/** Far more than a program's data. */
export const maxBackupBytes = 5 * 1024 ** 3;

export const refusals = {
  noBackup:
    "This file isn't a backup of Alumni Connect. Choose one whose name begins with alumni- and ends with .age.",
  wrongSecret:
    "This secret doesn't open this backup. Type the secret that was in use when the backup was made.",
  damaged:
    "This backup is incomplete or damaged. Copy the file here again, or choose an older backup.",
  newer: "A newer version of Alumni Connect made this backup. Update this one, then restore again.",
  changed:
    "This backup has parts that Alumni Connect doesn't make. Nothing of it was used. Choose another backup.",
  tooLarge: "This file has more than 5 GB. We can't restore a backup of that size.",
  notInPlace:
    "The database couldn't be replaced. The service's log says why. Fix that, then restore again.",
  usedByOthers:
    "Another process uses the database, so it wasn't replaced. Stop that one, then restore again.",
  cut: "The file didn't arrive completely. Send it again.",
  unknownErasures:
    "The list of deleted accounts, which is beside the backups, can't be read, so the restore would bring them " +
    "back. Check that the place for backups can be reached, then restore again.",
} as const;

export const unfitMessages: Readonly<Record<Unfit, string>> = {
  damaged: refusals.damaged,
  "another product": refusals.noBackup,
  newer: refusals.newer,
  changed: refusals.changed,
};

/** @param neededBytes Absent when the disk turned out to be full. */
export function fullDisk(neededBytes?: number): BackupRefused {
  const needed = neededBytes === undefined
    ? ""
    : ` This takes ${Math.max(1, Math.ceil(neededBytes / 1e6)).toLocaleString("en-US")} MB.`;
  return new BackupRefused(
    `The disk has too little room to restore this backup.${needed} Free some, then try again.`,
  );
}

/** Whether an error of files or SQLite means a full disk. */
export function isFullDisk(error: unknown): boolean {
  const { code = "", rawCode } = error as { code?: string; rawCode?: number };
  return code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL" || rawCode === 13;
}

/** @throws {BackupRefused} */
export function refuseUnknownErasures(cause: unknown): never {
  throw new BackupRefused(refusals.unknownErasures, { cause });
}
