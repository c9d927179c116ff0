/**
 * Suggestions while someone types: values of visible profiles that complete the last words of a
 * text. The README says what completes what, and why.
 *
 * @module
 */
import {
  groupsOfKinds,
  minSuggestionLetters,
  type SuggestionKind,
  suggestionKinds,
} from "./suggestion-kinds.ts";
import type { Filters, ProfileQuery, ProfileSearch } from "./profile-search.ts";

export { groupsOfKinds, minSuggestionLetters, suggestionKinds };
export type { SuggestionKind };

/** Limit of words: a text with more of them that count is a sentence, and nothing completes it. */
export const maxSuggestionWords = 6;
export const maxSuggestions = 8;
export const maxSuggestionsOfKind = 3;
/** Names are those of the first so many hits. */
export const hitsWithNames = 24;
/** A choice has at most so many spellings of one value. */
export const maxSpellings = 20;

/** The view that someone is typing in. */
export type SuggestionQuery = Pick<ProfileQuery, "text" | "filters" | "role">;

export interface Suggestion {
  readonly kind: SuggestionKind;
  /**
   * As profiles have it; where they spell it in several ways, as most of them do. Choices that the words
   * before it name come first: "Aviation in Texas".
   */
  readonly text: string;
  /** The exact total of the search that it leads to: that of {@link suggestedQuery}. */
  readonly count: number;
  /** The text of that search. */
  readonly search: string;
  /** The filters of that search that are not those of the view. */
  readonly filters: Partial<Filters>;
}

/** An engine that completes what is typed. */
export interface SuggestingSearch extends ProfileSearch {
  /**
   * At most {@link maxSuggestions}, names first, then the most frequent; none for a text that is
   * too short or too long.
   */
  suggest(query: SuggestionQuery): Promise<readonly Suggestion[]>;
}

/** How a completed value reads behind the choices that the words before it name. */
export function joinedText(kind: SuggestionKind, before: readonly string[], text: string): string {
  if (before.length === 0) return text;
  const isPlace = kind === "state" || kind === "location";
  return `${before.join(", ")}${isPlace ? " in " : ", "}${text}`;
}

/** The view that a suggestion leads to. */
export function suggestedQuery<Q extends SuggestionQuery>(
  query: Q,
  { search, filters }: Pick<Suggestion, "search" | "filters">,
): Q {
  return { ...query, text: search, filters: { ...query.filters, ...filters } };
}
