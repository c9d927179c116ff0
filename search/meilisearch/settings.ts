import { createHash } from "node:crypto";
import type { Settings } from "meilisearch";
import { projection } from "../../events/read/projection.ts";
import { facetGroups } from "../facets.ts";
import { searchedFields } from "../searched-texts.ts";
import type { Synonyms } from "../synonyms.ts";

/** More than any program's members; the default cuts totals at 1,000. */
const everyone = 100_000_000;

/**
 * Filters on documents' words find the profiles; the query only ranks them.
 * @see {@link https://www.meilisearch.com/docs/reference/api/settings}
 */
export const settings = {
  searchableAttributes: [...searchedFields, "everybody"],
  displayedAttributes: ["memberId"],
  filterableAttributes: ["words", ...facetGroups, "role"],
  sortableAttributes: ["nameSort", "updatedAtMs", "memberId"],
  rankingRules: [
    ...["sort", "words", "attributeRank", "exactness"],
    ...["updatedAtMs:desc", "memberId:asc"],
  ],
  stopWords: [],
  synonyms: {},
  typoTolerance: { enabled: false },
  faceting: { maxValuesPerFacet: everyone, sortFacetValuesBy: { "*": "count" } },
  pagination: { maxTotalHits: everyone },
  // The caller has its own timeout, and a truncated answer would look complete.
  searchCutoffMs: 30_000,
  facetSearch: false,
} satisfies Settings;

export function indexVersion({ digest }: Pick<Synonyms, "digest">): string {
  return createHash("sha256")
    .update(JSON.stringify({ settings, documents: 4, projection, synonyms: digest }))
    .digest("hex").slice(0, 12);
}
