/** Numbers members from 0 in the order in which they first appear. */
export interface MemberIndex {
  size(): number;
  /** The number of the member whose UUID is these four words of `ids`, from `at` on. */
  of(ids: Uint32Array, at: number): number;
}

/**
 * A million ids as strings in a map would take more memory than everything else about their
 * members: here they are 16 bytes each, in pieces that stay where they are, and are found through a
 * hash table with open addressing.
 */
export function createMemberIndex(): MemberIndex {
  const pieces: Uint32Array[] = [];
  /** Member number + 1 by slot; 0 is free. */
  let slots = new Uint32Array(firstSlots);
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
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return slot;
      const known = pieces[number >>> pieceBits];
      const of = placeOf(number);
      if (
        known !== undefined && known[of] === a && known[of + 1] === b && known[of + 2] === c &&
        known[of + 3] === d
      ) return slot;
      slot = (slot + 1) & mask;
    }
  }

  function remember(ids: Uint32Array, at: number) {
    const piece = pieces[size >>> pieceBits] ??= new Uint32Array(4 << pieceBits);
    piece.set(ids.subarray(at, at + 4), placeOf(size));
    size += 1;
    if (slots.length < size * 1.5) spread(2 * slots.length);
  }

  function spread(length: number) {
    // Gone at once, not when it is collected.
    slots.buffer.transfer(0);
    slots = new Uint32Array(length);
    for (let number = 0; number < size; number++) {
      const piece = pieces[number >>> pieceBits];
      if (piece !== undefined) slots[slotOf(piece, placeOf(number))] = number + 1;
    }
  }

  return {
    size: () => size,
    of(ids, at) {
      const slot = slotOf(ids, at);
      const taken = slots[slot] ?? 0;
      if (taken > 0) return taken - 1;
      slots[slot] = size + 1;
      remember(ids, at);
      return size - 1;
    },
  };
}

/** Where a member's words are in their piece. */
function placeOf(number: number): number {
  return 4 * (number & (1 << pieceBits) - 1);
}

/** Members in a piece, as a power of two: 256 KiB. */
const pieceBits = 14;
/** A power of two. */
const firstSlots = 1024;
