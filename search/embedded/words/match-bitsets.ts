/**
 * Match bitsets: the documents that match a text, as sets of bits, where only their number is wanted.
 * Suggestions ask for many texts that have words in common, so the sets of a word are cached until
 * `forget`.
 *
 * @module
 */
import type { Wanted } from "../../wanted.ts";
import { bitsLength, countBits, setBit } from "../memory/bits.ts";
import type { Columns } from "./columns.ts";
import { isZero } from "../memory/numbers.ts";
import { fieldBits, type Postings } from "./postings.ts";
import type { Slots } from "../memory/slots.ts";
import { type PlacesFinder, rarestFirst, type WordPlaces } from "./word-places.ts";

export interface MatchBitsets {
  /** The documents of the set `within` that match all words; the set lasts until {@link forget}. */
  find(words: readonly Wanted[], within: Uint32Array): Uint32Array;
  /** The documents that match a word, removed ones among them; lasts as long. */
  having(word: Wanted): Uint32Array;
  /** Call this when done, and before the index changes. */
  forget(): void;
}

/** What is known of a word: the documents that have it, and those that have it in a list. */
interface Known {
  readonly places: WordPlaces;
  /** Once this is set, `lists` is the same set. */
  whole?: Uint32Array;
  lists?: Uint32Array;
}

/** Of so few candidates each is looked up in a column, instead of going through all of it. */
const slotsACandidate = 8;

export function createMatchBitsets(
  finder: PlacesFinder,
  postings: Postings,
  columns: Columns,
  slots: Slots,
): MatchBitsets {
  const view = { page: new Uint32Array(0), start: 0, end: 0 };
  /** By word, with a mark when it may be a beginning. */
  const known = new Map<string, Known>();
  const sets: Uint32Array[] = [];
  let taken = 0;

  function find(words: readonly Wanted[], within: Uint32Array): Uint32Array {
    const found = emptySet();
    found.set(within);
    const all = words.map(knownOf);
    for (const one of all.sort((a, b) => rarestFirst(a.places, b.places))) narrow(found, one);
    return found;
  }

  function knownOf({ word, isPrefix }: Wanted): Known {
    const key = isPrefix ? `${word}*` : word;
    const before = known.get(key);
    if (before !== undefined) return before;
    const one: Known = { places: finder.ofWord(word, isPrefix, 0) };
    known.set(key, one);
    return one;
  }

  function narrow(found: Uint32Array, one: Known): void {
    const { places, whole } = one;
    if (!whole && places.isDense && countBits(found) * slotsACandidate < slots.used) {
      lookUp(found, columnsOf(places), listsOf(one));
      return;
    }
    const having = setOf(one);
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

  function setOf(one: Known): Uint32Array {
    if (one.whole !== undefined) return one.whole;
    const set = listsOf(one);
    for (const bytes of columnsOf(one.places)) addColumn(bytes, set);
    one.whole = set;
    return set;
  }

  function listsOf(one: Known): Uint32Array {
    if (one.lists !== undefined) return one.lists;
    const set = emptySet();
    for (const word of one.places.words) if (postings.columnOf(word) === 0) addList(word, set);
    one.lists = set;
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
    having: (word) => setOf(knownOf(word)),
    forget() {
      known.clear();
      taken = 0;
    },
  };
}
