/**
 * Finding profiles by text and facets: the port that every engine fulfils. It knows documents, not
 * people: what a document may hold was decided by the public projection.
 *
 * A text is understood as a wish: a document matches when it matches each of its parts, by any of the
 * part's words in any field. Filters are OR inside a group and AND across groups. The README says more.
 *
 * @module
 */
import { type Role, roles } from "../events/vocabulary.ts";
import { byGroup, type FacetGroup } from "./facets.ts";
import type { Part } from "./wish.ts";
import type { ProfileDocument } from "./project-document.ts";

export const sorts = ["relevance", "recent", "name"] as const;
export type Sort = (typeof sorts)[number];

/** The chosen values of each group; values are compared exactly, an empty list filters nothing. */
export type Filters = Readonly<Record<FacetGroup, readonly string[]>>;

export interface ProfileQuery {
  /** As typed. An empty text, or one without a letter or digit, matches everything. */
  readonly text: string;
  readonly filters: Filters;
  /** Only this role; no facet, it narrows counts of all groups. */
  readonly role?: Role | undefined;
  /** With no text, relevance is the same as recent. Ties are ordered by member id. */
  readonly sort: Sort;
  readonly offset: number;
  /** 0 asks for the total and counts alone. */
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
  /** How many match in all: exact. */
  readonly total: number;
  /** How many of these have each role. */
  readonly roles: RoleCounts;
  /** Relaxation, where nobody matches all parts: the list matches some of them. `null` where somebody does. */
  readonly relaxed: Relaxed | null;
  /**
   * For each group the values and how many would match, under the text, the role and the filters of
   * all *other* groups. Values that nothing matches are left out. Most frequent first, then by value
   * in code point order.
   */
  readonly facets: Readonly<Record<FacetGroup, readonly FacetCount[]>>;
}

/** How a search was relaxed: the parts of its wish that the list matches, and the others. */
export interface Relaxed {
  /** At least one. */
  readonly kept: readonly Part[];
  /** At least one. */
  readonly leftOut: readonly Part[];
}

export interface ProfileSearch {
  /** Adds documents, replacing those of the same member. Resolves once they can be found. */
  put(documents: readonly ProfileDocument[]): Promise<void>;
  /** Takes members out; ids that are not there are passed over. */
  remove(memberIds: readonly string[]): Promise<void>;
  /** Takes everyone out. */
  clear(): Promise<void>;
  /** @throws {SearchUnavailable} When the engine cannot be reached. */
  find(query: ProfileQuery): Promise<ProfileHits>;
}

/** The engine cannot be reached, or failed; `cause` has its own words. */
export class SearchUnavailable extends Error {
  override readonly name = "SearchUnavailable";
}

/** No choice made in any group. */
export const noFilters: Filters = byGroup(() => []);

/** Counts of roles, made for each role. */
export function byRole(count: (role: Role) => number): RoleCounts {
  return Object.fromEntries(roles.map((role) => [role, count(role)])) as Record<Role, number>;
}
