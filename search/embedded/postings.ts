import type { SearchedText } from "../searched-texts.ts";
import { beginningsOf } from "../words/beginnings.ts";
import type { Dictionary } from "../words/dictionary.ts";
import { withRoom } from "../words/numbers.ts";

/** Low bits of an entry: the rank of its field. */
export const rankBits = 4;
export const rankMask = (1 << rankBits) - 1;

/** Entries of a word, sorted: the first `length` numbers, `slot << rankBits | rank`. */
export interface Entries {
  numbers: Uint32Array;
  length: number;
}

/** Which documents have a word, and the rank of the word's best field. Removed entries disappear at once. */
export class Postings {
  readonly #entries: (Entries | undefined)[] = [];
  /** By word: its number, and those of its beginnings. */
  readonly #numbers: (number[] | undefined)[] = [];
  readonly #wordsOf: Uint32Array[] = [];
  /** By word: its rank in the document being set, plus 1; 0 between two documents. */
  #ranks = new Uint8Array(64);
  /** Changes with every update. */
  version = 0;

  constructor(private readonly dictionary: Dictionary) {}

  /** Sets a document's texts, best field first. */
  set(slot: number, texts: readonly SearchedText[]): void {
    this.version++;
    const own: number[] = [];
    for (const { own: words, knownAs, rank } of texts) {
      this.#rank(words, rank, own);
      for (const further of knownAs) this.#rank(further.words, rank, own);
    }
    for (const word of own) put(this.#entries[word]!, slot, this.#ranks[word]! - 1);
    for (const word of this.#wordsOf[slot] ?? []) {
      if (this.#ranks[word] === 0) this.#take(word, slot);
    }
    for (const word of own) this.#ranks[word] = 0;
    this.#wordsOf[slot] = new Uint32Array(own);
  }

  of(word: number): Entries {
    return this.#entries[word]!;
  }

  /** Adds words to those of a document, and notes the best rank of each. */
  #rank(texts: readonly string[], rank: number, own: number[]): void {
    for (let at = 0; at < texts.length; at++) {
      const numbers = this.#numbers[this.dictionary.find(texts[at]!)] ?? this.#add(texts[at]!);
      for (let one = 0; one < numbers.length; one++) {
        const word = numbers[one]!;
        if (this.#ranks[word] !== 0) continue;
        this.#ranks[word] = rank + 1;
        own.push(word);
      }
    }
  }

  #add(text: string): number[] {
    const numbers = [text, ...beginningsOf(text)].map((one) => this.dictionary.add(one));
    for (const word of numbers) {
      this.#entries[word] ??= { numbers: new Uint32Array(1), length: 0 };
      this.#ranks = withRoom(this.#ranks, word + 1);
    }
    return this.#numbers[numbers[0]!] = numbers;
  }

  #take(word: number, slot: number): void {
    const entries = this.#entries[word]!;
    const { numbers, length } = entries;
    const place = placeOf(entries, slot);
    numbers.copyWithin(place, place + 1, length);
    // Nothing of a removed document stays beyond the length.
    numbers[--entries.length] = 0;
    if (entries.length > 0) return;
    this.#entries[word] = this.#numbers[word] = undefined;
    this.dictionary.remove(word);
  }
}

function put(entries: Entries, slot: number, rank: number): void {
  const place = placeOf(entries, slot);
  const { numbers, length } = entries;
  if (place === length || numbers[place]! >>> rankBits !== slot) {
    entries.numbers = withRoom(numbers, length + 1);
    entries.numbers.copyWithin(place + 1, place, length);
    entries.length++;
  }
  entries.numbers[place] = slot << rankBits | rank;
}

/** The first place whose slot isn't below this one. */
function placeOf({ numbers, length }: Entries, slot: number): number {
  let low = 0;
  let high = length;
  // Most documents come in the order of their slots.
  if (high > 0 && numbers[high - 1]! >>> rankBits < slot) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! >>> rankBits < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
