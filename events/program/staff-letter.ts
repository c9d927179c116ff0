/** When staff get the letter of a week. The product knows no time zone of a program. */
import { dayMs, startOfDay } from "../day.ts";

/** Monday, 14:00 UTC: morning everywhere in the United States but Hawaii, in winter and in summer. */
const hourOfLetter = 14;
/** A later one is skipped: it would say what staff have read or done since. */
const lateMs = dayMs;
const monday = 1;

/**
 * The Monday whose letter is due now, such as `2026-11-30`; `undefined` if none is.
 *
 * @param had Mondays whose letter was due before, in any order.
 * @param restoredMs When the service last came back from a backup: an earlier letter may have been sent.
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
