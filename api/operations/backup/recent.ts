/**
 * Backup check: whether there is a recent backup, or nothing that one would have.
 *
 * @module
 */
import { recentBackup } from "./days.ts";
import { backupsIn } from "./folders.ts";
import type { BackupKind } from "./manifest.ts";

const hourMs = 60 * 60 * 1000;
/** One was missed, and a day has gone by in which it could have been made up for. */
const recentMs = 48 * hourMs;
/** So long a new log may wait for its first one: who backs up daily looks every hour. */
const firstMs = 2 * hourMs;

export interface BackupCheck {
  readonly isWell: boolean;
  readonly what: string;
}

/**
 * @param parent The folder with the backups of that kind.
 * @param firstEventAt When the log's first event was recorded; asked only where there is no backup.
 */
export async function checkBackups(
  parent: string,
  kind: BackupKind,
  now: Date,
  firstEventAt: () => Promise<Date | undefined>,
): Promise<BackupCheck> {
  const recent = await recentBackup(parent, kind, now, recentMs);
  if (recent !== undefined) return { isWell: true, what: `The ${kind} is backed up: ${recent}` };
  const last = (await backupsIn(parent, kind)).at(-1);
  if (last !== undefined) {
    return { isWell: false, what: `The ${kind} has no backup of the last two days, but ${last}` };
  }
  const first = await firstEventAt();
  if (first === undefined) {
    return { isWell: true, what: `The ${kind} has no backup: nothing has been recorded yet` };
  }
  return {
    isWell: now.getTime() - first.getTime() < firstMs,
    what: `The ${kind} has no backup in ${parent}, and people have registered since ${
      first.toISOString().slice(0, 16)
    }Z`,
  };
}
