import { type DirectoryQuery, emptyQuery } from "../../../../api/contract/directory.ts";
import { facetGroups, facetLabel, facets } from "../../../../search/facets.ts";

export interface Relaxation {
  /** What the link says, with how many people it leads to. */
  readonly label: (total: number) => string;
  readonly query: DirectoryQuery;
}

/**
 * Relaxations of a query that found nothing: each is the query with one thing given up. Choices of one
 * group widen each other, so giving up one of several finds nothing more: they go together.
 */
export function relaxations(query: DirectoryQuery): readonly Relaxation[] {
  const offers: Relaxation[] = [];
  if (query.search) {
    offers.push({ label: without(`“${query.search}”`), query: { ...query, search: "", page: 1 } });
  }
  for (const group of facetGroups) {
    const [first, ...others] = query[group];
    if (first === undefined) continue;
    const what = others.length > 0
      ? `all ${others.length + 1} ${facets[group].plural}`
      : facetLabel(group, first);
    offers.push({ label: without(what), query: { ...query, [group]: [], page: 1 } });
  }
  if (offers.length === 0) return [];
  const everyone = { label: all, query: { ...emptyQuery, sort: query.sort } };
  return offers.length === 1 ? [everyone] : [...offers, everyone];
}

const all = (total: number) => `Show all ${total}`;
const without = (what: string) => (total: number) =>
  `Remove ${what} (${total === 1 ? "1 result" : `${total} results`})`;
