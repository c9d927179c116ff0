/** Port of the search engines. A document has only what the public projection shows. */
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
  readonly memberIds: readonly string[];
  readonly total: number;
  /** How many of these have each role. */
  readonly roles: RoleCounts;
  /** Set if no one matched all parts, and the hits match some of them. */
  readonly relaxed: Relaxed | null;
  /**
   * Each group's values with their matches under the text, role and *other* groups' filters, most
   * frequent first, then in code point order. Values without a match are left out.
   */
  readonly facets: Readonly<Record<FacetGroup, readonly FacetCount[]>>;
}

/** How a search was relaxed: the parts that the hits match, and the ignored ones. */
export interface Relaxed {
  /** At least one. */
  readonly kept: readonly Part[];
  /** At least one. */
  readonly ignored: readonly Part[];
}

export interface ProfileSearch {
  /** Adds or replaces members' documents. Resolves once they are searchable. */
  put(documents: readonly ProfileDocument[]): Promise<void>;
  /** Removes members; unknown ids are ignored. */
  remove(memberIds: readonly string[]): Promise<void>;
  clear(): Promise<void>;
  /** @throws {SearchUnavailable} When the engine can't be reached. */
  find(query: ProfileQuery): Promise<ProfileHits>;
}

export class SearchUnavailable extends Error {
  override readonly name = "SearchUnavailable";
}

export const noFilters: Filters = byGroup(() => []);

export function byRole(count: (role: Role) => number): RoleCounts {
  return Object.fromEntries(roles.map((role) => [role, count(role)])) as Record<Role, number>;
}
