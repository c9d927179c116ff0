import type { BackupFile } from "./place.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

const [hours, days] = [24, 7];

/** Backup retention, in milliseconds. After it, no backup contains a member who is erased now. */
export function retentionMs(weeks: number): number {
  return Math.max(8 * dayMs, (weeks + 1) * weekMs);
}

/** Until when backups need a secret that was replaced at a given time. */
export function neededUntil(replacedAt: Date, weeks: number): Date {
  return new Date(replacedAt.getTime() + retentionMs(weeks));
}

/**
 * Returns the backups to delete. It keeps the last one of each of 24 hours, 7 days, and as many weeks as staff
 * chose. Only the newest is kept longer than `retentionMs`.
 *
 * A backup dated in the future means that the clock is wrong, or was. Such backups have their own retention by the same
 * rule, until each of the last seven days has a backup.
 */
export function toRemove(
  files: readonly BackupFile[],
  now: Date,
  weeks: number,
): readonly BackupFile[] {
  const nowMs = now.getTime();
  const isToCome = ({ madeAt }: BackupFile) => madeAt.getTime() > nowMs + hourMs;
  const past = newestOf(files.filter((file) => !isToCome(file)));
  const recent = past.filter(({ madeAt }) => nowMs - madeAt.getTime() < retentionMs(0));
  const isTrusted = lastOfEach(dayMs, recent).length >= days;
  const toCome = isTrusted ? [] : newestOf(files.filter(isToCome));
  const retained = new Set([
    ...past.slice(0, 1),
    ...keptOf(past, nowMs, weeks),
    ...keptOf(toCome, toCome[0]?.madeAt.getTime() ?? 0, weeks),
  ]);
  return files.filter((file) => !retained.has(file));
}

function keptOf(files: readonly BackupFile[], nowMs: number, weeks: number): BackupFile[] {
  const young = files.filter(({ madeAt }) => nowMs - madeAt.getTime() < retentionMs(weeks));
  const thisWeek = periodOf(weekMs, nowMs);
  const before = young.filter(({ madeAt }) => periodOf(weekMs, madeAt.getTime()) < thisWeek);
  const recent = young.filter(({ madeAt }) => nowMs - madeAt.getTime() < retentionMs(0));
  return [
    ...lastOfEach(hourMs, recent).slice(0, hours),
    ...lastOfEach(dayMs, recent).slice(0, days),
    ...lastOfEach(weekMs, before).slice(0, weeks),
  ];
}

/** The last of each period, newest first. */
function lastOfEach(periodMs: number, newestFirst: readonly BackupFile[]): BackupFile[] {
  const periods = newestFirst.map(({ madeAt }) => periodOf(periodMs, madeAt.getTime()));
  return newestFirst.filter((_, index) => periods[index] !== periods[index - 1]);
}

/** Hours, days and weeks in UTC; a week begins on Thursday, like 1970. */
const periodOf = (periodMs: number, atMs: number) => Math.floor(atMs / periodMs);

function newestOf(files: readonly BackupFile[]): BackupFile[] {
  return files.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}
