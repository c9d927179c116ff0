/** Pauses between guesses: of one address, browser or session; of one account; of one address. */

export interface GuessLimits {
  /** By one address, browser or session before pauses of 5 minutes and more. */
  readonly failedLoginsPerAccount: number;
  /** In 5 minutes, for all accounts together. */
  readonly failedLoginsPerAddress: number;
  /** In a day, from anywhere. */
  readonly guessesPerAccount: number;
}

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/** Pause for one address, browser or session: ten guesses in five minutes, 33 in a day. */
export function pauseOfSource({ failedLoginsPerAccount: free }: GuessLimits): GrowingPause {
  return { free, firstMs: 5 * minuteMs, longestMs: dayMs / (2 * free) };
}

/**
 * Daily budget of guesses at one account. With 200 a day, strangers get 109 of them, known browsers 39,
 * and signed-in sessions 39. A single address is paused itself before it can slow the others down.
 */
export function pausesOfAccount({ guessesPerAccount: perDay }: GuessLimits) {
  return {
    strangers: pauseOfGroup({ free: perDay / 5, growing: perDay / 20, slow: perDay * 0.3 }),
    known: pauseOfGroup({ free: perDay / 10, growing: perDay / 20, slow: perDay / 20 }),
  };
}

/** @param parts Parts of a day's guesses: without a pause, while the pause grows, and after that. */
function pauseOfGroup(parts: Readonly<Record<"free" | "growing" | "slow", number>>): GrowingPause {
  const longestMs = Math.min(dayMs / parts.slow, dayMs);
  const firstMs = longestMs / 2 ** Math.floor(parts.growing);
  return { free: Math.max(1, Math.floor(parts.free)), firstMs, longestMs };
}

/** An address is slowed down, not locked out. Two attempts per pause, since two run at once. */
export function pauseOfAddress({ failedLoginsPerAddress: free }: GuessLimits): GrowingPause {
  const longestMs = 2 * 5 * minuteMs / free;
  return { free, firstMs: longestMs, longestMs };
}

export interface GrowingPause {
  readonly free: number;
  /** First pause, in milliseconds; doubled by each further failure. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The failures that still counted at the latest one. */
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
