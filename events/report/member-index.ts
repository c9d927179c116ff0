/** Numbers members from 0 in the order in which they first appear. */
export interface MemberIndex {
  readonly size: number;
  /** The number of the member whose id stands in `text` from `start` to `end`. */
  of(text: string, start: number, end: number): number;
}

const uuidLength = 36;
const notHex = 16;
/** The value of a hex digit by its character code; upper case stays another id. */
const digits = new Uint8Array(128).fill(notHex);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  digits[digit.charCodeAt(0)] = value;
}

/**
 * A million ids as strings in a map would take more memory than everything else about their
 * members: a UUID is kept as the 16 bytes it stands for, in a hash table with open addressing. Any
 * other id works, too, and goes into a map.
 */
export function createMemberIndex(): MemberIndex {
  const others = new Map<string, number>();
  let words = new Uint32Array(4 * 1024);
  /** Member number + 1 by slot; 0 is free. */
  let slots = new Uint32Array(2048);
  let size = 0;
  const id = new Uint32Array(4);

  function slotOf(): number {
    const mask = slots.length - 1;
    const a = id[0] ?? 0;
    const b = id[1] ?? 0;
    const c = id[2] ?? 0;
    const d = id[3] ?? 0;
    let slot = Math.imul(a ^ Math.imul(b, 31) ^ Math.imul(c, 17) ^ d, 0x9e3779b1) >>> 7 & mask;
    for (;;) {
      const at = ((slots[slot] ?? 0) - 1) * 4;
      if (at < 0) return slot;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  function growWords() {
    if (words.length >= (size + 1) * 4) return;
    const larger = new Uint32Array(words.length * 1.5);
    larger.set(words);
    words = larger;
  }

  function growSlots() {
    if (slots.length >= size * 2) return;
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    for (const taken of before) {
      if (taken === 0) continue;
      id.set(words.subarray((taken - 1) * 4, taken * 4));
      slots[slotOf()] = taken;
    }
  }

  return {
    get size() {
      return size;
    },
    of(text, start, end) {
      if (end - start !== uuidLength || !parseUuid(text, start, id)) {
        const other = text.slice(start, end);
        const known = others.get(other);
        if (known !== undefined) return known;
        // Its words stay zero in the table of UUIDs, where no slot points to them.
        growWords();
        others.set(other, size);
        return size++;
      }
      const slot = slotOf();
      const taken = slots[slot] ?? 0;
      if (taken > 0) return taken - 1;
      growWords();
      words.set(id, size * 4);
      size += 1;
      slots[slot] = size;
      growSlots();
      return size - 1;
    },
  };
}

/** Whether a UUID in lower case begins at `start`; its 16 bytes are in `into` then. */
function parseUuid(text: string, start: number, into: Uint32Array): boolean {
  let at = start;
  let seen = 0;
  for (let word = 0; word < 4; word++) {
    let value = 0;
    for (let digit = 0; digit < 8; digit++) {
      if (at === start + 8 || at === start + 13 || at === start + 18 || at === start + 23) {
        if (text.charCodeAt(at) !== 45) return false;
        at += 1;
      }
      const hex = digits[text.charCodeAt(at)] ?? notHex;
      seen |= hex;
      value = (value << 4) | hex;
      at += 1;
    }
    into[word] = value;
  }
  return (seen & notHex) === 0;
}
