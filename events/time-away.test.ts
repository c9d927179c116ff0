import fc from "fast-check";
import { expect, it } from "vitest";
import { TimeAway } from "./time-away.ts";

const day = fc.integer({ min: 0, max: 100 });
const gaps = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }).map((days) => {
  const sorted = days.toSorted((one, other) => one - other);
  return sorted.flatMap((fromMs, at) =>
    at % 2 === 0 && sorted[at + 1] !== undefined ? [{ fromMs, untilMs: sorted[at + 1]! }] : []
  );
});

it("counts all time except from a backup to its restore", () => {
  fc.assert(fc.property(gaps, day, day, (away, one, other) => {
    const [from, until] = [Math.min(one, other), Math.max(one, other)];
    const counted = Array.from({ length: until - from }, (_, at) => from + at)
      .filter((ms) => !away.some(({ fromMs, untilMs }) => fromMs <= ms && ms < untilMs));
    const time = new TimeAway(away);
    expect(time.between(from, until)).toBe(counted.length);
    const before = time.before(until, counted.length);
    expect(time.between(before, until)).toBe(counted.length);
    // Anything that began later isn't due.
    expect(time.between(before + 1, until)).toBeLessThan(Math.max(counted.length, 1));
  }));
});
