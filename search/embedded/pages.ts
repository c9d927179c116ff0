/**
 * Pagination of hits without sorting all of them. A heap selects the hits of a short page; a page of a
 * broad result is read from the sorted list of all documents.
 *
 * Relevance is a few groups of hits with equal scores, best first, each in order of recency.
 *
 * @module
 */
import type { Sort } from "../profile-search.ts";
import { compareText } from "../text.ts";
import { slotsOf } from "./memory/bits.ts";
import { type Image, numbersOf } from "./memory/image.ts";
import { type Compare, createOrder, type Order } from "./order.ts";
import type { Slots } from "./memory/slots.ts";
import { firstOf } from "./heap.ts";

export interface Pages {
  add(slot: number): void;
  /** Takes out a slot whose keys can still be read. */
  remove(slot: number): void;
  /** A page of the hits of a text. */
  read(sort: Sort, hits: PageHits, offset: number, limit: number): number[];
  /** A page of all slots of a set, which are `count`. */
  readSet(sort: Sort, set: Uint32Array, count: number, offset: number, limit: number): number[];
  image(): Image;
  restore(image: Image): void;
}

/** The first `count` of `slots`, in any order: those of the set `passing` that have a score. */
export interface PageHits {
  readonly slots: Uint32Array;
  readonly count: number;
  readonly passing: Uint32Array;
  /** By slot, more is better; 0 is no hit. */
  readonly scores: Uint16Array;
}

const maxScore = 2 ** 16 - 1;

export function createPages(slots: Slots): Pages {
  const { memberIds, nameKeys } = slots;

  const recent: SortedOrder = sortedBy((a, b) =>
    slots.updatedAtMs[b]! - slots.updatedAtMs[a]! || compareText(memberIds[a]!, memberIds[b]!)
  );
  const name: SortedOrder = sortedBy((a, b) =>
    compareText(nameKeys[a]!, nameKeys[b]!) || compareText(memberIds[a]!, memberIds[b]!)
  );
  const orders = { recent, name };
  /** By score: how many hits have it. */
  const histogram = new Uint32Array(maxScore + 1);

  /**
   * A walk along the order passes about `end * live / count` slots, a heap compares `count` by their
   * keys, which takes as long as passing eight.
   */
  const isWalkShorter = (end: number, count: number) => end * slots.live < 8 * count * count;

  function readSet(
    { order, compare }: SortedOrder,
    set: Uint32Array,
    count: number,
    offset: number,
    limit: number,
  ): number[] {
    const end = Math.min(offset + limit, count);
    if (offset >= end) return [];
    if (isWalkShorter(end, count)) return order.read(offset, end - offset, set);
    return firstOf(slotsOf(set, count), end, compare).slice(offset);
  }

  /** A page of the hits with scores from `low` to `high`, which are `count`. */
  function readBand(
    { order, compare }: SortedOrder,
    hits: PageHits,
    { low, high, count }: Band,
    offset: number,
    limit: number,
  ): number[] {
    const { passing, scores } = hits;
    const end = Math.min(offset + limit, count);
    if (offset >= end) return [];
    if (isWalkShorter(end, count)) {
      return order.read(offset, end - offset, passing, { scores, low, high });
    }
    return firstOf(listBand(hits, { low, high, count }), end, compare).slice(offset);
  }

  function readByScore(hits: PageHits, offset: number, limit: number): number[] {
    const { scores } = hits;
    const end = Math.min(offset + limit, hits.count);
    if (offset >= end) return [];
    const occurring = countScores(hits);
    const first = scoreAt(occurring, offset);
    const last = scoreAt(occurring, end - 1);
    for (const score of occurring) histogram[score] = 0;

    const skip = Math.max(0, offset - last.before);
    const ofLast = { low: last.score, high: last.score, count: last.count };
    const fromLast = readBand(recent, hits, ofLast, skip, end - last.before - skip);
    if (first.score === last.score) return fromLast;

    // The groups before the last one are on the page to their ends, so they are small; unless the
    // page begins deep inside the first.
    const compare: Compare = (a, b) => scores[b]! - scores[a]! || recent.compare(a, b);
    const count = last.before - first.before;
    const better = listBand(hits, { low: last.score + 1, high: first.score, count });
    return [...firstOf(better, count, compare).slice(offset - first.before), ...fromLast];
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
  function countScores({ slots: all, count, scores }: PageHits): number[] {
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
    read: (sort, hits, offset, limit) =>
      sort === "relevance" ? readByScore(hits, offset, limit) : readBand(
        orders[sort],
        hits,
        { low: 1, high: maxScore, count: hits.count },
        offset,
        limit,
      ),
    // Without a text everything is equally relevant.
    readSet: (sort, set, count, offset, limit) =>
      readSet(sort === "name" ? name : recent, set, count, offset, limit),
    image: () => ({ recent: recent.order.list(), name: name.order.list() }),
    restore(image) {
      recent.order.restore(numbersOf(image, "recent", Uint32Array));
      name.order.restore(numbersOf(image, "name", Uint32Array));
    },
  };
}

/** Scores, and how many hits have one of them. */
interface Band {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

function listBand({ slots: all, count, scores }: PageHits, band: Band): Uint32Array {
  if (band.count === count) return all.subarray(0, count);
  const { low, high } = band;
  // One more than there can be: a loop without branches writes before it knows.
  const list = new Uint32Array(band.count + 1);
  let length = 0;
  for (let at = 0; at < count; at++) {
    const slot = all[at]!;
    const score = scores[slot]!;
    list[length] = slot;
    // Both differences are negative, which is their highest bit.
    length += ((low - 1 - score) & (score - high - 1)) >>> 31;
  }
  return list.subarray(0, band.count);
}

interface SortedOrder {
  readonly order: Order;
  readonly compare: Compare;
}

function sortedBy(compare: Compare): SortedOrder {
  return { order: createOrder(compare), compare };
}
