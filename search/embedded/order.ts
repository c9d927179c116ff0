/**
 * Order of all documents, by date or name. Each slot's place is a number, so sorting compares numbers instead
 * of texts. Changes are applied together when the order is next read.
 *
 * @module
 */
import { withRoom } from "../words/numbers.ts";

/** Negative when slot `a` comes first; 0 only for the same slot. */
export type Compare = (a: number, b: number) => number;

export type Order = ReturnType<typeof createOrder>;

/** Changes are applied at this number at the latest, so that no reader waits for many. */
const mostWaiting = 1000;

export function createOrder(compare: Compare) {
  let sorted = new Uint32Array(0);
  let places = new Uint32Array(0);
  /** By slot: 1 if it was removed since. */
  let isGone = new Uint8Array(0);
  let hasChanged = false;
  const waiting = new Set<number>();

  function takeIn(): void {
    const stayed = sorted.filter((slot) => isGone[slot] !== 1);
    isGone.fill(0);
    const fresh = [...waiting].sort(compare);
    waiting.clear();
    sorted = new Uint32Array(stayed.length + fresh.length);
    let from = 0;
    for (const [at, slot] of fresh.entries()) {
      const to = firstAfter(stayed, slot, compare);
      sorted.set(stayed.subarray(from, to), from + at);
      sorted[to + at] = slot;
      from = to;
    }
    sorted.set(stayed.subarray(from), from + fresh.length);
  }

  return {
    add(slot: number): void {
      hasChanged = true;
      waiting.add(slot);
      if (waiting.size >= mostWaiting) takeIn();
    },
    remove(slot: number): void {
      hasChanged = true;
      if (waiting.delete(slot)) return;
      isGone = withRoom(isGone, slot + 1);
      isGone[slot] = 1;
    },
    /** The slot at a place, as of the last call of `places`. */
    at: (place: number): number => sorted[place]!,
    /** By slot: its place. Valid until the next change. */
    places(): Uint32Array {
      if (!hasChanged) return places;
      takeIn();
      hasChanged = false;
      for (let place = 0; place < sorted.length; place++) {
        const slot = sorted[place]!;
        if (slot >= places.length) places = withRoom(places, slot + 1);
        places[slot] = place;
      }
      return places;
    },
  };
}

/** The first place in `sorted` whose slot comes after this one. */
function firstAfter(sorted: Uint32Array, slot: number, compare: Compare): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle]!, slot) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
