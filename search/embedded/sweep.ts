/**
 * Sweep: garbage collection of removed documents. The slot of a removed document is emptied at once,
 * which is all that searches need; its entries in the lists of words stay. When a quarter of the slots are
 * empty, a sweep goes once through all words and drops such entries, a little with every change, so that
 * no change waits. Then nothing mentions the slots that were empty when the sweep began, and they are used
 * again. Slots that were emptied during the sweep are for the next one.
 *
 * @module
 */
import type { Dictionary } from "./words/dictionary.ts";
import type { Postings } from "./words/postings.ts";
import type { Prefixes } from "./words/prefixes.ts";
import type { Slots } from "./memory/slots.ts";

export interface Sweep {
  /** Does a little; call it with every change. */
  step(): void;
  /** Does a little, whether or not it is worth it yet. False once nothing is mentioned that is gone. */
  tidy(): boolean;
}

/** Fewer empty slots than this are not worth a sweep. */
const fewest = 256;
/** How many entries a step looks at, about, or how many slots it gives back. */
const workAStep = 4000;

export function createSweep(
  dictionary: Dictionary,
  postings: Postings,
  prefixes: Prefixes,
  slots: Slots,
): Sweep {
  /** Slots that were empty when the sweep began; `undefined` when there is none. */
  let leaving: number[] | undefined;
  /** The word that it is at. */
  let word = 0;
  /** How many of the word's entries are still to be looked at; not known before the first. */
  let rest: number | undefined;

  function begin(): void {
    leaving = slots.takeLeft();
    word = 0;
    rest = undefined;
  }

  function advance(): void {
    let work = workAStep;
    while (work > 0 && word < dictionary.wordCount) work -= 1 + purge(work);
    while (work > 0 && leaving !== undefined) {
      const slot = leaving.pop();
      if (slot === undefined) leaving = undefined;
      else slots.reuse(slot);
      work--;
    }
  }

  /** Looks at so many entries of the word at most, from the last on, and says at how many. */
  function purge(most: number): number {
    rest ??= postings.listedOf(word);
    const looked = Math.min(most, rest);
    rest -= looked;
    const gone = postings.purge(word, rest, rest + looked);
    if (gone > 0) {
      prefixes.forget(word, gone);
      if (postings.countOf(word) === 0) dictionary.remove(word);
    }
    if (rest > 0) return looked;
    word++;
    rest = undefined;
    return looked;
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
