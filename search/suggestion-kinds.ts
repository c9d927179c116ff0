/**
 * Kinds of suggestions. Apart from what makes suggestions, which knows words that browsers do without.
 *
 * @module
 */
import { type FacetGroup, facetGroups, type FacetKind, facets } from "./facets.ts";

/** What a suggestion is: someone's name, a choice of a facet group, a state, or another text. */
export type SuggestionKind = "name" | FacetKind | "state" | "mos" | "company";

/** In this order when all else is equal. */
export const suggestionKinds: readonly SuggestionKind[] = [
  "name",
  ...facetGroups.map((group) => facets[group].kind as FacetKind),
  "state",
  "mos",
  "company",
];

/** The kinds that are choices of a facet group: a suggestion of them makes that choice. */
export const groupsOfKinds: Partial<Readonly<Record<SuggestionKind, FacetGroup>>> = Object
  .fromEntries(facetGroups.map((group) => [facets[group].kind, group]));

/** Fewer letters say too little. */
export const minSuggestionLetters = 2;
