import { minSuggestionLetters, type SuggestionKind } from "./suggestion-kinds.ts";
import type { Filters, ProfileQuery, ProfileSearch } from "./profile-search.ts";
import { alternatives, fillers, refusals } from "../events/search-vocabulary.ts";
import { endsInSpan, wordsInSpans } from "./class-years.ts";
import { placing } from "./places.ts";
import { type TypedWord, typedWords } from "./text.ts";

/** A text with more meaningful words is a sentence, which isn't completed. */
export const maxSuggestionWords = 6;
export const maxSuggestions = 8;
export const maxSuggestionsOfKind = 3;
/** Names come from this many first hits. */
export const hitsWithNames = 24;
export const maxSpellings = 20;

export type SuggestionQuery = Pick<ProfileQuery, "text" | "filters" | "role">;

export interface Suggestion {
  readonly kind: SuggestionKind;
  /** The most frequent spelling, after the choices that the words before it name. */
  readonly text: string;
  /** Exact total of its search, {@link suggestedQuery}. */
  readonly count: number;
  readonly search: string;
  readonly filters: Partial<Filters>;
}

export interface SuggestionsAnswer {
  readonly suggestions: readonly Suggestion[];
}

export interface SuggestingSearch extends ProfileSearch {
  /** At most {@link maxSuggestions}: places behind "in", names, then the most frequent. */
  suggest(query: SuggestionQuery): Promise<readonly Suggestion[]>;
}

export function joinedText(kind: SuggestionKind, before: readonly string[], text: string): string {
  if (before.length === 0) return text;
  return `${before.join(", ")}${isPlace(kind) ? " in " : ", "}${text}`;
}

export function isPlace(kind: SuggestionKind): boolean {
  return kind === "state" || kind === "location";
}

/** Whether the last words, at most two, are a place where people are: "captains in San An". */
export function endsInPlace(text: string): boolean {
  const all = typedWords(text).map(({ word }) => word).filter((word) => word !== "the");
  const last = all.slice(0, -1).findLastIndex((word) => fillers.has(word));
  return placing.has(all[last] ?? "") && last >= all.length - 3;
}

export function suggestedQuery<Q extends SuggestionQuery>(
  query: Q,
  { search, filters }: Pick<Suggestion, "search" | "filters">,
): Q {
  return { ...query, text: search, filters: { ...query.filters, ...filters } };
}

/**
 * Words to complete: the last one and meaningful ones before it. None if too few, too many or
 * meaningless, or after "or" and "not", whose meaning a completion would change.
 */
export function completedWords(text: string): TypedWord[] {
  const all = typedWords(text);
  const folded = all.map(({ word }) => word);
  if (endsInSpan(folded)) return [];
  const inSpans = wordsInSpans(folded.slice(0, -1));
  const meaningful = all.filter(({ word }, at) =>
    at === all.length - 1 || inSpans.has(at) || !fillers.has(word)
  );
  const hasOnlyFillers = all.length > 1 && all.every(({ word }) => fillers.has(word));
  const isJoined = all.slice(0, -1).some(({ word }) =>
    alternatives.has(word) || refusals.has(word)
  );
  const letters = [...meaningful.map(({ word }) => word).join("")].length;
  return hasOnlyFillers || isJoined || letters < minSuggestionLetters ||
      meaningful.length > maxSuggestionWords
    ? []
    : meaningful;
}
