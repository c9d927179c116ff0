import type { Suggestion, SuggestionKind, SuggestionsAnswer } from "../../search/suggestions.ts";
import type { DirectoryQuery } from "./directory.ts";

export type { Suggestion, SuggestionKind, SuggestionsAnswer };

/** The view that a suggestion leads to: its first page. */
export function suggestedView(
  query: DirectoryQuery,
  { search, filters }: Pick<Suggestion, "search" | "filters">,
): DirectoryQuery {
  return { ...query, ...filters, search, page: 1 };
}
