import type { FailureCounts } from "../auth/failures.ts";
import type { Failures, GrowingPause } from "../auth/growing-pause.ts";

/** What the vault counts in one statement. */
export function afterFailure(
  before: Failures | undefined,
  { longestMs }: GrowingPause,
  nowMs: number,
): Failures {
  if (before === undefined) return { level: 1, atMs: nowMs };
  const leaked = Math.max(0, nowMs - before.atMs) / longestMs;
  return { level: Math.max(0, before.level - leaked) + 1, atMs: nowMs };
}

/** Counts of failures in memory, by the same rule. */
export function createMemoryFailures(now: () => number): FailureCounts {
  const byKey = new Map<string, Failures>();
  return {
    read: async (key) => byKey.get(key),
    async add(key, pause) {
      byKey.set(key, afterFailure(byKey.get(key), pause, now()));
    },
    async forget(key) {
      byKey.delete(key);
    },
  };
}
