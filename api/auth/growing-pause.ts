/**
 * Exponential backoff with a leaky bucket of failures. The first failures cost nothing. Each further
 * one doubles the pause before the next try, up to a longest pause. One failure leaks away in each
 * longest pause, so somebody who goes on guessing gets one try in that time, and somebody who stops is
 * free again soon.
 *
 * @module
 */

/** How failures slow down the tries after them. */
export interface GrowingPause {
  /** So many failures cost nothing. */
  readonly free: number;
  /** The pause after them; twice as long after each further one. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The failures of somebody that have not leaked away, as they were at the last one. */
export interface Failures {
  readonly level: number;
  readonly atMs: number;
}

export function afterFailure(
  before: Failures | undefined,
  { longestMs }: GrowingPause,
  nowMs: number,
): Failures {
  if (before === undefined) return { level: 1, atMs: nowMs };
  // A clock that was set back leaks nothing.
  const leaked = Math.max(0, nowMs - before.atMs) / longestMs;
  return { level: Math.max(0, before.level - leaked) + 1, atMs: nowMs };
}

/** How long to wait before the next try; 0 when it may be now. Never longer than the longest pause. */
export function waitMs(
  failures: Failures | undefined,
  { free, firstMs, longestMs }: GrowingPause,
  nowMs: number,
): number {
  if (failures === undefined) return 0;
  // Rounded: what leaked while ten tries took their seconds does not make room for another one.
  const beyond = Math.round(failures.level) - free;
  if (beyond < 0) return 0;
  const pauseMs = Math.min(firstMs * 2 ** beyond, longestMs);
  const sinceMs = Math.max(0, nowMs - failures.atMs);
  return Math.max(0, pauseMs - sinceMs);
}
