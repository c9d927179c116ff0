/**
 * The documents that match a text, as sets of bits: for those who only count them. Suggestions ask
 * for many texts that have words in common, so what is known of a word is kept for a while.
 *
 * @module
 */
import { bitsLength, countBits, setBit } from "./bits.ts";
import type { Columns } from "./columns.ts";
import { isZero } from "./numbers.ts";
import { fieldBits, type Postings } from "./postings.ts";
import type { Slots } from "./slots.ts";
import type { FindPlaces, WordPlaces } from "./word-places.ts";

export interface MatchSets {
  /** The documents of the set `within` that match all words; the set lasts until {@link forget}. */
  find(words: readonly string[], within: Uint32Array): Uint32Array;
  /** Call this when done, and before the index changes. */
  forget(): void;
}

/** Of so few candidates each is looked up in a column, instead of going through all of it. */
const slotsACandidate = 8;

export function createMatchSets(
  findPlaces: FindPlaces,
  postings: Postings,
  columns: Columns,
  slots: Slots,
): MatchSets {
  const view = { page: new Uint32Array(0), start: 0, end: 0 };
  /** By word: who has it, and who has it in a list. */
  const whole = new Map<string, Uint32Array>();
  const listed = new Map<string, Uint32Array>();
  const sets: Uint32Array[] = [];
  let taken = 0;

  function find(words: readonly string[], within: Uint32Array): Uint32Array {
    const found = emptySet();
    found.set(within);
    for (const places of findPlaces(words)) narrow(found, places);
    return found;
  }

  function narrow(found: Uint32Array, places: WordPlaces): void {
    const isKnown = whole.has(places.key);
    if (!isKnown && places.isDense && countBits(found) * slotsACandidate < slots.used) {
      lookUp(found, columnsOf(places), listsOf(places));
      return;
    }
    const having = setOf(places);
    for (let at = 0; at < found.length; at++) found[at]! &= having[at]!;
  }

  /** Keeps what any of the columns or the set has. */
  function lookUp(found: Uint32Array, some: readonly Uint8Array[], set: Uint32Array): void {
    for (let at = 0; at < found.length; at++) {
      let rest = found[at]! | 0;
      let kept = rest & set[at]!;
      while (rest !== 0) {
        const lowest = rest & -rest;
        const slot = 32 * at + 31 - Math.clz32(lowest);
        for (const bytes of some) if (bytes[slot] !== 0) kept |= lowest;
        rest ^= lowest;
      }
      found[at] = kept;
    }
  }

  function setOf(places: WordPlaces): Uint32Array {
    const known = whole.get(places.key);
    if (known !== undefined) return known;
    const set = listsOf(places);
    for (const bytes of columnsOf(places)) addColumn(bytes, set);
    // It is no set of lists alone any more.
    listed.delete(places.key);
    whole.set(places.key, set);
    return set;
  }

  function listsOf({ key, words }: WordPlaces): Uint32Array {
    const known = listed.get(key);
    if (known !== undefined) return known;
    const set = emptySet();
    for (const word of words) if (postings.columnOf(word) === 0) addList(word, set);
    listed.set(key, set);
    return set;
  }

  function addList(word: number, set: Uint32Array): void {
    postings.look(word, view);
    const { page, start, end } = view;
    for (let place = start; place < end; place++) setBit(set, page[place]! >>> fieldBits);
  }

  function addColumn(bytes: Uint8Array, set: Uint32Array): void {
    const { used } = slots;
    for (let start = 0; start < used; start += 32) {
      const end = Math.min(start + 32, used);
      let more = 0;
      for (let slot = start; slot < end; slot++) more |= (isZero(bytes[slot]!) ^ 1) << slot;
      set[start >>> 5]! |= more;
    }
  }

  function columnsOf({ words, prefixColumn }: WordPlaces): Uint8Array[] {
    return [prefixColumn, ...words.map(postings.columnOf)]
      .filter((column) => column !== 0)
      .map((column) => columns.bytes[column]!);
  }

  /** A set that others have used before. */
  function emptySet(): Uint32Array {
    const length = bitsLength(slots.capacity);
    const known = sets[taken];
    const set = known?.length === length ? known.fill(0) : new Uint32Array(length);
    sets[taken++] = set;
    return set;
  }

  return {
    find,
    forget() {
      whole.clear();
      listed.clear();
      taken = 0;
    },
  };
}
