import { describe, expect, it } from "vitest";
import { createRandom } from "../../events/testing/random.ts";
import { Order } from "./order.ts";

const random = createRandom(3);
const compareBy = (keys: readonly number[]) => (a: number, b: number) =>
  (keys[a] ?? 0) - (keys[b] ?? 0) || a - b;

describe("Order", () => {
  it("says the place of each slot, whatever comes, goes and changes, however many at once", () => {
    const keys = Array.from({ length: 3000 }, () => random.int(100));
    const order = new Order(compareBy(keys));
    const there = new Set<number>();
    for (let round = 0; round < 60; round++) {
      const count = random.pick([0, 1, 2, 50, 2500]);
      for (let change = 0; change < count; change++) {
        const slot = random.int(keys.length);
        if (there.delete(slot)) order.note(slot, false);
        if (random.chance(0.4)) continue;
        keys[slot] = random.int(100);
        order.note(slot, true);
        there.add(slot);
      }
      const places = order.places();
      const sorted = [...there].sort(compareBy(keys));
      expect(sorted.map((slot) => places[slot])).toEqual([...sorted.keys()]);
      expect([...order.slots()]).toEqual(sorted);
    }
  });
});
