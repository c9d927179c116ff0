import { alternatives, refusals } from "../events/search-vocabulary.ts";
import { maxSuggestionWords, minSuggestionLetters } from "./suggestions.ts";
import { queryWords, typedWords } from "./text.ts";
import { isFiller } from "./wish.ts";

/**
 * The words that are completed, folded and as typed: those before the last that say something, and the
 * last. None where they are too few, too many, or say nothing; nor behind "or" and "not", which completing
 * would change.
 */
export function completedWords(text: string): { readonly word: string; readonly typed: string }[] {
  const typed = typedWords(text);
  const all = queryWords(text).map((word, at) => ({ word, typed: typed[at] ?? word }));
  const kept = all.filter(({ word }, at) => at === all.length - 1 || !isFiller(word));
  const isNothing = all.length > 1 && all.every(({ word }) => isFiller(word));
  const isJoined = all.slice(0, -1).some(({ word }) =>
    alternatives.has(word) || refusals.has(word)
  );
  const letters = [...kept.map(({ word }) => word).join("")].length;
  return isNothing || isJoined || letters < minSuggestionLetters || kept.length > maxSuggestionWords
    ? []
    : kept;
}
