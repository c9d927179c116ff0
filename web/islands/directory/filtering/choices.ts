/** Options of the filter panel, by facet. Also runs in browsers. */
import type { DirectoryQuery, FacetGroup, Facets } from "../../../../api/contract/directory.ts";
import { byGroup, facetGroups, facetLabel, facets } from "../../../../search/facets.ts";
import type { CheckboxOption } from "../../../ui/fields/checkbox-group.tsx";

/** Values of visible profiles, for groups without a fixed list. */
export type Choices = Partial<Readonly<Record<FacetGroup, readonly string[]>>>;

/** Every profile can have its own free text, so only the most frequent ones are listed. */
const maxChoices = 200;

/** Options of a directory, from its counts without filters, so that their order never changes. */
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

export type Chosen = Pick<DirectoryQuery, FacetGroup>;

/** Adds the query's choices to earlier ones: an option chosen once stays in its list. */
export function keepChosen(shown: Chosen, query: Chosen): Chosen {
  const isKept = facetGroups.every((group) =>
    query[group].every((value) => shown[group].includes(value))
  );
  if (isKept) return shown;
  return byGroup((group) => [...new Set([...shown[group], ...query[group]])]);
}

/**
 * The groups with their counts. The order never depends on the counts.
 * @param chosen Chosen values. Those missing from the lists come last.
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

export function filterCount(query: DirectoryQuery): number {
  return facetGroups.reduce((sum, group) => sum + query[group].length, 0);
}
