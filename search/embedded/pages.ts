/**
 * One page of the hits in the order that was asked for, without sorting all of them: a short page
 * is picked out with a heap, and one of a broad result is read off the order that is kept anyway.
 *
 * Relevance is a few groups of hits that match equally well, best first, each in order of recency.
 *
 * @module
 */
import { compareText } from "../text.ts";
import { type Image, numbersOf } from "./image.ts";
import { type Compare, createOrder, type Order } from "./order.ts";
import type { Slots } from "./slots.ts";
import { firstOf } from "./heap.ts";

export interface Pages {
  add(slot: number): void;
  /** Takes out a slot whose keys can still be read. */
  remove(slot: number): void;
  read(sort: "recent" | "name", hits: PageHits, offset: number, limit: number): number[];
  /** @param scores By slot, more is better. */
  readByScore(hits: ListedHits, scores: Uint16Array, offset: number, limit: number): number[];
  image(): Image;
  restore(image: Image): void;
}

export interface PageHits {
  readonly count: number;
  /** Whether a slot is among the hits. */
  isHit(slot: number): boolean;
  /** All hits, in any order. */
  list(): Uint32Array;
}

export interface ListedHits {
  /** The first `count` are the hits. */
  readonly slots: Uint32Array;
  readonly count: number;
  /** Whether a slot is among the hits. */
  isHit(slot: number): boolean;
}

export function createPages(slots: Slots): Pages {
  const { memberIds, nameKeys } = slots;

  const recent: Kept = keep((a, b) =>
    slots.updatedAtMs[b]! - slots.updatedAtMs[a]! || compareText(memberIds[a]!, memberIds[b]!)
  );
  const name: Kept = keep((a, b) =>
    compareText(nameKeys[a]!, nameKeys[b]!) || compareText(memberIds[a]!, memberIds[b]!)
  );
  const kept = { recent, name };
  /** By score: how many hits have it. */
  const histogram = new Uint32Array(1 << 16);

  function read({ order, compare }: Kept, hits: PageHits, offset: number, limit: number): number[] {
    const { count, isHit } = hits;
    const end = Math.min(offset + limit, count);
    if (offset >= end) return [];
    // Reading the order passes about `end * live / count` slots, a heap looks at `count`.
    if (end * slots.live < count * count) return order.read(offset, end - offset, isHit);
    return firstOf(hits.list(), end, compare).slice(offset);
  }

  function readByScore(
    hits: ListedHits,
    scores: Uint16Array,
    offset: number,
    limit: number,
  ): number[] {
    const end = Math.min(offset + limit, hits.count);
    if (offset >= end) return [];
    const occurring = countScores(hits, scores);
    const first = scoreAt(occurring, offset);
    const last = scoreAt(occurring, end - 1);
    for (const score of occurring) histogram[score] = 0;

    const isLast = (slot: number) => scores[slot] === last.score && hits.isHit(slot);
    const list = () => listScores(hits, scores, last.score, last.score, last.count);
    const skip = Math.max(0, offset - last.before);
    const count = end - last.before - skip;
    const fromLast = read(recent, { list, count: last.count, isHit: isLast }, skip, count);
    if (first.score === last.score) return fromLast;

    // The groups before the last one are on the page to their ends, so they are small; unless the
    // page begins deep inside the first.
    const compare: Compare = (a, b) => scores[b]! - scores[a]! || recent.compare(a, b);
    const better = last.before - first.before;
    const listed = listScores(hits, scores, last.score + 1, first.score, better);
    return [...firstOf(listed, better, compare).slice(offset - first.before), ...fromLast];
  }

  /** The group that the hit at this place is in: how many are in it, and how many before it. */
  function scoreAt(occurring: readonly number[], place: number) {
    let before = 0;
    for (const score of occurring) {
      const count = histogram[score]!;
      if (place < before + count) return { score, count, before };
      before += count;
    }
    throw new RangeError(`There is no hit at ${place}`);
  }

  /** Fills the histogram, and says which scores occur, best first. */
  function countScores({ slots: all, count }: ListedHits, scores: Uint16Array): number[] {
    const occurring: number[] = [];
    const sums = histogram;
    for (let at = 0; at < count; at++) {
      const score = scores[all[at]!]!;
      if (sums[score]!++ === 0) occurring.push(score);
    }
    return occurring.sort((a, b) => b - a);
  }

  return {
    add(slot) {
      recent.order.add(slot);
      name.order.add(slot);
    },
    remove(slot) {
      recent.order.remove(slot);
      name.order.remove(slot);
    },
    read: (sort, hits, offset, limit) => read(kept[sort], hits, offset, limit),
    readByScore,
    image: () => ({ recent: recent.order.list(), name: name.order.list() }),
    restore(image) {
      recent.order.restore(numbersOf(image, "recent", Uint32Array));
      name.order.restore(numbersOf(image, "name", Uint32Array));
    },
  };
}

/** The hits, `wanted` of them, whose scores are from `low` to `high`. */
function listScores(
  { slots: all, count }: ListedHits,
  scores: Uint16Array,
  low: number,
  high: number,
  wanted: number,
): Uint32Array {
  // One more than there can be: a loop without branches writes before it knows.
  const list = new Uint32Array(wanted + 1);
  let length = 0;
  for (let at = 0; at < count; at++) {
    const slot = all[at]!;
    const score = scores[slot]!;
    list[length] = slot;
    // Both differences are negative, which is their highest bit.
    length += ((low - 1 - score) & (score - high - 1)) >>> 31;
  }
  return list.subarray(0, wanted);
}

interface Kept {
  readonly order: Order;
  readonly compare: Compare;
}

function keep(compare: Compare): Kept {
  return { order: createOrder(compare), compare };
}
