import type { Dictionary } from "../dictionary.ts";

/** Low bits of an entry: the rank of its field. */
export const rankBits = 4;
export const rankMask = (1 << rankBits) - 1;

/** Entries of a word, sorted: the first `length` numbers, `slot << rankBits | rank`. */
export interface Entries {
  readonly word: string;
  numbers: Uint32Array;
  length: number;
}

/**
 * The documents with each word, and the rank of the word's best field. Removed entries disappear
 * immediately.
 */
export class Postings {
  readonly #byWord = new Map<string, Entries>();
  readonly #bySlot: Entries[][] = [];

  constructor(private readonly dictionary: Dictionary) {}

  set(slot: number, ranks: ReadonlyMap<string, number>): void {
    for (const entries of this.#bySlot[slot] ?? []) {
      if (!ranks.has(entries.word)) this.#remove(entries, slot);
    }
    const all: Entries[] = [];
    for (const [word, rank] of ranks) {
      const entries = this.#byWord.get(word) ?? this.#add(word);
      put(entries, slot, rank);
      all.push(entries);
    }
    this.#bySlot[slot] = all;
  }

  of(word: string): Entries {
    return this.#byWord.get(word)!;
  }

  #add(text: string): Entries {
    // Copy the text: a slice would keep its whole biography in memory.
    const word = String.fromCodePoint(...Array.from(text, (letter) => letter.codePointAt(0)!));
    const entries = { word, numbers: new Uint32Array(1), length: 0 };
    this.#byWord.set(word, entries);
    this.dictionary.add(word);
    return entries;
  }

  #remove(entries: Entries, slot: number): void {
    const { word, numbers, length } = entries;
    const place = placeOf(entries, slot);
    numbers.copyWithin(place, place + 1, length);
    // Clear the place beyond the length, so that nothing of a removed document stays.
    numbers[--entries.length] = 0;
    if (entries.length > 0) return;
    this.#byWord.delete(word);
    this.dictionary.remove(word);
  }
}

function put(entries: Entries, slot: number, rank: number): void {
  const place = placeOf(entries, slot);
  const { numbers, length } = entries;
  if (place === length || numbers[place]! >>> rankBits !== slot) {
    if (length === numbers.length) {
      entries.numbers = new Uint32Array(Math.ceil(1.5 * length + 1));
      entries.numbers.set(numbers);
    }
    entries.numbers.copyWithin(place + 1, place, length);
    entries.length++;
  }
  entries.numbers[place] = slot << rankBits | rank;
}

/** The first place whose slot isn't below this one. */
function placeOf({ numbers, length }: Entries, slot: number): number {
  let low = 0;
  let high = length;
  // Most documents are added in the order of their slots.
  if (high > 0 && numbers[high - 1]! >>> rankBits < slot) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! >>> rankBits < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
