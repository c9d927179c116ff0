import { createHash } from "node:crypto";
import type { Settings } from "meilisearch";
import { projection } from "../../events/read/projection.ts";
import { facetGroups } from "../facets.ts";
import { type SearchedField, searchedFields } from "../searched-texts.ts";
import type { Synonyms } from "../synonyms.ts";

/** Where the beginnings of a field's words are: each ranks directly below its field. */
export const beginningsOf = (field: SearchedField) => `${field}Beginnings` as const;

/** More than any program has members; the default cuts totals at 1,000. */
const everyone = 100_000_000;

/**
 * What makes Meilisearch search as the port says. It knows no beginnings of words: those are words of
 * their own, in fields that forgive no typos (`index-documents.ts`). All words have a mark of one
 * letter, so typos are forgiven from six and ten letters instead of five and nine.
 *
 * @see {@link https://www.meilisearch.com/docs/reference/api/settings}
 */
export const settings = {
  searchableAttributes: searchedFields.flatMap((field) => [field, beginningsOf(field)]),
  displayedAttributes: ["memberId"],
  filterableAttributes: [...facetGroups, "role"],
  sortableAttributes: ["nameSort", "updatedAtMs", "memberId"],
  rankingRules: [
    "sort",
    "words",
    "typo",
    "attributeRank",
    "updatedAtMs:desc",
    "memberId:asc",
  ],
  stopWords: [],
  synonyms: {},
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 6, twoTypos: 10 },
    disableOnWords: [],
    disableOnAttributes: searchedFields.map(beginningsOf),
  },
  faceting: { maxValuesPerFacet: everyone, sortFacetValuesBy: { "*": "count" } },
  pagination: { maxTotalHits: everyone },
  // Searches are given up by who asked for them; an answer that was cut short would look complete.
  searchCutoffMs: 30_000,
  prefixSearch: "disabled",
  facetSearch: false,
} satisfies Settings;

/** Changes whenever an index that was filled before would not do any more. */
export function indexVersion({ digest }: Pick<Synonyms, "digest">): string {
  return createHash("sha256")
    .update(JSON.stringify({ settings, documents: 3, projection, synonyms: digest }))
    .digest("hex").slice(0, 12);
}
