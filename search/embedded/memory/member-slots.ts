/**
 * Hash table from member ids to slots, with chains in typed arrays. A `Map` of a million ids takes a second
 * to fill, which is half of a start.
 *
 * There are as many buckets as slots were ever taken. With each new slot the next bucket in turn is
 * split into two, so that nobody waits until all members have been put into a larger table: linear
 * hashing.
 *
 * @see {@link https://en.wikipedia.org/wiki/Linear_hashing}
 * @module
 */
import { type Image, numbersOf } from "./image.ts";
import { type Growing, lengthen } from "./growth.ts";

export interface MemberSlots extends Growing {
  find(memberId: string): number | undefined;
  /** The member's document is in this slot; they have no other. Slots are taken one after the other. */
  add(slot: number): void;
  /** Call it while the slot still has its member's id. */
  remove(slot: number): void;
  image(used: number): Image;
  /** There has to be room for all slots. */
  restore(image: Image): void;
}

/** @param memberIds By slot; an empty text is no member. */
export function createMemberSlots(memberIds: readonly string[]): MemberSlots {
  /** By bucket: the first slot of its chain plus one; 0 is none. */
  let firsts = new Uint32Array(1);
  let buckets = 1;
  /** By slot: the next one of its chain plus one. */
  let nexts = new Uint32Array(0);

  function bucketOf(memberId: string): number {
    const bucket = hashOf(memberId) & maskOf(buckets);
    // One that is not there yet is still part of the one that will be split.
    return bucket < buckets ? bucket : bucket & (maskOf(buckets) >>> 1);
  }

  function split(): void {
    const added = buckets++;
    const parted = added & (maskOf(buckets) >>> 1);
    let place = firsts[parted]!;
    firsts[parted] = 0;
    while (place !== 0) {
      const next = nexts[place - 1]!;
      link(place - 1);
      place = next;
    }
  }

  function link(slot: number): void {
    const bucket = bucketOf(memberIds[slot]!);
    nexts[slot] = firsts[bucket]!;
    firsts[bucket] = slot + 1;
  }

  return {
    add(slot) {
      if (slot >= buckets) split();
      link(slot);
    },
    find(memberId) {
      let place = firsts[bucketOf(memberId)]!;
      while (place !== 0 && memberIds[place - 1] !== memberId) place = nexts[place - 1]!;
      return place === 0 ? undefined : place - 1;
    },
    remove(slot) {
      const bucket = bucketOf(memberIds[slot]!);
      if (firsts[bucket] === slot + 1) {
        firsts[bucket] = nexts[slot]!;
        return;
      }
      let before = firsts[bucket]!;
      while (before !== 0 && nexts[before - 1] !== slot + 1) before = nexts[before - 1]!;
      if (before !== 0) nexts[before - 1] = nexts[slot]!;
    },
    image: (used) => ({ firsts: firsts.subarray(0, buckets), nexts: nexts.subarray(0, used) }),
    restore(image) {
      const saved = numbersOf(image, "firsts", Uint32Array);
      firsts.set(saved);
      buckets = saved.length;
      nexts.set(numbersOf(image, "nexts", Uint32Array));
    },
    grow: (capacity) => [
      ...lengthen(capacity, () => firsts, (longer) => firsts = longer),
      ...lengthen(capacity, () => nexts, (longer) => nexts = longer),
    ],
  };
}

/** All bits of the number of the last bucket. */
function maskOf(buckets: number): number {
  return (1 << (32 - Math.clz32(buckets - 1))) - 1;
}

/** @see {@link http://www.isthe.com/chongo/tech/comp/fnv/} FNV-1a, its upper bits mixed in */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
