/**
 * Options of the filter panel, by facet. Runs in browsers, too.
 *
 * @module
 */
import type { DirectoryQuery, FacetGroup, Facets } from "../../../../api/contract/directory.ts";
import { byGroup, facetGroups, facetLabel, facets } from "../../../../search/facets.ts";
import type { CheckboxOption } from "../../../ui/checkbox-group.tsx";

/** Values that visible profiles hold, by group, for those without a list of their own. */
export type Choices = Partial<Readonly<Record<FacetGroup, readonly string[]>>>;

/** Free texts can be as many as there are profiles; the page carries the most frequent ones. */
const maxChoices = 200;

/** Options of a directory, from its counts without any filter, so that their order never changes. */
export function choicesFrom(counts: Facets): Choices {
  const free = facetGroups.filter((group) => facets[group].choices === undefined);
  return Object.fromEntries(free.map((group) => {
    const most = counts[group].slice(0, maxChoices).map(({ value }) => value);
    const { order } = facets[group];
    return [group, order === undefined ? most : most.sort(order)];
  }));
}

export interface ChoiceGroup {
  readonly group: FacetGroup;
  readonly legend: string;
  readonly options: readonly CheckboxOption[];
}

/** Values by group. */
export type Chosen = Pick<DirectoryQuery, FacetGroup>;

/** Adds the query's choices to those made before: an option that was chosen once stays in its list. */
export function keepChosen(shown: Chosen, query: Chosen): Chosen {
  const isKept = facetGroups.every((group) =>
    query[group].every((value) => shown[group].includes(value))
  );
  if (isKept) return shown;
  return byGroup((group) => [...new Set([...shown[group], ...query[group]])]);
}

/**
 * The groups with their counts; the order never depends on the counts.
 *
 * @param chosen What a link may have chosen beyond what the lists have; comes last.
 */
export function choiceGroups(
  choices: Choices,
  counted: Facets | undefined,
  chosen: Chosen,
): readonly ChoiceGroup[] {
  return facetGroups.map((group) => {
    const { legend, choices: values = choices[group] ?? [] } = facets[group];
    const counts = new Map(counted?.[group].map(({ value, count }) => [value, count]));
    const options = [...new Set([...values, ...chosen[group]])].map((value) => ({
      value,
      label: facetLabel(group, value),
      count: counted && (counts.get(value) ?? 0),
    }));
    return { group, legend, options };
  });
}

/** How many filters are chosen; the search text is none. */
export function filterCount(query: DirectoryQuery): number {
  return facetGroups.reduce((sum, group) => sum + query[group].length, 0);
}
