/**
 * Small numbers for texts that come again and again: 0 for the first one, and so on. Texts are told
 * apart where they lie, as bytes: to make a string of each would cost more than all the counting.
 */
export interface ByteCodes {
  /**
   * The number of the text in these bytes; when it was not seen before a new one, or `notRemembered` when
   * there are as many as there may be.
   */
  of(bytes: DataView, from: number, to: number): number;
}

export const notRemembered = -1;

/**
 * A hash table with open addressing over copies of the texts.
 *
 * @param maxTexts How many it remembers.
 */
export function createByteCodes(maxTexts = Infinity): ByteCodes {
  let known = new DataView(new ArrayBuffer(4096));
  /** Where each text ends in `known`, by its number; it starts where the one before ends. */
  const ends: number[] = [];
  const hashes: number[] = [];
  /** Number + 1 by slot; 0 is free. */
  let slots = new Uint32Array(256);

  function isKnown(number: number, bytes: DataView, from: number, to: number): boolean {
    const start = number === 0 ? 0 : ends[number - 1] ?? 0;
    return (ends[number] ?? 0) - start === to - from && areEqual(known, start, bytes, from, to);
  }

  function remember(hash: number, bytes: DataView, from: number, to: number) {
    const start = ends.at(-1) ?? 0;
    const end = start + to - from;
    if (end > known.byteLength) known = new DataView(known.buffer.transfer(2 * end));
    new Uint8Array(known.buffer).set(new Uint8Array(bytes.buffer, from, to - from), start);
    ends.push(end);
    hashes.push(hash);
    if (slots.length < 2 * ends.length) spread(new Uint32Array(2 * slots.length));
  }

  function spread(over: Uint32Array<ArrayBuffer>) {
    slots = over;
    for (const [number, hash] of hashes.entries()) {
      let slot = hash & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
  }

  return {
    of(bytes, from, to) {
      const hash = hashOf(bytes, from, to);
      const mask = slots.length - 1;
      for (let slot = hash & mask;; slot = (slot + 1) & mask) {
        const number = (slots[slot] ?? 0) - 1;
        if (number === -1) {
          if (ends.length >= maxTexts) return notRemembered;
          slots[slot] = ends.length + 1;
          remember(hash, bytes, from, to);
          return ends.length - 1;
        }
        if (hashes[number] === hash && isKnown(number, bytes, from, to)) return number;
      }
    },
  };
}

/** Four bytes at a time, and those that are left one by one. */
function hashOf(bytes: DataView, from: number, to: number): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = mix(hash, bytes.getInt32(at, true));
  for (; at < to; at++) hash = mix(hash, bytes.getUint8(at));
  return hash >>> 1;
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function areEqual(one: DataView, start: number, other: DataView, from: number, to: number) {
  const shift = start - from;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    if (one.getInt32(at + shift, true) !== other.getInt32(at, true)) return false;
  }
  for (; at < to; at++) {
    if (one.getUint8(at + shift) !== other.getUint8(at)) return false;
  }
  return true;
}
