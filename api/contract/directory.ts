/** The directory's query, in calls and page addresses, and its answer. */
import type { PublicProfile } from "../../events/members/privacy.ts";
import { type Role, roles } from "../../events/vocabulary.ts";
import { byGroup, type FacetGroup, facetGroups, facetValue } from "../../search/facets.ts";
import type { Explanation } from "../../search/explain.ts";
import { type Filters, noFilters, type Sort, sorts } from "../../search/profile-search.ts";
import { maxQueryText } from "./limits.ts";

export type { Explanation, FacetGroup, Sort };

export const pageSize = 24;

export const maxFilterValues = 100;
/** Characters. No profile has longer values. */
const maxFilterValue = 200;
/** Enough for the longest list of the longest values. No address is this long. */
const maxListText = 100_000;
/** Limit for all values of a group together, because a page repeats them in many links. */
const maxFilterLength = 4000;

/** A directory's query. Choices are stored values. */
export interface DirectoryQuery extends Filters {
  readonly search: string;
  readonly role?: Role | undefined;
  readonly sort: Sort;
  /** From 1, here and in other queries. */
  readonly page: number;
}

interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export type Facets = Readonly<Record<FacetGroup, readonly FacetCount[]>>;

/** Another search to suggest if no one was found or the search was relaxed. */
export interface Alternative {
  /** Its label, with the number of people that it finds. */
  readonly label: string;
  /** Parameters of the search. */
  readonly view: string;
}

export interface DirectoryAnswer {
  readonly profiles: readonly PublicProfile[];
  readonly total: number;
  readonly page: number;
  /** Matches by role; null if the query has a role or was relaxed. */
  readonly roles: Readonly<Record<Role, number>> | null;
  /** Values of each group with their counts under every other group's filters. */
  readonly facets: Facets;
  readonly relaxed: Relaxed | null;
  /** Why each profile was found, in the same order; empty if the query has no text. */
  readonly matches: readonly Explanation[];
  readonly alternatives: readonly Alternative[];
  /** Requested help topics that no one offers. */
  readonly uncovered: readonly string[];
}

/** Describes the list if no one matches everything. */
export interface Relaxed {
  /** The listed people, for the middle of a sentence. */
  readonly showing: string;
  /** Words and filters that they don't match, as typed. */
  readonly ignored: readonly string[];
}

export const emptyQuery: DirectoryQuery = {
  search: "",
  ...noFilters,
  sort: "relevance",
  page: 1,
};

export type ParsedQuery =
  | { readonly ok: true; readonly query: DirectoryQuery }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

/**
 * Reads a query strictly, for the API. A list is a JSON list of strings in one parameter or, unless
 * `lists` is `"json"`, the parameter repeated. Unknown parameters are ignored.
 */
export function parseDirectoryQuery(
  params: URLSearchParams,
  lists: "json" | "json or repeated" = "json or repeated",
): ParsedQuery {
  const wrong: Record<string, string> = {};
  const typed = params.get("search") ?? "";
  // Allows spaces around it, but not any number of them.
  const search = typed.length > 10 * maxQueryText ? typed : typed.trim();
  if (!isQueryText(search)) {
    wrong.search = `Must be at most ${maxQueryText} characters`;
  }
  const chosen = byGroup((group) => {
    const values = readList(params.getAll(group), lists === "json");
    if (typeof values !== "string") {
      return [...new Set(values.map((one) => facetValue(group, one)))];
    }
    wrong[group] = values;
    return [];
  });
  const role = params.get("role");
  const sort = params.get("sort") ?? "relevance";
  const page = params.get("page") ?? "1";
  if (role && !isOneOf(roles, role)) wrong.role = "Role must be cadet, alumni or cadre";
  if (!isOneOf(sorts, sort)) wrong.sort = "Sort must be relevance, recent or name";
  if (!/^[1-9]\d{0,8}$/.test(page)) wrong.page = "Page must be a whole number from 1";
  if (Object.keys(wrong).length > 0) return { ok: false, fields: wrong };
  return {
    ok: true,
    query: {
      search,
      ...chosen,
      ...(role && { role: role as Role }),
      sort: sort as Sort,
      page: Number(page),
    },
  };
}

/** Reads a query from a link, for pages: invalid parts fall back to their defaults. */
export function readDirectoryQuery(params: URLSearchParams): DirectoryQuery {
  const parsed = parseDirectoryQuery(params);
  if (!parsed.ok) {
    const readable = [...params].filter(([name]) => !Object.hasOwn(parsed.fields, name));
    return readDirectoryQuery(new URLSearchParams(readable));
  }
  const { query } = parsed;
  const short = byGroup((group) => {
    const written = new URLSearchParams(query[group].map((value) => [group, value])).toString();
    return written.length > maxFilterLength ? [] : query[group];
  });
  return { ...query, ...short };
}

/** Omits defaults and has a fixed order, so that each view has one address. */
export function directoryParams(query: DirectoryQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.search) params.set("search", query.search);
  for (const group of facetGroups) {
    for (const value of [...query[group]].sort()) params.append(group, value);
  }
  if (query.role) params.set("role", query.role);
  if (query.sort !== "relevance") params.set("sort", query.sort);
  if (query.page !== 1) params.set("page", String(query.page));
  return params;
}

/** Whether a search is short enough. */
export function isQueryText(text: string): boolean {
  return text.length <= maxQueryText ||
    (text.length <= 2 * maxQueryText && [...text].length <= maxQueryText);
}

function readList(values: readonly string[], onlyJson: boolean): readonly string[] | string {
  const [first] = values;
  if (first === undefined || (values.length === 1 && first === "")) return [];
  const isJson = values.length === 1 &&
    (onlyJson || first.startsWith("[") || first.startsWith("{"));
  const list = isJson ? readJsonList(first) : onlyJson ? undefined : values;
  if (list === undefined) return "Must be a JSON list of strings";
  if (list.length > maxFilterValues) return `Must have at most ${maxFilterValues} entries`;
  if (list.some((value) => value.length > 2 * maxFilterValue)) {
    return `Must have entries of at most ${maxFilterValue} characters`;
  }
  return list;
}

function readJsonList(text: string): readonly string[] | undefined {
  if (text.length > maxListText) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((value) => typeof value === "string")) return list;
  } catch {
    // Invalid JSON isn't a list.
  }
  return undefined;
}

function isOneOf<T extends string>(values: readonly T[], text: string): text is T {
  return (values as readonly string[]).includes(text);
}
