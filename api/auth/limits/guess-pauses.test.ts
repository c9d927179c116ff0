import { describe, expect, it } from "vitest";
import {
  afterFailure,
  type Failures,
  type GrowingPause,
  pauseOfSource,
  pausesOfAccount,
  waitMs,
} from "./guess-pauses.ts";
import { defaultLimits } from "./rate-limits.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Times of failures when each attempt follows as soon as it is allowed. */
function hammering(pause: GrowingPause, forMs: number): number[] {
  const times: number[] = [];
  let failures: Failures | undefined;
  for (let nowMs = 0; nowMs < forMs;) {
    nowMs += Math.ceil(waitMs(failures, pause, nowMs));
    failures = afterFailure(failures, pause, nowMs);
    times.push(nowMs);
  }
  return times.filter((time) => time < forMs);
}

/** The maximum within any day. */
function mostInADay(times: readonly number[]): number {
  let [most, first] = [0, 0];
  for (const [last, time] of times.entries()) {
    while ((times[first] ?? 0) <= time - dayMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

describe("a growing pause", () => {
  const pause: GrowingPause = { free: 3, firstMs: 1000, longestMs: 60_000 };
  const after = (failures: number) =>
    Array.from({ length: failures }).reduce<Failures | undefined>(
      (before) => afterFailure(before, pause, 0),
      undefined,
    );

  it("starts at none, and then doubles up to the longest", () => {
    expect([0, 2, 3, 4, 5, 8, 9, 20].map((count) => waitMs(after(count), pause, 0)))
      .toEqual([0, 0, 1000, 2000, 4000, 32_000, 60_000, 60_000]);
  });

  it("ends, and one failure leaks away in each longest pause", () => {
    expect(waitMs(after(4), pause, 1500)).toBe(500);
    expect(waitMs(after(4), pause, 2000)).toBe(0);
    expect(afterFailure(after(4), pause, 120_000)).toEqual({ level: 3, atMs: 120_000 });
    expect(afterFailure(after(4), pause, dayMs)).toEqual({ level: 1, atMs: dayMs });
  });

  it("doesn't grow if the clock is set back", () => {
    expect(waitMs(after(5), pause, -dayMs)).toBe(4000);
    expect(afterFailure(after(5), pause, -dayMs)).toEqual({ level: 6, atMs: -dayMs });
  });

  it("allows one address 10 guesses in five minutes, and fewer a day than strangers have without a pause", () => {
    const times = hammering(pauseOfSource(defaultLimits), 10 * dayMs);
    expect(times.filter((time) => time < 5 * minuteMs)).toHaveLength(10);
    expect(mostInADay(times)).toBeLessThanOrEqual(pausesOfAccount(defaultLimits).strangers.free);
  });

  it.each([20, 200, 1000, 10_000])("allows at most %d guesses in any day", (limit) => {
    const { strangers, known } = pausesOfAccount({ ...defaultLimits, guessesPerAccount: limit });
    const [byStrangers, byKnown] = [strangers, known].map((pause) =>
      mostInADay(hammering(pause, 3 * dayMs))
    ) as [number, number];
    // In known browsers, and with a session.
    expect(byStrangers + 2 * byKnown).toBeLessThanOrEqual(limit);
    expect(byStrangers + 2 * byKnown).toBeGreaterThan(limit * 0.7);
  });
});
