/**
 * Housekeeping after removals. The slot of a removed document is left empty at once, which is all
 * that searches need; its entries in the lists of words stay. When a quarter of the slots are
 * empty, a sweep goes once through all words and drops such entries, a little with every change, so
 * that nobody waits. After that nothing mentions the slots that were empty when it began, and
 * these are used again. Slots that were left meanwhile are for the next sweep.
 *
 * @module
 */
import type { Dictionary } from "./dictionary.ts";
import type { Postings } from "./postings.ts";
import type { Prefixes } from "./prefixes.ts";
import type { Slots } from "./slots.ts";

export interface Sweep {
  /** Does a little; call it with every change. */
  step(): void;
  /** Does a little, whether or not it is worth it yet. False once nothing is mentioned that is gone. */
  tidy(): boolean;
}

/** Fewer empty slots than this are not worth a sweep. */
const fewest = 256;
/** How many entries a step looks at, about; the longest list alone may have more. */
const entriesAStep = 4000;

export function createSweep(
  dictionary: Dictionary,
  postings: Postings,
  prefixes: Prefixes,
  slots: Slots,
): Sweep {
  let leaving: number[] | undefined;
  let word = 0;

  function begin(): void {
    leaving = slots.takeLeft();
    word = 0;
  }

  function end(): void {
    if (leaving !== undefined) slots.reuse(leaving);
    leaving = undefined;
  }

  function purge(): number {
    const entries = postings.countOf(word);
    const gone = postings.purge(word);
    if (gone > 0) {
      prefixes.forget(word, gone);
      if (postings.countOf(word) === 0) dictionary.remove(word);
    }
    return entries;
  }

  function advance(): void {
    let budget = entriesAStep;
    while (budget > 0 && word < dictionary.wordCount) {
      budget -= 1 + purge();
      word++;
    }
    if (word >= dictionary.wordCount) end();
  }

  return {
    step() {
      if (leaving === undefined) {
        if (slots.left() < fewest || slots.left() * 4 < slots.used) return;
        begin();
      }
      advance();
    },
    tidy() {
      if (leaving === undefined) {
        if (slots.left() === 0) return false;
        begin();
      }
      advance();
      return true;
    },
  };
}
