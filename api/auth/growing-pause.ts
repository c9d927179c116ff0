/**
 * Exponential backoff with a leaky bucket of failures. The first failures cost nothing. Each further
 * one doubles the pause before the next try, up to a longest pause. One failure leaks away in each
 * longest pause, so a person who goes on guessing gets one try in that time, and a person who stops is
 * free again soon.
 *
 * @module
 */

/** How failures delay later attempts. */
export interface GrowingPause {
  /** How many failures cause no pause. */
  readonly free: number;
  /** First pause, in milliseconds; doubled by each further failure. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The failures that hadn't leaked away at the latest one. */
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
  // If the clock was set back, nothing leaks.
  const leaked = Math.max(0, nowMs - before.atMs) / longestMs;
  return { level: Math.max(0, before.level - leaked) + 1, atMs: nowMs };
}

/** Milliseconds until the next attempt; 0 if it may be now. Never longer than the longest pause. */
export function waitMs(
  failures: Failures | undefined,
  { free, firstMs, longestMs }: GrowingPause,
  nowMs: number,
): number {
  if (failures === undefined) return 0;
  // Rounded, so that leaks during ten quick attempts don't allow another one.
  const beyond = Math.round(failures.level) - free;
  if (beyond < 0) return 0;
  const pauseMs = Math.min(firstMs * 2 ** beyond, longestMs);
  const sinceMs = Math.max(0, nowMs - failures.atMs);
  return Math.max(0, pauseMs - sinceMs);
}
