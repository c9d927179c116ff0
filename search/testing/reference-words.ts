import { fillers, fillersThatAreNames } from "../../events/search-vocabulary.ts";
import { queryWords, typedWords } from "../text.ts";

/**
 * The words that count: without fillers where others are or where all are no names, and without
 * repetitions.
 */
export function wantedOf(text: string): ReferenceWord[] {
  const all = queryWords(text);
  const typed = typedWords(text);
  const areFillers = all.every((word) => fillers.has(word));
  const areNames = all.length === 1 || all.every((word) => fillersThatAreNames.has(word));
  const kept = (word: string) => areFillers ? areNames : !fillers.has(word);
  return all.map((word, at) => ({ word, typed: typed[at] ?? word, isLast: at === all.length - 1 }))
    .filter(({ word }, at) => kept(word) && all.indexOf(word) === at);
}

export interface ReferenceWord {
  readonly word: string;
  readonly typed: string;
  readonly isLast: boolean;
}

/** The words that suggestions complete: without fillers before the last one, unless that is all. */
export function completedOf(text: string): ReferenceWord[] {
  const all = queryWords(text);
  const typed = typedWords(text);
  if (all.length > 1 && all.every((word) => fillers.has(word))) return [];
  return all.map((word, at) => ({ word, typed: typed[at] ?? word, isLast: at === all.length - 1 }))
    .filter(({ word, isLast }) => isLast || !fillers.has(word));
}
