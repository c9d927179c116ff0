import { type FacetGroup, facetGroups, type FacetKind, facets } from "./facets.ts";

/** A suggestion is a person's name, a choice of a facet group, a state, or another text. */
export type SuggestionKind = "name" | FacetKind | "state" | "mos" | "company";

/** In this order if all else is equal. */
export const suggestionKinds: readonly SuggestionKind[] = [
  "name",
  ...facetGroups.map((group) => facets[group].kind as FacetKind),
  "state",
  "mos",
  "company",
];

/** Kinds that are choices of a facet group: accepting one makes that choice. */
export const groupsOfKinds: Partial<Readonly<Record<SuggestionKind, FacetGroup>>> = Object
  .fromEntries(facetGroups.map((group) => [facets[group].kind, group]));

/** Fewer letters have too many completions. */
export const minSuggestionLetters = 2;
