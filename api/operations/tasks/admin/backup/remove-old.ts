import type { BackUpDependencies } from "../../../backup/back-up.ts";
import { backupOfTheFuture, keepDays } from "../../../backup/days.ts";
import type { BackupKind } from "../../../backup/manifest.ts";
import { earlierStates } from "../../../backup/same-log.ts";

/**
 * Retention: removes backups of a folder that are older than so many days with one.
 *
 * @param days Without it none is removed.
 * @param warn Is told why one that is old may stay.
 * @returns How many were removed.
 */
export async function removeOld(
  parent: string,
  kind: BackupKind,
  days: number | undefined,
  { databases: { events }, claimKey }: BackUpDependencies,
  warn: (notice: string) => void,
): Promise<number> {
  const ahead = await backupOfTheFuture(parent, kind, new Date());
  if (ahead !== undefined) {
    warn(
      `${ahead} has a date in the future: this clock is slow, or it was fast then. Set the clock, or ` +
        'move that folder elsewhere. Until then "restore" treats it as the latest, and no backup is ' +
        "removed.",
    );
    return 0;
  }
  if (days === undefined) return 0;
  const { ours, others } = await earlierStates(parent, kind, { events, claimKey });
  const removed = await keepDays(ours, days);
  if (others > 0) {
    warn(
      `${others} backups in ${parent} aren't earlier backups of this log, so they weren't removed.`,
    );
  }
  return removed;
}
