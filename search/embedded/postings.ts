/**
 * Postings: which documents have a word, and the rank of the word's best field. A word's entries are sorted
 * numbers, `slot << 4 | rank`, in pieces of a few thousand, so that a change moves few entries. Removed entries
 * disappear at once, and so do words without entries.
 *
 * @module
 */
import type { SearchedText } from "../searched-texts.ts";
import { beginningsOf } from "../words/beginnings.ts";
import { type Dictionary, none } from "../words/dictionary.ts";
import { withRoom } from "../words/numbers.ts";

/** Low bits of an entry: the rank of its field. */
export const rankBits = 4;
export const rankMask = (1 << rankBits) - 1;

/** A piece of a word's entries: the first `length` of `entries`. */
export interface Piece {
  entries: Uint32Array;
  length: number;
}

/** In place of a rank; higher than any. */
const same = 255;

/** Maximum length of a piece; a longer one is split. */
const mostEntries = 8192;
const half = mostEntries / 2;

export type Postings = ReturnType<typeof createPostings>;

/**
 * How many new documents wait before their words' lists are updated together; a search updates them earlier.
 */
const mostWaiting = 500;

export function createPostings(dictionary: Dictionary) {
  /** By word. */
  const lists: (Piece[] | undefined)[] = [];
  let sizes = new Uint32Array(64);
  /** By word: the numbers of its two prefixes. */
  let begins = new Uint32Array(128);
  /** By slot. */
  const wordsOf: Uint32Array[] = [];
  /** Slots from here on aren't in any list yet. */
  let waiting = 0;
  let version = 0;

  /** By word: its rank in the document being set, plus 1; `same` if unchanged. */
  let ranks = new Uint8Array(64);
  let found = new Uint32Array(1024);
  let foundLength = 0;

  function set(slot: number, texts: readonly SearchedText[]): void {
    version++;
    const own = ranked(texts);
    if (slot === wordsOf.length) {
      wordsOf.push(own);
      if (wordsOf.length - waiting >= mostWaiting) takeIn();
    } else {
      if (waiting < wordsOf.length) takeIn();
      replace(slot, wordsOf[slot]!, own);
      wordsOf[slot] = own;
    }
    for (const one of own) ranks[one >>> rankBits] = 0;
  }

  function replace(slot: number, before: Uint32Array, own: Uint32Array): void {
    for (const one of before) {
      if (ranks[one >>> rankBits] === (one & rankMask) + 1) ranks[one >>> rankBits] = same;
    }
    for (const one of own) {
      const word = one >>> rankBits;
      if (ranks[word] === same) continue;
      const list = lists[word] ??= [{ entries: new Uint32Array(1), length: 0 }];
      if (put(list, slot, one & rankMask)) sizes[word]!++;
    }
    for (const one of before) {
      const word = one >>> rankBits;
      if (ranks[word] !== 0) continue;
      take(lists[word]!, slot);
      if (--sizes[word]! > 0) continue;
      lists[word] = undefined;
      dictionary.remove(word);
    }
  }

  /** Lists a document's words and their prefixes, and fills `ranks`. */
  function ranked(texts: readonly SearchedText[]): Uint32Array {
    foundLength = 0;
    for (const { own, knownAs, rank } of texts) {
      addAll(own, rank);
      for (const { words } of knownAs) addAll(words, rank);
    }
    return found.slice(0, foundLength);
  }

  function addAll(texts: readonly string[], rank: number): void {
    // A word has at most two prefixes.
    found = withRoom(found, foundLength + 3 * texts.length);
    for (const text of texts) {
      const word = dictionary.find(text) || insert(text);
      add(word, rank);
      add(begins[2 * word]!, rank);
      add(begins[2 * word + 1]!, rank);
    }
  }

  function add(word: number, rank: number): void {
    // The best field comes first.
    if (word === none || ranks[word] !== 0) return;
    ranks[word] = rank + 1;
    found[foundLength++] = word << rankBits | rank;
  }

  function insert(text: string): number {
    const word = dictionary.add(text);
    const [first = none, second = none] = beginningsOf(text).map(dictionary.add);
    begins = withRoom(begins, 2 * dictionary.wordCount());
    ranks = withRoom(ranks, dictionary.wordCount());
    sizes = withRoom(sizes, dictionary.wordCount());
    begins[2 * word] = first;
    begins[2 * word + 1] = second;
    return word;
  }

  /** Adds waiting documents to their words' lists, updating each list once. */
  function takeIn(): void {
    const ends = new Uint32Array(dictionary.wordCount() + 1);
    for (let slot = waiting; slot < wordsOf.length; slot++) {
      for (const one of wordsOf[slot]!) ends[(one >>> rankBits) + 1]!++;
    }
    for (let word = 1; word < ends.length; word++) ends[word]! += ends[word - 1]!;
    const sorted = new Uint32Array(ends.at(-1)!);
    for (; waiting < wordsOf.length; waiting++) {
      for (const one of wordsOf[waiting]!) {
        sorted[ends[one >>> rankBits]!++] = waiting << rankBits | one & rankMask;
      }
    }
    // Each word now ends where the next one began.
    let from = 0;
    for (let word = 0; word < ends.length; word++) {
      const end = ends[word]!;
      if (from === end) continue;
      append(lists[word] ??= [], sorted, from, end);
      sizes[word]! += end - from;
      from = end;
    }
  }

  return {
    /** Sets a document's texts, best field first. */
    set,
    /** Changes with every update. */
    version: (): number => version,
    of(word: number): readonly Piece[] {
      if (waiting < wordsOf.length) takeIn();
      return lists[word]!;
    },
    /** How many documents have a word. */
    sizeOf(word: number): number {
      if (waiting < wordsOf.length) takeIn();
      return sizes[word]!;
    },
    /** A document's words and prefixes: `word << 4 | rank`. */
    wordsOf: (slot: number): Uint32Array => wordsOf[slot]!,
  };
}

/** Appends entries of later slots: those of `sorted` between two places. */
function append(list: Piece[], sorted: Uint32Array, from: number, to: number): void {
  for (let next = from; next < to;) {
    let last = list.at(-1);
    if (last === undefined || last.length >= half) {
      list.push(last = { entries: new Uint32Array(Math.min(half, to - next)), length: 0 });
    }
    const end = Math.min(to, next + half - last.length);
    last.entries = withRoom(last.entries, last.length + end - next);
    while (next < end) last.entries[last.length++] = sorted[next++]!;
  }
}

/** Returns whether the slot is new in the list. */
function put(list: Piece[], slot: number, rank: number): boolean {
  const at = pieceOf(list, slot);
  const piece = list[at]!;
  const { entries, length } = piece;
  const place = placeOf(piece, slot);
  const isNew = place === length || entries[place]! >>> rankBits !== slot;
  if (isNew) {
    piece.entries = withRoom(entries, length + 1);
    if (place < length) piece.entries.copyWithin(place + 1, place, length);
    piece.length++;
  }
  piece.entries[place] = slot << rankBits | rank;
  if (piece.length === mostEntries) {
    const [first, second] = [piece.entries.slice(0, half), piece.entries.slice(half, mostEntries)];
    list.splice(at, 1, { entries: first, length: half }, { entries: second, length: half });
  }
  return isNew;
}

function take(list: Piece[], slot: number): void {
  const at = pieceOf(list, slot);
  const piece = list[at]!;
  const place = placeOf(piece, slot);
  piece.entries.copyWithin(place, place + 1, piece.length);
  piece.length--;
  // Nothing of a removed document stays beyond the length.
  piece.entries[piece.length] = 0;
  if (piece.length === 0) list.splice(at, 1);
}

/** The first piece that ends at or after a slot, or the last. */
function pieceOf(list: readonly Piece[], slot: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { entries, length } = list[middle]!;
    if (entries[length - 1]! >>> rankBits < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place whose slot isn't below this one. */
function placeOf(piece: Piece, slot: number): number {
  const { entries, length } = piece;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]! >>> rankBits < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
