import { maxSuggestionWords, minSuggestionLetters } from "./suggestions.ts";
import { queryWords, typedWords } from "./text.ts";
import { isFiller } from "./wanted.ts";

/**
 * The words that are completed, folded and as typed: those before the last that say something, and the
 * last. None where they are too few, too many, or say nothing.
 */
export function completedWords(text: string): { readonly word: string; readonly typed: string }[] {
  const typed = typedWords(text);
  const all = queryWords(text).map((word, at) => ({ word, typed: typed[at] ?? word }));
  const kept = all.filter(({ word }, at) => at === all.length - 1 || !isFiller(word));
  const isNothing = all.length > 1 && all.every(({ word }) => isFiller(word));
  const letters = [...kept.map(({ word }) => word).join("")].length;
  return isNothing || letters < minSuggestionLetters || kept.length > maxSuggestionWords
    ? []
    : kept;
}
