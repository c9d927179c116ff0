/**
 * Postings: which documents have a word, and the rank of the best field that has it. A word's entries
 * are sorted numbers, `slot << 4 | rank`, in pieces of a few thousand, so that a change moves no more. What
 * a document no longer has is taken out at once, and a word that nobody has leaves the dictionary.
 *
 * @module
 */
import { beginningsOf } from "./beginnings.ts";
import type { Dictionary } from "./dictionary.ts";
import { withRoom } from "./numbers.ts";

/** Lower bits of an entry that are the rank of its field. */
export const rankBits = 4;
export const rankMask = (1 << rankBits) - 1;

/** A piece of a word's entries: the first `length` of `entries`. */
export interface Piece {
  entries: Uint32Array;
  length: number;
}

/** In place of a rank: more than any. */
const same = 255;

/** Of a piece: a longer one becomes two. */
const mostEntries = 8192;

export interface Postings {
  /** Makes these the words of a document, each with the rank of its best field. */
  set(slot: number, words: ReadonlyMap<string, number>): void;
  of(word: number): readonly Piece[];
  /** Another one after each change. */
  version(): number;
  /** The words of a document, their beginnings among them: `word << 4 | rank`. */
  wordsOf(slot: number): Uint32Array;
}

export function createPostings(dictionary: Dictionary): Postings {
  /** By word. */
  const lists: (Piece[] | undefined)[] = [];
  const begins: (readonly number[])[] = [];
  /** By slot. */
  const wordsOf: Uint32Array[] = [];
  let version = 0;

  /** By word: the rank it has in the document that is set, and 1; `same` where it had it before, too. */
  let ranks = new Uint8Array(64);

  function set(slot: number, words: ReadonlyMap<string, number>): void {
    version++;
    const before = wordsOf[slot] ?? [];
    const own = ranked(words);
    for (const one of before) {
      if (ranks[one >>> rankBits] === (one & rankMask) + 1) ranks[one >>> rankBits] = same;
    }
    for (const one of own) {
      const word = one >>> rankBits;
      if (ranks[word] === same) continue;
      const list = lists[word] ??= [{ entries: new Uint32Array(1), length: 0 }];
      put(list, slot, one & rankMask);
    }
    for (const one of before) {
      const word = one >>> rankBits;
      if (ranks[word] !== 0 || take(lists[word]!, slot)) continue;
      lists[word] = undefined;
      dictionary.remove(word);
    }
    for (const one of own) ranks[one >>> rankBits] = 0;
    wordsOf[slot] = own;
  }

  /** Fills `ranks` with words and their beginnings, and lists them. */
  function ranked(words: ReadonlyMap<string, number>): Uint32Array {
    const found: number[] = [];
    const add = (word: number, rank: number) => {
      ranks = withRoom(ranks, word + 1);
      const known = ranks[word]!;
      if (known === 0) found.push(word);
      if (known === 0 || known > rank + 1) ranks[word] = rank + 1;
    };
    for (const [text, rank] of words) {
      const word = dictionary.add(text);
      if (lists[word] === undefined) begins[word] = beginningsOf(text).map(dictionary.add);
      add(word, rank);
      for (const beginning of begins[word]!) add(beginning, rank);
    }
    return Uint32Array.from(found, (word) => word << rankBits | ranks[word]! - 1);
  }

  return {
    set,
    version: () => version,
    of: (word) => lists[word]!,
    wordsOf: (slot) => wordsOf[slot]!,
  };
}

function put(list: Piece[], slot: number, rank: number): void {
  const at = pieceOf(list, slot);
  const piece = list[at]!;
  const { entries, length } = piece;
  const place = placeOf(piece, slot);
  if (place === length || entries[place]! >>> rankBits !== slot) {
    piece.entries = withRoom(entries, length + 1);
    if (place < length) piece.entries.copyWithin(place + 1, place, length);
    piece.length++;
  }
  piece.entries[place] = slot << rankBits | rank;
  if (piece.length < mostEntries) return;
  const half = mostEntries / 2;
  const [first, second] = [piece.entries.slice(0, half), piece.entries.slice(half, mostEntries)];
  list.splice(at, 1, { entries: first, length: half }, { entries: second, length: half });
}

/** Whether somebody is left. */
function take(list: Piece[], slot: number): boolean {
  const at = pieceOf(list, slot);
  const piece = list[at]!;
  const place = placeOf(piece, slot);
  piece.entries.copyWithin(place, place + 1, piece.length);
  piece.length--;
  // Beyond the length nothing is left of anybody.
  piece.entries[piece.length] = 0;
  if (piece.length === 0) list.splice(at, 1);
  return list.length > 0;
}

/** The first piece that does not end before a slot, or the last. */
function pieceOf(list: readonly Piece[], slot: number): number {
  let at = list.length - 1;
  while (at > 0 && lastSlot(list[at - 1]!) >= slot) at--;
  return at;
}

function lastSlot({ entries, length }: Piece): number {
  return entries[length - 1]! >>> rankBits;
}

/** The first place whose slot is not below this one. */
function placeOf(piece: Piece, slot: number): number {
  const { entries, length } = piece;
  // Most come last while an index is filled.
  if (length > 0 && lastSlot(piece) < slot) return length;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]! >>> rankBits < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
