/**
 * What a text asks for: its words, without those that say nothing of who is sought.
 *
 * @module
 */
import { fillers, fillersThatAreNames } from "../events/search-vocabulary.ts";
import { queryWords, typedWords } from "./text.ts";

/** A word that counts. */
export interface Wanted {
  /** Folded. */
  readonly word: string;
  readonly typed: string;
  /** Whether it may be unfinished: only the last word of a text may. */
  readonly isPrefix: boolean;
}

/**
 * The words of a text that count, each once; none where nothing is asked. Fillers do not count where
 * another word does. The last word of the text may be unfinished; when it is a filler or a repetition,
 * none is.
 */
export function wantedWords(text: string): Wanted[] {
  const all = queryWords(text);
  const typed = typedWords(text);
  const isQuestion = all.some((word) => !fillers.has(word));
  if (!isQuestion && all.length > 1 && !all.every((word) => fillersThatAreNames.has(word))) {
    return [];
  }
  return all.flatMap((word, at) => {
    if (isQuestion && fillers.has(word) || all.indexOf(word) < at) return [];
    return [{ word, typed: typed[at] ?? word, isPrefix: at === all.length - 1 }];
  });
}

/** Whether a word says nothing of who is sought, as long as others do. */
export function isFiller(word: string): boolean {
  return fillers.has(word);
}
