/**
 * Inverted index: for each word the documents that have it, as a list of entries in no order. An entry is
 * a document's slot and the rank of the best field, packed into one number. A list of one entry needs no
 * block, and a list of a quarter of all documents becomes a dense column.
 *
 * Lists keep entries of removed documents until they are purged; readers ask `Slots.kinds`.
 *
 * @module
 */
import { createArena, offsetMask, pageBits } from "../memory/arena.ts";
import type { Columns } from "./columns.ts";
import { type Image, numbersOf, under, within } from "../memory/image.ts";
import { withRoom } from "../memory/numbers.ts";
import { empty, type Slots } from "../memory/slots.ts";

/** An entry is `slot << fieldBits | field`. */
export const fieldBits = 4;
export const fieldMask = (1 << fieldBits) - 1;

/** Where the entries of a list are: from `start` up to, but not including, `end` of `page`. */
export interface ListView {
  page: Uint32Array;
  start: number;
  end: number;
}

export interface Postings {
  add(word: number, slot: number, field: number): void;
  /** The number of the word's dense column; 0 when it has a list. */
  columnOf(word: number): number;
  /** How many documents have the word, and perhaps some removed ones. */
  countOf(word: number): number;
  /** Points `view` at the word's list; it is empty when the word has a column. */
  look(word: number, view: ListView): void;
  /** How many entries the word's list has; 0 when it has a column. */
  listedOf(word: number): number;
  /**
   * Drops the entries of removed documents among those from `start` up to, but not including, `end`
   * of the word's list, and those of all of a column. Entries before `start` stay where they are.
   *
   * @returns How many were dropped.
   */
  purge(word: number, start: number, end: number): number;
  image(): Image;
  /** Makes empty postings what others were. */
  restore(image: Image): void;
}

/** Shorter lists are never worth a column. */
const shortestColumn = 256;

export function createPostings(slots: Slots, columns: Columns): Postings {
  const arena = createArena();
  /** By word: the only entry of a list of one, otherwise the list's block. */
  let places = new Uint32Array(1024);
  /** By word: its entries, those of removed documents included until they are purged. */
  let lengths = new Uint32Array(1024);
  /** The logarithm of the block's size; 0 for lists of one, which have none. */
  let sizes = new Uint8Array(1024);
  let columnNumbers = new Uint32Array(1024);

  function add(word: number, slot: number, field: number): void {
    if (word >= places.length) grow(word + 1);
    if (columnNumbers[word] === 0 && lengths[word] === 1 << sizes[word]!) enlarge(word);
    const length = lengths[word]!++;
    const column = columnNumbers[word]!;
    if (column !== 0) return columns.mark(column, slot, field);
    const entry = (slot << fieldBits) | field;
    const place = places[word]!;
    if (sizes[word] === 0) places[word] = entry;
    else arena.pages[place >>> pageBits]![(place & offsetMask) + length] = entry;
  }

  function enlarge(word: number): void {
    const length = lengths[word]!;
    if (length >= shortestColumn && length * 4 >= slots.used) toColumn(word);
    else move(word, sizes[word]! + 1);
  }

  /** Moves the list to a block of another size, or out of blocks when `size` is 0. */
  function move(word: number, size: number): void {
    const view = { page: noPage, start: 0, end: 0 };
    look(word, view);
    const place = places[word]!;
    const oldSize = sizes[word]!;
    if (size === 0) {
      places[word] = view.page[view.start]!;
    } else {
      const block = arena.allocate(size);
      const entries = view.page.subarray(view.start, view.end);
      arena.pages[block >>> pageBits]!.set(entries, block & offsetMask);
      places[word] = block;
    }
    sizes[word] = size;
    if (oldSize > 0) arena.free(place, oldSize);
  }

  function toColumn(word: number): void {
    const view = { page: noPage, start: 0, end: 0 };
    look(word, view);
    const column = columns.create();
    for (let at = view.start; at < view.end; at++) {
      const entry = view.page[at]!;
      const slot = entry >>> fieldBits;
      if (slots.kinds[slot] !== empty) columns.mark(column, slot, entry & fieldMask);
    }
    arena.free(places[word]!, sizes[word]!);
    columnNumbers[word] = column;
    sizes[word] = 0;
  }

  /** In one loop without calls, as it goes through all documents. */
  function toList(word: number, column: number): void {
    const bytes = columns.bytes[column]!;
    // Not out of blocks, even when one entry is all.
    const size = Math.max(1, sizeFor(columns.counts[column]!));
    const block = arena.allocate(size);
    const page = arena.pages[block >>> pageBits]!;
    let at = block & offsetMask;
    for (let slot = 0; slot < slots.used; slot++) {
      const byte = bytes[slot]!;
      if (byte !== 0) page[at++] = (slot << fieldBits) | (byte - 1);
    }
    places[word] = block;
    sizes[word] = size;
    columnNumbers[word] = 0;
    columns.drop(column);
  }

  function look(word: number, view: ListView): void {
    const place = places[word]!;
    const length = lengths[word]!;
    const isAlone = sizes[word] === 0;
    if (columnNumbers[word] !== 0) {
      view.end = view.start;
      return;
    }
    view.page = isAlone ? places : arena.pages[place >>> pageBits]!;
    view.start = isAlone ? word : place & offsetMask;
    view.end = view.start + length;
  }

  function purge(word: number, start: number, end: number): number {
    const column = columnNumbers[word]!;
    return column === 0 ? purgeList(word, start, end) : purgeColumn(word, column);
  }

  function purgeList(word: number, start: number, end: number): number {
    const view = { page: noPage, start: 0, end: 0 };
    look(word, view);
    const { page } = view;
    let last = view.end;
    for (let at = view.start + end - 1; at >= view.start + start; at--) {
      // The last entry may take its place: what comes behind it has been looked at before.
      if (slots.kinds[page[at]! >>> fieldBits] === empty) page[at] = page[--last]!;
    }
    const length = last - view.start;
    lengths[word] = length;
    const size = sizeFor(length);
    // A block that is half empty stays: the list may well grow again.
    if (size + 1 < sizes[word]!) move(word, size);
    return view.end - last;
  }

  /** Columns forget documents when these go; here it only matters how many went since. */
  function purgeColumn(word: number, column: number): number {
    const count = columns.counts[column]!;
    const gone = lengths[word]! - count;
    lengths[word] = count;
    if (count * 16 < slots.used) toList(word, column);
    return gone;
  }

  function grow(words: number): void {
    places = withRoom(places, words);
    lengths = withRoom(lengths, words);
    sizes = withRoom(sizes, words);
    columnNumbers = withRoom(columnNumbers, words);
  }

  return {
    add,
    columnOf: (word) => columnNumbers[word]!,
    countOf: (word) => lengths[word]!,
    listedOf: (word) => columnNumbers[word] === 0 ? lengths[word]! : 0,
    look,
    purge,
    image: () => ({ ...under("arena", arena.image()), places, lengths, sizes, columnNumbers }),
    restore(image) {
      arena.restore(within("arena", image));
      places = numbersOf(image, "places", Uint32Array);
      lengths = numbersOf(image, "lengths", Uint32Array);
      sizes = numbersOf(image, "sizes", Uint8Array);
      columnNumbers = numbersOf(image, "columnNumbers", Uint32Array);
    },
  };
}

const noPage = new Uint32Array(0);

/** The logarithm of the smallest block for so many entries. */
function sizeFor(length: number): number {
  return length <= 1 ? 0 : 32 - Math.clz32(length - 1);
}
