/**
 * One page of the hits in the order that was asked for, without sorting all of them: a short page
 * is picked out with a heap, and one of a broad result is read off the order that is kept anyway.
 *
 * Relevance is a few groups of hits that match equally well, best first, each in order of recency.
 *
 * @module
 */
import { isZero } from "./numbers.ts";
import { compareText } from "../text.ts";
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
    const occurring = countScores(hits, scores);
    const page: number[][] = [];
    let before = 0;
    for (const score of occurring) {
      const count = histogram[score]!;
      const skip = Math.max(0, offset - before);
      const most = offset + limit - before - skip;
      if (most > 0 && skip < count) page.push(readScore(score, count, skip, most));
      before += count;
      histogram[score] = 0;
    }
    return page.flat();

    function readScore(score: number, count: number, skip: number, most: number): number[] {
      const isHit = (slot: number) => scores[slot] === score && hits.isHit(slot);
      const list = () => listScore(hits, scores, score, count);
      return read(recent, { list, count, isHit }, skip, most);
    }
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
  };
}

function listScore(
  { slots: all, count }: ListedHits,
  scores: Uint16Array,
  wanted: number,
  wantedCount: number,
): Uint32Array {
  // One more than there can be: a loop without branches writes before it knows.
  const list = new Uint32Array(wantedCount + 1);
  let length = 0;
  for (let at = 0; at < count; at++) {
    const slot = all[at]!;
    list[length] = slot;
    length += isZero(scores[slot]! ^ wanted);
  }
  return list.subarray(0, wantedCount);
}

interface Kept {
  readonly order: Order;
  readonly compare: Compare;
}

function keep(compare: Compare): Kept {
  return { order: createOrder(compare), compare };
}
