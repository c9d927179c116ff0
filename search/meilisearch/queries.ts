import type { Wanted } from "../match-word.ts";
import type { MultiSearchQuery } from "meilisearch";
import { z } from "zod";
import { byGroup, type FacetGroup, facetGroups } from "../facets.ts";
import { byRole, type Filters, type ProfileHits, type ProfileQuery } from "../profile-search.ts";
import { compareText } from "../text.ts";
import type { Synonyms } from "../synonyms.ts";
import { type ParsedText, parseText } from "../parse-text.ts";
import { apart, everybody, facetKey, facetValue } from "./index-documents.ts";

/**
 * Searches that answer a query, in one call: first page, total, and counts of roles and of groups
 * without a choice. Each group with a choice needs another search, without its own filter.
 */
export function searchesFor(
  index: string,
  query: ProfileQuery,
  synonyms: Synonyms,
): MultiSearchQuery[] {
  const { text, filters, sort, offset, limit } = query;
  const chosen = facetGroups.filter((group) => filters[group].length > 0);
  const others = facetGroups.filter((group) => filters[group].length === 0);
  const parsed = parseText(text, synonyms);
  const q = orderOf(parsed);
  const search = (facets: readonly (FacetGroup | "role")[], under: Filters) => ({
    indexUid: index,
    q,
    facets: [...facets],
    filter: [...partsOf(parsed), ...filterOf(under, query.role)],
    // Filters find the profiles; the query only ranks them.
    matchingStrategy: "last" as const,
    attributesToRetrieve: ["memberId"],
  });
  const { page, hitsPerPage } = pageAround(offset, limit);
  return [
    { ...search([...others, "role"], filters), page, hitsPerPage, sort: sortOf(sort, q) },
    ...chosen.map((group) => ({
      ...search([group], { ...filters, [group]: [] }),
      page: 1,
      hitsPerPage: 0,
    })),
  ];
}

/** @throws {z.ZodError} When the answer doesn't fit these searches. */
export function toHits(answer: unknown, { filters, offset, limit }: ProfileQuery): ProfileHits {
  const { results } = MultiSearchAnswer.parse(answer);
  const [main, ...more] = results;
  const chosen = facetGroups.filter((group) => filters[group].length > 0);
  if (main === undefined || more.length !== chosen.length) throw new Error("Results are missing");
  const counts = (group: FacetGroup) => {
    const at = chosen.indexOf(group);
    const { facetDistribution = {} } = (at < 0 ? main : more[at]) ?? main;
    return Object.entries(facetDistribution[group] ?? {})
      .map(([key, count]) => ({ value: facetValue(key), count }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || compareText(a.value, b.value));
  };
  const { page, hitsPerPage } = pageAround(offset, limit);
  const skipped = offset - (page - 1) * hitsPerPage;
  return {
    memberIds: main.hits.slice(skipped, skipped + limit).map(({ memberId }) => memberId),
    total: main.totalHits,
    roles: byRole((role) => main.facetDistribution?.role?.[role] ?? 0),
    relaxed: null,
    facets: byGroup(counts),
  };
}

/** The smallest page that has the whole range: totals are exact for pages only. */
function pageAround(offset: number, limit: number): { page: number; hitsPerPage: number } {
  if (limit === 0) return { page: 1, hitsPerPage: 0 };
  for (let hitsPerPage = limit;; hitsPerPage++) {
    const page = Math.floor(offset / hitsPerPage);
    if (offset + limit <= (page + 1) * hitsPerPage) return { page: page + 1, hitsPerPage };
  }
}

/** Filters: any word of each part, and none of the excluded words. */
function partsOf({ parts, without }: ParsedText): string[][] {
  const has = ({ word, isPrefix }: Wanted) =>
    `words ${isPrefix ? "STARTS WITH" : "="} ${quoted(word)}`;
  return [...parts.map(({ any }) => any.map(has)), ...without.map((one) => [`NOT ${has(one)}`])];
}

/**
 * Ranking query: the first word of each part; empty if there are none. Spans of class years are
 * left
 * out: everyone found fits them equally, and words behind one that a profile lacks don't count.
 */
function orderOf({ parts }: ParsedText): string {
  const ranking = parts.filter(({ meanings: [likeliest] }) => likeliest?.kind !== "classYear");
  if (ranking.length === 0) return "";
  return [everybody, ...ranking.map(({ any: [first] }) => first?.word ?? "")].join(apart);
}

/** Lists inside a list are OR, the list is AND. */
function filterOf(filters: Filters, role: ProfileQuery["role"]): string[][] {
  const groups = facetGroups
    .map((group) => filters[group].map((value) => `${group} = ${quoted(facetKey(value))}`))
    .filter((alternatives) => alternatives.length > 0);
  return role === undefined ? groups : [...groups, [`role = ${quoted(role)}`]];
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

function sortOf(sort: ProfileQuery["sort"], q: string): string[] {
  if (sort === "name") return ["nameSort:asc", "memberId:asc"];
  // An empty ranking query gives no order.
  if (sort === "recent" || q === "") return ["updatedAtMs:desc", "memberId:asc"];
  return [];
}

const MultiSearchAnswer = z.object({
  results: z.array(z.object({
    hits: z.array(z.object({ memberId: z.string() })),
    totalHits: z.number().int().min(0),
    facetDistribution: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  })),
});
