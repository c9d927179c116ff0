/**
 * Suggestions while someone types. Runs in browsers, too.
 *
 * @module
 */
import type { Suggestion, SuggestionKind } from "../../search/suggestions.ts";
import type { DirectoryQuery } from "./directory.ts";

export type { Suggestion, SuggestionKind };

/** Answer of `GET /api/suggestions`. */
export interface SuggestionsAnswer {
  readonly suggestions: readonly Suggestion[];
}

/** The view that a suggestion leads to: its first page. */
export function suggestedView(
  query: DirectoryQuery,
  { search, filters }: Pick<Suggestion, "search" | "filters">,
): DirectoryQuery {
  return { ...query, ...filters, search, page: 1 };
}
