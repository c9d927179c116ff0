import { type DirectoryQuery, emptyQuery } from "../../../../api/contract/directory.ts";
import { facetGroups, facetLabel, facets } from "../../../../search/facets.ts";

export interface WayOut {
  readonly label: string;
  readonly query: DirectoryQuery;
}

/**
 * What could be given up when nothing matches, each by itself. Choices of one group widen each other:
 * giving up one of several finds nothing more, so they go together.
 */
export function waysOut(query: DirectoryQuery): readonly WayOut[] {
  const ways: WayOut[] = [];
  if (query.search) {
    ways.push({ label: `Remove “${query.search}”`, query: { ...query, search: "", page: 1 } });
  }
  for (const group of facetGroups) {
    const [first, ...others] = query[group];
    if (first === undefined) continue;
    const what = others.length > 0
      ? `all ${others.length + 1} ${facets[group].plural}`
      : facetLabel(group, first);
    ways.push({ label: `Remove ${what}`, query: { ...query, [group]: [], page: 1 } });
  }
  if (ways.length > 1) {
    ways.push({ label: "Show everyone", query: { ...emptyQuery, sort: query.sort } });
  }
  return ways;
}
