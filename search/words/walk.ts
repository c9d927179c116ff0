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
 * @module
 */
import { forgiven } from "../match-word.ts";
import type { Wanted } from "../wish.ts";
import { beginning, longestBeginning } from "./beginnings.ts";
import { type Dictionary, none, root } from "./dictionary.ts";

/** What was found, as pairs: `words[i]` matches in the way of `tiers[i]`. */
export interface FoundWords {
  readonly words: readonly number[];
  /** Twice the typos; 1 when only the beginning matches. */
  readonly tiers: readonly number[];
}

const mostKnown = 256;

/**
 * @param mostTypos How many are forgiven in a word of so many letters.
 * @returns What finds the words that match a word of a query.
 */
export function createWalker(
  dictionary: Dictionary,
  mostTypos: (letters: number) => 0 | 1 | 2 = forgiven,
): (wanted: Wanted) => FoundWords {
  /** By letter: a bit for each place of the query's word where it stands, `2` for the first. */
  let masks = new Int32Array(64);
  let found: { words: number[]; tiers: number[] };
  /** The bit of the whole word, and all bits up to it. */
  let done = 0;
  let all = 0;
  /** 1 below a wrong first letter: it costs one more, and so leaves one less. */
  let penalty = 0;
  let most = 0;
  /** Cached until the dictionary changes, because typing and suggestions repeat the same words. */
  const known = new Map<string, FoundWords>();
  let version = 0;

  function find(wanted: Wanted): FoundWords {
    if (version !== dictionary.version || known.size >= mostKnown) known.clear();
    version = dictionary.version;
    const key = `${wanted.word} ${wanted.isPrefix} ${wanted.isExact}`;
    const found = known.get(key) ?? look(wanted);
    known.set(key, found);
    return found;
  }

  function look({ word: text, isPrefix, isExact }: Wanted): FoundWords {
    found = { words: [], tiers: [] };
    const letters = [...text];
    if (isPrefix && !isExact && letters.length > longestBeginning) {
      const node = dictionary.nodeOf(text);
      if (node !== none) addFrom(node, 0);
    } else {
      addWord(text, 0);
      if (isPrefix && !isExact) addWord(beginning(text), 1);
    }
    if (found.words.length > 0 || isExact || mostTypos(letters.length) === 0) return found;
    walk(letters);
    return found;
  }

  function walk(letters: readonly string[]): void {
    const { alphabet, firstChild, nextSibling, letter } = dictionary;
    if (masks.length <= alphabet.size) masks = new Int32Array(alphabet.size * 2);
    const numbers = letters.map((text) => alphabet.get(text.codePointAt(0) ?? 0) ?? 0);
    for (const [at, number] of numbers.entries()) masks[number]! |= 2 << at;
    // A letter that is in no document has the number 0, which is on no path.
    masks[0] = 0;
    done = 1 << letters.length;
    all = 2 * done - 1;
    const limit = mostTypos(letters.length);
    for (let child = firstChild[root]!; child !== 0; child = nextSibling[child]!) {
      penalty = letter[child] === numbers[0] ? 0 : 1;
      most = limit - penalty;
      // With a typo gone for the first letter, another must be left for the letter itself.
      if (most > 0) visit(child, 1, 3, 7, 0, 0, 0);
    }
    for (const number of numbers) masks[number] = 0;
  }

  /**
   * @param was0 The rows before the letter of this node; `older0` those before the letter above.
   * @param maskAbove The mask of the letter above.
   */
  function visit(
    node: number,
    was0: number,
    was1: number,
    was2: number,
    older0: number,
    older1: number,
    maskAbove: number,
  ): void {
    const { firstChild, nextSibling, letter, wordAt } = dictionary;
    const mask = masks[letter[node]!]!;
    const swap = (mask << 1) & maskAbove;
    const now0 = (was0 << 1) & mask & all;
    // In this order: the letters agree; one too many in the document; another; one too few; a swap.
    const now1 = (((was1 << 1) & mask) | was0 | (was0 << 1) | (now0 << 1) |
      ((older0 << 2) & swap)) & all;
    const now2 = most < 2 ? 0 : (((was2 << 1) & mask) | was1 | (was1 << 1) | (now1 << 1) |
      ((older1 << 2) & swap)) & all;
    const word = wordAt[node]!;
    if (word !== none && (now1 | now2) & done) add(word, 2 * ((now1 & done ? 1 : 2) + penalty));
    if ((now1 | now2) === 0) return;
    // Without a typo left only some letters lead on: the next ones, and those that end a swap.
    const isOpen = (most < 2 ? now0 : now1) !== 0;
    const leading = most < 2
      ? (now1 << 1) | ((mask & (was0 << 2)) >>> 1)
      : (now2 << 1) | ((mask & (was1 << 2)) >>> 1);
    for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
      if (!isOpen && (masks[letter[child]!]! & leading) === 0) continue;
      visit(child, now0, now1, now2, was0, was1, mask);
    }
  }

  /** The word that ends at a node, and all longer ones. */
  function addFrom(node: number, tier: number): void {
    const { firstChild, nextSibling, wordAt } = dictionary;
    const word = wordAt[node]!;
    if (word !== none) add(word, tier);
    for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
      addFrom(child, 1);
    }
  }

  function addWord(text: string, tier: number): void {
    const word = dictionary.find(text);
    if (word !== none) add(word, tier);
  }

  function add(word: number, tier: number): void {
    found.words.push(word);
    found.tiers.push(tier);
  }

  return find;
}
