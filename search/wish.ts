/**
 * Wish: what a text asks for. A text is understood once, and every engine looks for the same.
 *
 * @module
 */
import { fillers, fillersThatAreNames } from "../events/search-vocabulary.ts";
import type { Synonyms } from "./synonyms.ts";
import { queryWords, typedWords } from "./text.ts";

/** A document matches when it matches all parts, and none of what is refused. */
export interface Wish {
  /** In the order of the text, at most {@link maxParts}. */
  readonly parts: readonly Part[];
  /** "not ranger": whole words, exact. */
  readonly without: readonly Wanted[];
}

/** One thing that is asked for: a document matches it by any of its words. */
export interface Part {
  /** As somebody typed it: one word, or several that mean one thing. */
  readonly typed: string;
  readonly any: readonly Wanted[];
  /** What it names; none for a plain word. */
  readonly meanings: readonly Meaning[];
}

/** A folded word that documents have. */
export interface Wanted {
  readonly word: string;
  /** Whether it may be unfinished: only the last word of a text may. */
  readonly isPrefix: boolean;
  /** Whether it stands for a meaning: typos are not forgiven in it. */
  readonly isExact: boolean;
}

/** What something is: a value of a field of profiles, or another thing that people ask for. */
export interface Meaning {
  readonly kind: string;
  readonly name: string;
}

/** Parts that one bit each of a number can stand for. */
export const maxParts = 32;

export const noWish: Wish = { parts: [], without: [] };

/** What a text asks for; no parts where nothing is asked. */
export function wishOf(text: string, _synonyms: Synonyms): Wish {
  const all = queryWords(text);
  const typed = typedWords(text);
  const isQuestion = all.some((word) => !fillers.has(word));
  if (!isQuestion && all.length > 1 && !all.every((word) => fillersThatAreNames.has(word))) {
    return noWish;
  }
  const parts = all.flatMap((word, at): Part[] => {
    if (isQuestion && fillers.has(word) || all.indexOf(word) < at) return [];
    const isPrefix = at === all.length - 1;
    return [{
      typed: typed[at] ?? word,
      any: [{ word, isPrefix, isExact: false }],
      meanings: [],
    }];
  });
  return { parts, without: [] };
}
