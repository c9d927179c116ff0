/**
 * Fuzzy lookup: which words of the dictionary match a word of a query, whole, by their beginning, or
 * misspelled.
 *
 * One walk down the trie finds them all. It carries a small automaton, Bitap with the swap of
 * neighbours as one more edit (Wu and Manber 1992): bit `i` of row `t` says that the first `i`
 * letters of the query's word can be turned into the letters on the path so far with at most `t`
 * typos. A letter costs a few operations for all alternatives together, and a branch ends where no
 * bit is left.
 *
 * @see {@link https://en.wikipedia.org/wiki/Bitap_algorithm}
 * @module
 */
import { forgiven } from "../../match-word.ts";
import { type Dictionary, none, root } from "./dictionary.ts";

/** What was found, as pairs: `words[i]` matches in the way of `tiers[i]`. */
export interface FoundWords {
  readonly words: readonly number[];
  /** Twice the typos; 1 when only the beginning matches. */
  readonly tiers: readonly number[];
}

export interface Walker {
  /** @param isPrefix Whether the word may be unfinished. */
  find(text: string, isPrefix: boolean): FoundWords;
}

/** Suggestions ask for a few words again and again; so do people who go on typing. */
const mostKnown = 2048;

export function createWalker(dictionary: Dictionary): Walker {
  /** By letter: a bit for each place of the query's word where it stands, `2` for the first. */
  let masks = new Int32Array(256);
  let found = { words: [] as number[], tiers: [] as number[] };
  /** The last walks, as long as the dictionary stays the same. */
  const known = new Map<string, FoundWords>();
  let knownChanges = 0;
  let acceptsPrefix = false;
  /** The bit of the whole word, and all bits up to it. */
  let done = 0;
  let all = 0;
  /** 1 below a wrong first letter: it costs one more, and so leaves one less. */
  let penalty = 0;
  let most = 0;

  function find(text: string, isPrefix: boolean): FoundWords {
    if (knownChanges !== dictionary.changes || known.size >= mostKnown) known.clear();
    knownChanges = dictionary.changes;
    const key = isPrefix ? `${text}*` : text;
    const before = known.get(key);
    if (before !== undefined) return before;
    const letters = [...text];
    found = { words: [], tiers: [] };
    if (forgiven(letters.length) > 0) walkWithTypos(letters, isPrefix);
    else if (isPrefix) walkExactly(text);
    else {
      const word = dictionary.find(text);
      if (word !== none) add(word, 0);
    }
    known.set(key, found);
    return found;
  }

  function walkExactly(text: string): void {
    const node = dictionary.nodeOf(text);
    if (node === none) return;
    const word = dictionary.wordAt[node]!;
    if (word !== none) add(word, 0);
    addBelow(node, 1);
  }

  function walkWithTypos(letters: readonly string[], isPrefix: boolean): void {
    const { alphabet, firstChild, nextSibling, letter } = dictionary;
    if (masks.length <= alphabet.size) masks = new Int32Array(alphabet.size * 2);
    const numbers = letters.map((text) => alphabet.get(text.codePointAt(0) ?? 0) ?? 0);
    for (const [at, number] of numbers.entries()) masks[number]! |= 2 << at;
    // A letter that is in no document has the number 0, which is on no path.
    masks[0] = 0;
    acceptsPrefix = isPrefix;
    done = 1 << letters.length;
    all = 2 * done - 1;
    const limit = forgiven(letters.length);
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
    const mask = masks[dictionary.letter[node]!]!;
    const swap = (mask << 1) & maskAbove;
    const now0 = (was0 << 1) & mask & all;
    // In this order: the letters agree; one too many in the document; another; one too few; a swap.
    const now1 = (((was1 << 1) & mask) | was0 | (was0 << 1) | (now0 << 1) |
      ((older0 << 2) & swap)) & all;
    const now2 = most < 2 ? 0 : (((was2 << 1) & mask) | was1 | (was1 << 1) | (now1 << 1) |
      ((older1 << 2) & swap)) & all;

    if ((now0 | now1 | now2) & done) {
      const word = dictionary.wordAt[node]!;
      if (now0 & done) {
        if (word !== none) add(word, 0);
        if (acceptsPrefix) {
          // Beginning right beats every typo: nothing below can match in a better way.
          addBelow(node, 1);
          return;
        }
      } else if (word !== none) add(word, 2 * ((now1 & done ? 1 : 2) + penalty));
    }
    if ((now1 | now2) === 0) return;
    // Without a typo left only some letters lead on: the next ones, and those that end a swap.
    const isOpen = (most < 2 ? now0 : now1) !== 0;
    const leading = isOpen
      ? 0
      : most < 2
      ? (now1 << 1) | ((mask & (was0 << 2)) >>> 1)
      : (now2 << 1) | ((mask & (was1 << 2)) >>> 1);
    const { firstChild, nextSibling, letter } = dictionary;
    for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
      if (!isOpen && (masks[letter[child]!]! & leading) === 0) continue;
      visit(child, now0, now1, now2, was0, was1, mask);
    }
  }

  function addBelow(node: number, tier: number): void {
    const { firstChild, nextSibling, wordAt } = dictionary;
    for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
      const word = wordAt[child]!;
      if (word !== none) add(word, tier);
      addBelow(child, tier);
    }
  }

  function add(word: number, tier: number): void {
    found.words.push(word);
    found.tiers.push(tier);
  }

  return { find };
}
