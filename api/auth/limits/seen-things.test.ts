import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSeenThings, slotOf } from "./seen-things.ts";

const minuteMs = 60 * 1000;

describe("things that someone has seen", () => {
  it("are separate for each person, for an hour from the first, even if the clock is changed", () => {
    const clock = { ms: 0 };
    const seen = createSeenThings(() => clock.ms);
    const unseen = (who: string, ...slots: number[]) => [...seen.unseen(who, slots)];
    seen.note("casey", [1, 2]);
    expect(unseen("casey", 2, 3, 1, 3)).toEqual([3]);
    expect(unseen("robin", 1)).toEqual([1]);
    clock.ms = 59 * minuteMs;
    expect(unseen("casey", 1)).toEqual([]);
    clock.ms = 60 * minuteMs;
    expect(unseen("casey", 1)).toEqual([1]);
    seen.note("casey", [1]);
    clock.ms = -60 * minuteMs;
    expect(unseen("casey", 1)).toEqual([1]);
  });

  it("match a set of the same things", () => {
    fc.assert(fc.property(fc.array(fc.array(fc.nat(40), { maxLength: 8 })), (shown) => {
      const seen = createSeenThings(() => 0);
      const had = new Set<number>();
      for (const slots of shown) {
        expect(seen.unseen("casey", slots)).toEqual(new Set(slots).difference(had));
        seen.note("casey", slots);
        for (const slot of slots) had.add(slot);
      }
    }));
  });

  it("distinguishes members", () => {
    const slots = new Set(Array.from({ length: 5000 }, () => slotOf(crypto.randomUUID())));
    expect(slots.size).toBeGreaterThan(4998);
    expect(Math.max(...slots)).toBeLessThan(2 ** 30);
  });
});
