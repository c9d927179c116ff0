/**
 * Postings: which documents have a word, and the rank of the best field that has it. A word's entries
 * are numbers in one array, sorted: `slot << 4 | rank`. What a document no longer has is taken out at
 * once, and a word that nobody has leaves the dictionary with it.
 *
 * @module
 */
import { beginningsOf } from "./beginnings.ts";
import type { Dictionary } from "./dictionary.ts";
import { withRoom } from "./numbers.ts";

/** Lower bits of an entry that are the rank of its field. */
export const rankBits = 4;
export const rankMask = (1 << rankBits) - 1;

/** The first `length` of `entries`. */
export interface Entries {
  entries: Uint32Array;
  length: number;
}

export interface Postings {
  /** Makes these the words of a document, each with the rank of its best field. */
  set(slot: number, words: ReadonlyMap<string, number>): void;
  of(word: number): Entries;
  /** The words of a document, their beginnings among them: `word << 4 | rank`. */
  wordsOf(slot: number): Uint32Array;
}

export function createPostings(dictionary: Dictionary): Postings {
  /** By word. */
  const lists: (Entries | undefined)[] = [];
  const begins: (readonly number[])[] = [];
  /** By slot. */
  const wordsOf: Uint32Array[] = [];

  function set(slot: number, words: ReadonlyMap<string, number>): void {
    const ranks = new Map<number, number>();
    const add = (word: number, rank: number) => {
      if (!(ranks.get(word)! <= rank)) ranks.set(word, rank);
    };
    for (const [text, rank] of words) {
      const word = dictionary.add(text);
      if (lists[word] === undefined) begins[word] = beginningsOf(text).map(dictionary.add);
      add(word, rank);
      for (const beginning of begins[word]!) add(beginning, rank);
    }
    const own = new Uint32Array(ranks.size);
    let count = 0;
    for (const [word, rank] of ranks) {
      own[count++] = word << rankBits | rank;
      put(lists[word] ??= { entries: new Uint32Array(1), length: 0 }, slot, rank);
    }
    for (const before of wordsOf[slot] ?? []) {
      const word = before >>> rankBits;
      if (ranks.has(word)) continue;
      const list = lists[word]!;
      take(list, slot);
      if (list.length > 0) continue;
      lists[word] = undefined;
      dictionary.remove(word);
    }
    wordsOf[slot] = own;
  }

  return { set, of: (word) => lists[word]!, wordsOf: (slot) => wordsOf[slot]! };
}

function put(list: Entries, slot: number, rank: number): void {
  const { entries, length } = list;
  const at = placeOf(list, slot);
  if (at === length || entries[at]! >>> rankBits !== slot) {
    list.entries = withRoom(entries, length + 1);
    if (at < length) list.entries.copyWithin(at + 1, at, length);
    list.length++;
  }
  list.entries[at] = slot << rankBits | rank;
}

function take(list: Entries, slot: number): void {
  const at = placeOf(list, slot);
  list.entries.copyWithin(at, at + 1, list.length);
  list.length--;
  // Beyond the length nothing is left of anybody.
  list.entries[list.length] = 0;
}

/** The first place whose slot is not below this one. */
function placeOf({ entries, length }: Entries, slot: number): number {
  let low = 0;
  let high = length;
  // Most come last while an index is filled.
  if (length > 0 && entries[length - 1]! >>> rankBits < slot) return length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]! >>> rankBits < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
