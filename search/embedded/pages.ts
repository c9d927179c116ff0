/**
 * One page of the hits in the order that was asked for, without sorting all of them: a short page
 * is picked out with a heap, and one of a broad result is read off the order that is kept anyway.
 *
 * Relevance is a few groups of hits that match equally well, best first, each in order of recency.
 *
 * @module
 */
import { compareText } from "../text.ts";
import { type Compare, createOrder, type Order } from "./order.ts";
import type { Slots } from "./slots.ts";
import { firstOf } from "./heap.ts";

export interface Pages {
  add(slot: number): void;
  remove(slot: number): void;
  /** A page of the first `count` of `slots`; `wanted` says of any slot whether it is among them. */
  read(sort: "recent" | "name", hits: PageHits, offset: number, limit: number): number[];
  readByScore(hits: PageHits, scores: Uint16Array, offset: number, limit: number): number[];
}

export interface PageHits {
  /** The first `count` are the hits; `undefined` when nobody has listed them. */
  readonly slots: Uint32Array | undefined;
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
    if (hits.slots === undefined || end * slots.live < count * count) {
      return order.read(offset, end - offset, isHit);
    }
    return firstOf(hits.slots.subarray(0, count), end, compare).slice(offset);
  }

  function readByScore(
    hits: PageHits,
    scores: Uint16Array,
    offset: number,
    limit: number,
  ): number[] {
    const all = hits.slots?.subarray(0, hits.count) ?? [];
    const occurring: number[] = [];
    for (let at = 0; at < all.length; at++) {
      const score = scores[all[at]!]!;
      if (histogram[score]!++ === 0) occurring.push(score);
    }
    const page: number[] = [];
    let before = 0;
    for (const score of occurring.sort((a, b) => a - b)) {
      const count = histogram[score]!;
      const skip = Math.max(0, offset - before);
      if (page.length < limit && skip < count) {
        page.push(...readScore(score, count, skip, limit - page.length));
      }
      before += count;
    }
    for (const score of occurring) histogram[score] = 0;
    return page;

    function readScore(score: number, count: number, skip: number, most: number): number[] {
      const group = new Uint32Array(count);
      let length = 0;
      for (let at = 0; length < count; at++) {
        const slot = all[at]!;
        if (scores[slot] === score) group[length++] = slot;
      }
      const isHit = (slot: number) => scores[slot] === score && hits.isHit(slot);
      return read(recent, { slots: group, count, isHit }, skip, most);
    }
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

interface Kept {
  readonly order: Order;
  readonly compare: Compare;
}

function keep(compare: Compare): Kept {
  return { order: createOrder(compare), compare };
}
