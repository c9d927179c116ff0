/**
 * Pages of hits without sorting all hits. Each hit has one sort key: its score, if relevant, and its place in
 * an order of all documents.
 *
 * @module
 */
import type { Sort } from "../profile-search.ts";
import type { Members } from "./members.ts";
import { withRoom } from "../words/numbers.ts";

export type Pages = ReturnType<typeof createPages>;

/** Larger than any place or score: keys are integers below 2⁵³. */
const scale = 2 ** 26;

export function createPages(members: Members) {
  let keys = new Float64Array(64);

  return {
    /**
     * A page of the first `count` slots.
     *
     * @param scores By slot, higher is better; all 0 without a text.
     */
    read(
      sort: Sort,
      slots: Uint32Array,
      count: number,
      scores: Uint32Array,
      offset: number,
      limit: number,
    ): number[] {
      const end = Math.min(offset + limit, count);
      if (offset >= end) return [];
      const places = (sort === "name" ? members.byName : members.recent).places();
      keys = withRoom(keys, count);
      for (let at = 0; at < count; at++) {
        const slot = slots[at]!;
        const rank = sort === "relevance" ? scale - scores[slot]! : 0;
        keys[at] = rank * scale + places[slot]!;
      }
      // The place identifies the slot, since places are unique.
      const slotAt = sort === "name" ? members.byName : members.recent;
      return [...smallest(keys.subarray(0, count), end).subarray(offset)]
        .map((key) => slotAt.at(key % scale));
    },
  };
}

/** The smallest `count` numbers, sorted. */
function smallest(numbers: Float64Array, count: number): Float64Array {
  // If most are wanted, sorting all is cheaper than a heap.
  if (count * 4 > numbers.length) return numbers.sort().subarray(0, count);
  /** A max-heap of the smallest so far: one comparison rejects most numbers. */
  const heap = numbers.slice(0, count).sort().reverse();
  for (let at = count; at < numbers.length; at++) {
    const number = numbers[at]!;
    if (number < heap[0]!) replaceTop(heap, number);
  }
  return heap.sort();
}

function replaceTop(heap: Float64Array, number: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child]! < heap[child + 1]!) child++;
    if (number >= heap[child]!) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = number;
}
