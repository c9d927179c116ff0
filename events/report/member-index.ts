import { grown } from "./columns.ts";

/** Numbers members from 0 in the order in which they first appear. */
export interface MemberIndex {
  readonly size: number;
  /** The number of the member whose UUID is these four words of `ids`, from `at` on. */
  of(ids: Uint32Array, at: number): number;
}

/**
 * A million ids as strings in a map would take more memory than everything else about their
 * members: here they are 16 bytes each, in a hash table with open addressing.
 */
export function createMemberIndex(): MemberIndex {
  let known = new Uint32Array(firstMembers * 4);
  /** Member number + 1 by slot; 0 is free. */
  let slots = new Uint32Array(firstMembers * 2);
  let size = 0;

  /** Where a member stands, or the free place where it belongs. */
  function slotOf(ids: Uint32Array, at: number): number {
    const a = ids[at] ?? 0;
    const b = ids[at + 1] ?? 0;
    const c = ids[at + 2] ?? 0;
    const d = ids[at + 3] ?? 0;
    const mask = slots.length - 1;
    let slot =
      Math.imul(a ^ Math.imul(b, 31) ^ Math.imul(c, 17) ^ Math.imul(d, 101), 0x9e3779b1) >>> 7 &
      mask;
    for (;;) {
      const of = ((slots[slot] ?? 0) - 1) * 4;
      if (of < 0) return slot;
      if (known[of] === a && known[of + 1] === b && known[of + 2] === c && known[of + 3] === d) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  function makeRoom() {
    if (known.length < (size + 1) * 4) known = grown(known, 4 * Math.ceil(size * 1.2));
    if (slots.length >= size * 1.5) return;
    slots = grown(slots, 2 * slots.length).fill(0);
    for (let number = 0; number < size; number++) slots[slotOf(known, number * 4)] = number + 1;
  }

  return {
    get size() {
      return size;
    },
    of(ids, at) {
      const slot = slotOf(ids, at);
      const taken = slots[slot] ?? 0;
      if (taken > 0) return taken - 1;
      known.set(ids.subarray(at, at + 4), size * 4);
      size += 1;
      slots[slot] = size;
      makeRoom();
      return size - 1;
    },
  };
}

/** A power of two. */
const firstMembers = 512;
