import { alternatives, fillers, refusals } from "../events/search-vocabulary.ts";
import { maxSuggestionWords, minSuggestionLetters } from "./suggestions.ts";
import { type TypedWord, typedWords } from "./text.ts";

/**
 * The words to complete, folded and as typed: the last word and meaningful words before it. None if they are
 * too few, too many or meaningless, or after "or" and "not", whose meaning a completion would change.
 */
export function completedWords(text: string): TypedWord[] {
  const all = typedWords(text);
  const kept = all.filter(({ word }, at) => at === all.length - 1 || !fillers.has(word));
  const isNothing = all.length > 1 && all.every(({ word }) => fillers.has(word));
  const isJoined = all.slice(0, -1).some(({ word }) =>
    alternatives.has(word) || refusals.has(word)
  );
  const letters = [...kept.map(({ word }) => word).join("")].length;
  return isNothing || isJoined || letters < minSuggestionLetters || kept.length > maxSuggestionWords
    ? []
    : kept;
}
