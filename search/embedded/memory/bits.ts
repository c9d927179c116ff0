/**
 * Bitsets of slots, thirty-two bits in a number. Union and intersection of sets of a million documents
 * take a loop of thirty thousand steps.
 *
 * @module
 */

/** So many numbers hold the bits of so many slots. */
export function bitsLength(capacity: number): number {
  return Math.ceil(capacity / 32);
}

export function hasBit(bits: Uint32Array, slot: number): boolean {
  // A shift takes its distance modulo 32.
  return (bits[slot >>> 5]! & (1 << slot)) !== 0;
}

/** 1 when the slot is in the set, otherwise 0: for loops without branches. */
export function bitOf(bits: Uint32Array, slot: number): number {
  return (bits[slot >>> 5]! >>> (slot & 31)) & 1;
}

export function setBit(bits: Uint32Array, slot: number): void {
  bits[slot >>> 5]! |= 1 << slot;
}

export function clearBit(bits: Uint32Array, slot: number): void {
  bits[slot >>> 5]! &= ~(1 << slot);
}

/**
 * How many slots are in a set.
 *
 * @see {@link https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel}
 */
export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    let sums = bits[at]! | 0;
    sums -= (sums >>> 1) & 0x55555555;
    sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
    count += Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** Writes the slots of a set to `slots`, lowest first, and says how many they are. */
export function listBits(bits: Uint32Array, slots: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    let rest = bits[at]! | 0;
    while (rest !== 0) {
      const lowest = rest & -rest;
      slots[count++] = 32 * at + 31 - Math.clz32(lowest);
      rest ^= lowest;
    }
  }
  return count;
}

/**
 * Parts the first `count` of `slots` into those that are in a set and those that are not. Either
 * list may be `slots` itself.
 *
 * @returns How many are in the set.
 */
export function part(
  slots: Uint32Array,
  count: number,
  bits: Uint32Array,
  inside: Uint32Array,
  outside: Uint32Array,
): number {
  let insideCount = 0;
  for (let at = 0; at < count; at++) {
    const slot = slots[at]!;
    inside[insideCount] = slot;
    outside[at - insideCount] = slot;
    insideCount += bitOf(bits, slot);
  }
  return insideCount;
}

/** The slots of a set that has `count` of them, lowest first. */
export function slotsOf(bits: Uint32Array, count: number): Uint32Array {
  const slots = new Uint32Array(count);
  listBits(bits, slots);
  return slots;
}
