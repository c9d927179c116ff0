import { allowedTypos, typosBetween, type Wanted } from "./match-word.ts";

export interface FoundWord {
  readonly word: string;
  /** Twice the typos; 1 when only the beginning matches. */
  readonly tier: number;
}

interface KnownWord {
  readonly word: string;
  readonly length: number;
  readonly letterSet: number;
}

export class Dictionary {
  readonly #byFirstLetter = new Map<string, Map<string, KnownWord>>();

  /** @param mostTypos Typos allowed in a word of this length. */
  constructor(private readonly mostTypos: (letters: number) => 0 | 1 | 2 = allowedTypos) {}

  add(word: string): void {
    const [first = "", ...others] = word;
    const known = { word, length: 1 + others.length, letterSet: letterSetOf(word) };
    if (!this.#byFirstLetter.has(first)) this.#byFirstLetter.set(first, new Map());
    this.#startingWith(word).set(word, known);
  }

  remove(word: string): void {
    this.#startingWith(word).delete(word);
  }

  /**
   * The word itself, or the words that begin with it if it may be unfinished. If there are none,
   * words with typos.
   */
  find({ word, isPrefix, isExact }: Wanted): readonly FoundWord[] {
    const alike = this.#startingWith(word);
    const found: FoundWord[] = alike.has(word) ? [{ word, tier: 0 }] : [];
    if (isPrefix && !isExact) {
      for (const one of alike.keys()) {
        if (one !== word && one.startsWith(word)) found.push({ word: one, tier: 1 });
      }
    }
    return found.length > 0 || isExact ? found : this.#misspelled(word);
  }

  #misspelled(word: string): FoundWord[] {
    const { length } = [...word];
    const most = this.mostTypos(length);
    if (most === 0) return [];
    // Another first letter is two typos: the letter, and one more.
    const some = most === 1 ? [this.#startingWith(word)] : this.#byFirstLetter.values();
    const letterSet = letterSetOf(word);
    const found: FoundWord[] = [];
    for (const words of some) {
      for (const known of words.values()) {
        if (Math.abs(known.length - length) > most) continue;
        // A typo adds a letter, removes one, or does both. This is cheaper to compare than the
        // words.
        if (bitsIn(known.letterSet ^ letterSet) > 2 * most) continue;
        const typos = typosBetween(word, known.word);
        if (typos <= most) found.push({ word: known.word, tier: 2 * typos });
      }
    }
    return found;
  }

  #startingWith(word: string): Map<string, KnownWord> {
    const [first = ""] = word;
    return this.#byFirstLetter.get(first) ?? new Map();
  }
}

/** A bit for each letter of a word; some letters share one. */
function letterSetOf(word: string): number {
  let bits = 0;
  for (const letter of word) bits |= 1 << letter.codePointAt(0)! % 32;
  return bits;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
