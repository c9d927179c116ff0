import { describe, expect, it } from "vitest";
import { createRandom } from "../testing/random.ts";
import { bitsLength, setBit } from "./memory/bits.ts";
import { firstOf } from "./heap.ts";
import { createOrder } from "./order.ts";

const random = createRandom(3);
const keys = Array.from({ length: 5000 }, () => random.int(100));
const compare = (a: number, b: number) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b;
const shuffled = keys.map((_, slot) => [random.next(), slot] as const)
  .sort(([a], [b]) => a - b)
  .map(([, slot]) => slot);
const all = setOf(() => true);
const sorted = shuffled.toSorted(compare);

describe("createOrder", () => {
  it("is sorted whatever the order of additions and removals", () => {
    const order = createOrder(compare);
    for (const slot of shuffled) order.add(slot);
    expect(order.read(0, 9999, all)).toEqual(sorted);
    const isGone = (slot: number) => slot % 3 > 0;
    for (const slot of shuffled.filter(isGone)) order.remove(slot);
    expect(order.read(0, 9999, all)).toEqual(sorted.filter((slot) => !isGone(slot)));
  });

  it("reads a page of what is wanted", () => {
    const order = createOrder(compare);
    for (const slot of shuffled) order.add(slot);
    const isEven = (slot: number) => slot % 2 === 0;
    expect(order.read(30, 10, setOf(isEven))).toEqual(sorted.filter(isEven).slice(30, 40));
  });

  it("reads only what has a score from the lowest to the highest that is asked for", () => {
    const order = createOrder(compare);
    for (const slot of shuffled) order.add(slot);
    const scores = Uint16Array.from(keys, (_, slot) => slot % 7);
    const isOdd = (slot: number) => slot % 2 === 1;
    const expected = sorted.filter((slot) => isOdd(slot) && slot % 7 >= 3 && slot % 7 <= 5);
    expect(order.read(5, 20, setOf(isOdd), { scores, low: 3, high: 5 }))
      .toEqual(expected.slice(5, 25));
  });
});

describe("firstOf", () => {
  it.each([0, 1, 24, 2000, 5000, 9999])("gives the first %i, sorted", (count) => {
    const first = firstOf(Uint32Array.from(shuffled), count, compare);
    expect(first).toEqual(sorted.slice(0, count));
  });
});

function setOf(wanted: (slot: number) => boolean): Uint32Array {
  const bits = new Uint32Array(bitsLength(keys.length));
  for (const slot of keys.keys()) if (wanted(slot)) setBit(bits, slot);
  return bits;
}
