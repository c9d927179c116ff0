import { type FacetGroup, facetGroups, facetLabel, facets } from "../../../search/facets.ts";
import type { ProfileHits } from "../../../search/profile-search.ts";
import {
  type Alternative,
  directoryParams,
  type DirectoryQuery,
  emptyQuery,
} from "../../contract/directory.ts";

const most = 3;

type Count = (query: DirectoryQuery) => Promise<Pick<ProfileHits, "total" | "relaxed" | "facets">>;

interface Candidate {
  readonly query: DirectoryQuery;
  readonly label: (total: number) => string;
}

/** Finds other searches when one has no results, best first. Relaxed ones must match the whole text. */
export async function findAlternatives(
  { page: _, ...asked }: DirectoryQuery,
  isRelaxed: boolean,
  count: Count,
): Promise<readonly Alternative[]> {
  const query = { ...asked, page: 1 };
  const chosen = facetGroups.filter((group) => query[group].length > 0);
  const narrower = query.search === "" ? [] : chosen.map((group) => without(query, group));
  const withText = await counted(narrower, count);
  if (isRelaxed) return withText.slice(0, most);
  const others = query.search !== "" && chosen.length > 0
    ? [described({ ...query, search: "" })]
    : chosen.length > 1
    ? chosen.map((group) => described({ ...query, [group]: [] }))
    : [];
  const everyone = { ...emptyQuery, role: query.role, sort: query.sort };
  const [ofOthers, all] = await Promise.all([counted(others, count), count(everyone)]);
  if (all.total === 0) return [];
  const popular = all.facets.helpTopics.map(({ value, count }) =>
    alternative(described({ ...everyone, helpTopics: [value] }), count)
  );
  const found = new Map(
    [...[...withText, ...ofOthers].slice(0, most - 1), ...popular].map((one) => [one.view, one]),
  );
  return [...[...found.values()].slice(0, most - 1), alternative(described(everyone), all.total)];
}

async function counted(candidates: readonly Candidate[], count: Count): Promise<Alternative[]> {
  const found = await Promise.all(
    candidates.map(async (candidate) => ({ candidate, ...await count(candidate.query) })),
  );
  return found.filter(({ total, relaxed }) => total > 0 && relaxed === null)
    .toSorted((one, other) => other.total - one.total)
    .map(({ candidate, total }) => alternative(candidate, total));
}

function alternative({ query, label }: Candidate, total: number): Alternative {
  const params = directoryParams({ ...query, role: undefined });
  return { label: label(total), view: params.toString() };
}

/** The same text with one group's choices cleared. */
function without(query: DirectoryQuery, group: FacetGroup): Candidate {
  const all = group === "requests"
    ? "people who take no requests now, too"
    : `all ${group === "locations" ? "places" : facets[group].plural}`;
  return { query: { ...query, [group]: [] }, label: (total) => `Search ${all}: ${total}` };
}

const nouns = {
  cadet: ["cadet", "cadets"],
  alumni: ["alum", "alumni"],
  cadre: ["cadre member", "cadre members"],
} as const;

const duties: Readonly<Record<string, string>> = {
  "Active Duty": "on active duty",
  "Army Reserve": "in the Army Reserve",
  "National Guard": "in the National Guard",
  Veteran: "no longer serving",
};

/** A search without text, described: "Show 12 alumni in Aviation who help with Networking". */
function described(query: DirectoryQuery): Candidate {
  /** A group's values for the sentence, or their number if there are many. */
  function say(group: FacetGroup, before: string, beforeMany = before): string[] {
    const labels = query[group].map((value) => duties[value] ?? facetLabel(group, value));
    if (labels.length > 2) return [`${beforeMany}${labels.length} ${facets[group].plural}`];
    return labels.length > 0 ? [before + labels.join(" or ")] : [];
  }

  function label(total: number): string {
    const [one, several] = query.role === undefined ? ["person", "people"] : nouns[query.role];
    const s = total === 1 ? "s" : "";
    const does = [
      ...say("industries", `work${s} in `),
      ...say("helpTopics", `help${s} with `),
      ...query.requests.length > 0 ? [`take${s} requests now`] : [],
    ];
    const words = [
      `${total} ${total === 1 ? one : several}`,
      ...say("armyBranches", "in "),
      ...say("locations", "in "),
      ...say("classYears", "from the class of ", "from "),
      ...say("dutyStatuses", "", "of "),
      ...does.length > 0 ? [`who ${does.join(" and ")}`] : [],
    ];
    return `Show ${words.length === 1 ? "all " : ""}${words.join(" ")}`;
  }

  return { query, label };
}
