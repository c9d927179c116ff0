/**
 * Days that have a backup, by the names of the folders. Days are in UTC.
 *
 * @module
 */
import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { backupsIn, nameOf } from "./folders.ts";
import type { BackupKind } from "./manifest.ts";

/** Today's latest backup, if there is one. */
export async function backupOfToday(
  parent: string,
  kind: BackupKind,
  now: Date,
): Promise<string | undefined> {
  const name = nameOf(kind, now);
  const all = await backupsIn(parent, kind);
  return all.findLast((path) => dayOf(path) === dayOf(name) && secondOf(path) <= name);
}

/** The latest backup of the last milliseconds, if there is one. */
export async function recentBackup(
  parent: string,
  kind: BackupKind,
  now: Date,
  withinMs: number,
): Promise<string | undefined> {
  const from = nameOf(kind, new Date(now.getTime() - withinMs));
  const to = nameOf(kind, now);
  const isWithin = (second: string) => second >= from && second <= to;
  return (await backupsIn(parent, kind)).findLast((path) => isWithin(secondOf(path)));
}

/** The latest backup that is dated after now: this clock is slow, or it was fast when it was made. */
export async function backupOfTheFuture(
  parent: string,
  kind: BackupKind,
  now: Date,
): Promise<string | undefined> {
  const name = nameOf(kind, now);
  return (await backupsIn(parent, kind)).findLast((path) => secondOf(path) > name);
}

/**
 * Retention by day: removes backups of all but the newest days that have any. Backups of one day are
 * stored or removed together, so many of one day cost no other day.
 *
 * @param all The backups that may be removed, oldest first.
 * @returns How many were removed.
 */
export async function keepDays(all: readonly string[], days: number): Promise<number> {
  const kept = new Set([...new Set(all.map(dayOf))].slice(-days));
  const old = all.filter((path) => !kept.has(dayOf(path)));
  for (const path of old) await rm(path, { recursive: true });
  return old.length;
}

/** Name without the number that a second backup of the same second has. */
function secondOf(path: string): string {
  return basename(path).replace(/Z-\d\d$/, "Z");
}

function dayOf(path: string): string {
  return basename(path).replace(/T[^T]*$/, "");
}
