/**
 * Finds the dictionary's words that match a query word: the word itself; words that begin with it, if it may be
 * unfinished; and if no document has any of these, similarly spelled words.
 *
 * Misspelled words are found in one walk down the trie with a small automaton: Bitap, with swapped neighbors as
 * one more edit (Wu and Manber 1992). Bit `i` of row `t` says that the first `i` letters of the query word can
 * be turned into the letters on the path with at most `t` typos. A letter costs a few operations for all
 * alternatives together, and a branch ends when no bit is left.
 *
 * @see {@link https://en.wikipedia.org/wiki/Bitap_algorithm}
 */
import { forgiven, type Wanted } from "../match-word.ts";
import { beginning, longestBeginning } from "./beginnings.ts";
import { type Dictionary, none, root } from "./dictionary.ts";

/** What was found, as pairs: `words[i]` matches in the way of `tiers[i]`. */
export interface FoundWords {
  readonly words: readonly number[];
  /** Twice the typos; 1 when only the beginning matches. */
  readonly tiers: readonly number[];
}

const mostKnown = 256;

export class Walker {
  /** By letter: a bit for each of its places in the query's word, `2` for the first. */
  #masks = new Int32Array(64);
  #found: { words: number[]; tiers: number[] } = { words: [], tiers: [] };
  /** The bit of the whole word, and all bits up to it. */
  #done = 0;
  #all = 0;
  /** 1 below a wrong first letter: it costs one more, and so leaves one less. */
  #penalty = 0;
  #most = 0;
  /** Cached until the dictionary changes, because typing and suggestions repeat the same words. */
  readonly #known = new Map<string, FoundWords>();
  #version = 0;

  /** @param mostTypos How many are forgiven in a word of so many letters. */
  constructor(
    private readonly dictionary: Dictionary,
    private readonly mostTypos: (letters: number) => 0 | 1 | 2 = forgiven,
  ) {}

  find(wanted: Wanted): FoundWords {
    const { version } = this.dictionary;
    if (this.#version !== version || this.#known.size >= mostKnown) this.#known.clear();
    this.#version = version;
    const key = `${wanted.word} ${wanted.isPrefix} ${wanted.isExact}`;
    const found = this.#known.get(key) ?? this.#look(wanted);
    this.#known.set(key, found);
    return found;
  }

  #look({ word: text, isPrefix, isExact }: Wanted): FoundWords {
    this.#found = { words: [], tiers: [] };
    const letters = [...text];
    if (isPrefix && !isExact && letters.length > longestBeginning) {
      const node = this.dictionary.nodeOf(text);
      if (node !== none) this.#addFrom(node, 0);
    } else {
      this.#addWord(text, 0);
      if (isPrefix && !isExact) this.#addWord(beginning(text), 1);
    }
    const isFound = this.#found.words.length > 0;
    if (!isFound && !isExact && this.mostTypos(letters.length) > 0) this.#walk(letters);
    return this.#found;
  }

  #walk(letters: readonly string[]): void {
    const { alphabet, firstChild, nextSibling, letter } = this.dictionary;
    if (this.#masks.length <= alphabet.size) this.#masks = new Int32Array(alphabet.size * 2);
    const numbers = letters.map((text) => alphabet.get(text.codePointAt(0) ?? 0) ?? 0);
    for (const [at, number] of numbers.entries()) this.#masks[number]! |= 2 << at;
    // A letter that is in no document has the number 0, which is on no path.
    this.#masks[0] = 0;
    this.#done = 1 << letters.length;
    this.#all = 2 * this.#done - 1;
    const limit = this.mostTypos(letters.length);
    for (let child = firstChild[root]!; child !== 0; child = nextSibling[child]!) {
      this.#penalty = letter[child] === numbers[0] ? 0 : 1;
      this.#most = limit - this.#penalty;
      // With a typo gone for the first letter, another must be left for the letter itself.
      if (this.#most > 0) this.#visit(child, 1, 3, 7, 0, 0, 0);
    }
    for (const number of numbers) this.#masks[number] = 0;
  }

  /**
   * @param was0 The rows before the letter of this node; `older0` those before the letter above.
   * @param maskAbove The mask of the letter above.
   */
  #visit(
    node: number,
    was0: number,
    was1: number,
    was2: number,
    older0: number,
    older1: number,
    maskAbove: number,
  ): void {
    const { firstChild, nextSibling, letter, wordAt } = this.dictionary;
    const mask = this.#masks[letter[node]!]!;
    const swap = (mask << 1) & maskAbove;
    const now0 = (was0 << 1) & mask & this.#all;
    // In this order: the letters agree; one too many in the document; another; one too few; a swap.
    const now1 = (((was1 << 1) & mask) | was0 | (was0 << 1) | (now0 << 1) |
      ((older0 << 2) & swap)) & this.#all;
    const now2 = this.#most < 2 ? 0 : (((was2 << 1) & mask) | was1 | (was1 << 1) | (now1 << 1) |
      ((older1 << 2) & swap)) & this.#all;
    const word = wordAt[node]!;
    if (word !== none && (now1 | now2) & this.#done) {
      this.#add(word, 2 * ((now1 & this.#done ? 1 : 2) + this.#penalty));
    }
    if ((now1 | now2) === 0) return;
    // Without a typo left only some letters lead on: the next ones, and those that end a swap.
    const isOpen = (this.#most < 2 ? now0 : now1) !== 0;
    const leading = this.#most < 2
      ? (now1 << 1) | ((mask & (was0 << 2)) >>> 1)
      : (now2 << 1) | ((mask & (was1 << 2)) >>> 1);
    for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
      if (!isOpen && (this.#masks[letter[child]!]! & leading) === 0) continue;
      this.#visit(child, now0, now1, now2, was0, was1, mask);
    }
  }

  /** The word that ends at a node, and all longer ones. */
  #addFrom(node: number, tier: number): void {
    const { firstChild, nextSibling, wordAt } = this.dictionary;
    const word = wordAt[node]!;
    if (word !== none) this.#add(word, tier);
    for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
      this.#addFrom(child, 1);
    }
  }

  #addWord(text: string, tier: number): void {
    const word = this.dictionary.find(text);
    if (word !== none) this.#add(word, tier);
  }

  #add(word: number, tier: number): void {
    this.#found.words.push(word);
    this.#found.tiers.push(tier);
  }
}
