import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDistinctLimit, slotOf } from "./distinct-limit.ts";

const minuteMs = 60 * 1000;

function given(limit: number) {
  const clock = { ms: 0 };
  const { take } = createDistinctLimit(() => clock.ms);
  return { clock, take: (who: string, slots: readonly number[]) => take(who, slots, limit) };
}

describe("a limit of different things", () => {
  it("counts each thing once, and refuses what would be too many without counting it", () => {
    const { take } = given(3);
    expect(take("casey", [1, 2])).toBeUndefined();
    expect(take("casey", [2, 1, 2])).toBeUndefined();
    expect(take("casey", [3, 4])).toBe(60 * minuteMs);
    expect(take("casey", [3])).toBeUndefined();
    expect(take("casey", [1, 2, 3])).toBeUndefined();
    expect(take("robin", [4, 5, 6])).toBeUndefined();
  });

  it("begins anew an hour after the first one, whatever the clock does", () => {
    const { clock, take } = given(1);
    take("casey", [1]);
    clock.ms = 59 * minuteMs;
    expect(take("casey", [2])).toBe(minuteMs);
    clock.ms = 60 * minuteMs;
    expect(take("casey", [2])).toBeUndefined();
    clock.ms = -60 * minuteMs;
    expect(take("casey", [3])).toBeUndefined();
  });

  it("is what a set of what was had says", () => {
    fc.assert(fc.property(fc.array(fc.array(fc.nat(40), { maxLength: 8 })), (asked) => {
      const { take } = given(20);
      const had = new Set<number>();
      for (const slots of asked) {
        const isTooMany = had.union(new Set(slots)).size > 20;
        expect(take("casey", slots) !== undefined).toBe(isTooMany);
        if (!isTooMany) { for (const slot of slots) had.add(slot); }
      }
    }));
  });

  it("tells nearly all members apart", () => {
    const slots = new Set(Array.from({ length: 5000 }, () => slotOf(crypto.randomUUID())));
    expect(slots.size).toBeGreaterThan(4800);
    expect(Math.max(...slots)).toBeLessThan(2 ** 17);
  });
});
