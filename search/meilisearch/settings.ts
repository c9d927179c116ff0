import { createHash } from "node:crypto";
import type { Settings } from "meilisearch";
import { facetGroups } from "../profile-search.ts";

/** The searched fields, best first: the port's order of fields. */
export const searchedFields = [
  "name",
  "jobTitle",
  "company",
  "specialty",
  "place",
  "topics",
  "expertise",
  "bio",
] as const;

/** More than any program has members; the default cuts totals at 1,000. */
const everyone = 100_000_000;

/**
 * What makes Meilisearch search as the port says. Proximity of words is not among the rules, and
 * `exactness` counts whole words only, since no field begins with a word of its own
 * (`index-documents.ts`).
 *
 * @see {@link https://www.meilisearch.com/docs/reference/api/settings}
 */
export const settings = {
  searchableAttributes: [...searchedFields],
  displayedAttributes: ["memberId"],
  filterableAttributes: [...facetGroups, "role"],
  sortableAttributes: ["nameSort", "updatedAtMs", "memberId"],
  rankingRules: [
    "sort",
    "words",
    "typo",
    "attributeRank",
    "exactness",
    "updatedAtMs:desc",
    "memberId:asc",
  ],
  stopWords: [],
  synonyms: {},
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
    disableOnWords: [],
    disableOnAttributes: [],
  },
  faceting: { maxValuesPerFacet: everyone, sortFacetValuesBy: { "*": "count" } },
  pagination: { maxTotalHits: everyone },
  // Searches are given up by who asked for them; an answer that was cut short would look complete.
  searchCutoffMs: 30_000,
  facetSearch: false,
} satisfies Settings;

/** Changes whenever an index that was filled before would not do any more. */
export const indexVersion = createHash("sha256")
  .update(JSON.stringify({ settings, documents: 1 }))
  .digest("hex").slice(0, 12);
