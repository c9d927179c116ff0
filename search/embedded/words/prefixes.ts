/**
 * Prefix index: beginnings of one to three letters that very many documents have. Their words are too
 * many to visit one by one. So a beginning gets a dense column, which is updated from then on, once its
 * words have half as many entries as there are documents.
 *
 * @module
 */
import type { Columns } from "./columns.ts";
import { type Dictionary, none, root } from "./dictionary.ts";
import { type Image, numbersOf, textsOf } from "../memory/image.ts";
import { withRoom } from "../memory/numbers.ts";
import { fieldBits, fieldMask, type Postings } from "./postings.ts";
import { empty, type Slots } from "../memory/slots.ts";

export interface Prefixes {
  /** A document has a word; call it after the entry is in the postings. */
  add(word: number, slot: number, field: number): void;
  /** So many entries of the word have gone; call it while the word is in the dictionary. */
  forget(word: number, entries: number): void;
  /** The number of the column of all words that begin with the text; 0 when it has none. */
  columnOf(text: string): number;
  image(): Image;
  /** Call it when the dictionary and the postings are restored. */
  restore(image: Image): void;
}

/** Below so many entries visiting words is fast enough. */
const fewest = 512;

export function createPrefixes(
  dictionary: Dictionary,
  postings: Postings,
  columns: Columns,
  slots: Slots,
): Prefixes {
  /** By node of the dictionary: how many entries the words below it have together. */
  let weights = new Uint32Array(4096);
  /** By node: the number of its column; 0 is none. */
  let columnNumbers = new Uint32Array(4096);
  const view = { page: new Uint32Array(0), start: 0, end: 0 };

  function add(word: number, slot: number, field: number): void {
    const { parent, stems } = dictionary;
    makeRoom();
    for (let node = stems[word]!; node !== root; node = parent[node]!) {
      const weight = ++weights[node]!;
      const column = columnNumbers[node]!;
      if (column !== 0) columns.mark(column, slot, field);
      // Looking now and then is enough, and cheaper.
      else if (weight % 256 === 0 && weight >= fewest && weight * 3 >= slots.used) build(node);
    }
  }

  function forget(word: number, entries: number): void {
    const { parent, stems } = dictionary;
    for (let node = stems[word]!; node !== root; node = parent[node]!) {
      weights[node]! -= entries;
      const column = columnNumbers[node]!;
      // Far below what it was made for, or its node is about to go.
      if (column !== 0 && weights[node]! * 12 < slots.used) {
        columns.drop(column);
        columnNumbers[node] = 0;
      }
    }
  }

  function build(node: number): void {
    const column = columns.create();
    columnNumbers[node] = column;
    addBelow(node, column);
  }

  function addBelow(node: number, column: number): void {
    const { firstChild, nextSibling, wordAt } = dictionary;
    const word = wordAt[node]!;
    if (word !== none) addWord(word, column);
    for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
      addBelow(child, column);
    }
  }

  function addWord(word: number, column: number): void {
    const dense = postings.columnOf(word);
    if (dense !== 0) {
      const bytes = columns.bytes[dense]!;
      for (let slot = 0; slot < slots.used; slot++) {
        if (bytes[slot] !== 0) columns.mark(column, slot, bytes[slot]! - 1);
      }
      return;
    }
    postings.look(word, view);
    for (let at = view.start; at < view.end; at++) {
      const slot = view.page[at]! >>> fieldBits;
      if (slots.kinds[slot] !== empty) columns.mark(column, slot, view.page[at]! & fieldMask);
    }
  }

  function makeRoom(): void {
    weights = withRoom(weights, dictionary.nodeCount);
    columnNumbers = withRoom(columnNumbers, dictionary.nodeCount);
  }

  function image(): Image {
    const letters = new Map([...dictionary.alphabet].map(([point, number]) => [number, point]));
    const texts: string[] = [];
    const numbers: number[] = [];
    for (const [first, column] of columnNumbers.entries()) {
      if (column === 0) continue;
      const points: number[] = [];
      for (let node = first; node !== root; node = dictionary.parent[node]!) {
        points.unshift(letters.get(dictionary.letter[node]!) ?? 0);
      }
      texts.push(String.fromCodePoint(...points));
      numbers.push(column);
    }
    return { texts, columns: Uint32Array.from(numbers) };
  }

  function restore(saved: Image): void {
    makeRoom();
    const { parent, stems } = dictionary;
    for (let word = 0; word < dictionary.wordCount; word++) {
      const entries = postings.countOf(word);
      for (let node = stems[word]!; node !== root; node = parent[node]!) weights[node]! += entries;
    }
    const columnsOf = numbersOf(saved, "columns", Uint32Array);
    for (const [at, text] of textsOf(saved, "texts").entries()) {
      const node = dictionary.nodeOf(text);
      if (node === none) throw new Error("A column of no words");
      columnNumbers[node] = columnsOf[at]!;
    }
  }

  return {
    add,
    forget,
    image,
    restore,
    columnOf(text) {
      const node = dictionary.nodeOf(text);
      // A node deeper than three letters has no column, and so neither have any of longer texts.
      return node === none ? 0 : columnNumbers[node] ?? 0;
    },
  };
}
