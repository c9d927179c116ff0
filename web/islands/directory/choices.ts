/**
 * What can be chosen in a filter panel, group by group. Runs in browsers, too.
 *
 * @module
 */
import type { DirectoryQuery, FacetGroup, Facets } from "../../../api/contract/directory.ts";
import {
  armyBranches,
  helpTopicsInFilterOrder,
  topicFilterLabel,
} from "../../../events/vocabulary.ts";
import type { CheckboxOption } from "../../ui/checkbox-group.tsx";

/** Values that visible profiles hold, most frequent first: they keep their places. */
export interface Choices {
  readonly industries: readonly string[];
  readonly locations: readonly string[];
}

/** Free texts can be as many as there are profiles; the page carries the most frequent ones. */
const maxChoices = 200;

/** The choices of a directory, from the counts that it has without any filter. */
export function choicesFrom({ industries, locations }: Facets): Choices {
  const most = (counts: Facets[FacetGroup]) => counts.slice(0, maxChoices).map((c) => c.value);
  return { industries: most(industries), locations: most(locations) };
}

export interface ChoiceGroup {
  readonly group: FacetGroup;
  readonly legend: string;
  readonly options: readonly CheckboxOption[];
  /** The list is open: it grows with what members write. */
  readonly isOpen: boolean;
}

/** The four groups with their counts under the query; the order never depends on the counts. */
export function choiceGroups(
  choices: Choices,
  facets: Facets | undefined,
  query: DirectoryQuery,
): readonly ChoiceGroup[] {
  const group = (
    name: FacetGroup,
    legend: string,
    values: readonly string[],
    labelOf?: (value: string) => string,
  ): ChoiceGroup => {
    const counts = new Map(facets?.[name].map(({ value, count }) => [value, count]));
    // A link may choose what the list does not have.
    const all = [...new Set([...values, ...query[name]])];
    return {
      group: name,
      legend,
      isOpen: name === "industries" || name === "locations",
      options: all.map((value) => ({
        value,
        label: labelOf?.(value),
        count: facets && (counts.get(value) ?? 0),
      })),
    };
  };
  return [
    group("armyBranches", "Army Branch", armyBranches),
    group("industries", "Industry", choices.industries),
    group("locations", "Location", choices.locations),
    group("helpTopics", "Help Topics", helpTopicsInFilterOrder, topicFilterLabel),
  ];
}

/** How many filters are chosen; the search text is none. */
export function filterCount(query: DirectoryQuery): number {
  return query.armyBranches.length + query.industries.length + query.locations.length +
    query.helpTopics.length;
}
