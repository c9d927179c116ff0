/** When staff get the weekly letter. A program's time zone is unknown. */
import { dayMs, startOfDay } from "../day.ts";

/** 14:00 UTC on Monday: morning in all of the United States but Hawaii, in winter and summer. */
const hourOfLetter = 14;
/** A later letter is skipped, since its content would be outdated. */
const lateMs = dayMs;
const monday = 1;

/**
 * The Monday whose letter is due now, such as `2026-11-30`; `undefined` if none is.
 *
 * @param had Mondays whose letter was due before, in any order.
 * @param restoredMs When a backup was last restored: an earlier letter may have been sent.
 */
export function dueMonday(
  had: readonly string[],
  now: Date,
  restoredMs = -Infinity,
): string | undefined {
  const nowMs = now.getTime();
  const sinceMonday = (new Date(nowMs).getUTCDay() - monday + 7) % 7;
  const dayOfMs = startOfDay(nowMs) - sinceMonday * dayMs;
  const momentMs = dayOfMs + hourOfLetter * 60 * 60 * 1000;
  if (nowMs < momentMs || nowMs - momentMs >= lateMs || momentMs <= restoredMs) return undefined;
  const day = new Date(dayOfMs).toISOString().slice(0, 10);
  return had.includes(day) ? undefined : day;
}
