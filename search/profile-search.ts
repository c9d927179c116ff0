/**
 * Port of the search engines: finds profiles by text and facets. The public projection has already decided what
 * a document contains.
 *
 * A text is parsed as a wish: a document matches if it matches each part, by any of the part's words in any
 * field. Filters are OR within a group and AND across groups. The README has details.
 *
 * @module
 */
import { type Role, roles } from "../events/vocabulary.ts";
import { byGroup, type FacetGroup } from "./facets.ts";
import type { Part } from "./part.ts";
import type { ProfileDocument } from "./project-document.ts";

export const sorts = ["relevance", "recent", "name"] as const;
export type Sort = (typeof sorts)[number];

/** The chosen values of each group. Values are compared exactly; an empty list filters nothing. */
export type Filters = Readonly<Record<FacetGroup, readonly string[]>>;

export interface ProfileQuery {
  /** As typed. An empty text, or one without a letter or digit, matches everything. */
  readonly text: string;
  readonly filters: Filters;
  /** Only this role. It narrows the counts of all groups. */
  readonly role?: Role | undefined;
  /** Without a text, relevance equals recent. Ties are ordered by member id. */
  readonly sort: Sort;
  readonly offset: number;
  /** 0 for total and counts only. */
  readonly limit: number;
}

export type RoleCounts = Readonly<Record<Role, number>>;

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface ProfileHits {
  /** One page, in order. */
  readonly memberIds: readonly string[];
  /** Exact number of matches. */
  readonly total: number;
  /** How many of these have each role. */
  readonly roles: RoleCounts;
  /** Set if no one matched all parts, and the list matches some of them. */
  readonly relaxed: Relaxed | null;
  /**
   * For each group, its values with their number of matches under the text, the role and the filters of all
   * *other* groups. Values without a match are left out. Most frequent first, then in code point order.
   */
  readonly facets: Readonly<Record<FacetGroup, readonly FacetCount[]>>;
}

/** How a search was relaxed: the parts that the list matches, and the others. */
export interface Relaxed {
  /** At least one. */
  readonly kept: readonly Part[];
  /** At least one. */
  readonly leftOut: readonly Part[];
}

export interface ProfileSearch {
  /** Adds or replaces members' documents. Resolves once they are searchable. */
  put(documents: readonly ProfileDocument[]): Promise<void>;
  /** Removes members; unknown ids are ignored. */
  remove(memberIds: readonly string[]): Promise<void>;
  clear(): Promise<void>;
  /** @throws {SearchUnavailable} When the engine cannot be reached. */
  find(query: ProfileQuery): Promise<ProfileHits>;
}

/** The engine can't be reached or failed; see `cause`. */
export class SearchUnavailable extends Error {
  override readonly name = "SearchUnavailable";
}

export const noFilters: Filters = byGroup(() => []);

export function byRole(count: (role: Role) => number): RoleCounts {
  return Object.fromEntries(roles.map((role) => [role, count(role)])) as Record<Role, number>;
}
