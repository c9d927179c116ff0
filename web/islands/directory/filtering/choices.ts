/**
 * What can be chosen in a filter panel, group by group. Runs in browsers, too.
 *
 * @module
 */
import type { DirectoryQuery, FacetGroup, Facets } from "../../../../api/contract/directory.ts";
import {
  armyBranches,
  helpTopicsInFilterOrder,
  topicFilterLabel,
} from "../../../../events/vocabulary.ts";
import { facetGroups } from "../../../../search/profile-search.ts";
import type { CheckboxOption } from "../../../ui/checkbox-group.tsx";

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
}

/** Values by group. */
export type Chosen = Pick<DirectoryQuery, FacetGroup>;

/** How a value reads in the panel and on chips. */
export function choiceLabel(group: FacetGroup, value: string): string {
  return group === "helpTopics" ? topicFilterLabel(value) : value;
}

/** Everything that was chosen once stays in its list, in its place. */
export function keepChosen(kept: Chosen, query: Chosen): Chosen {
  const isKept = facetGroups.every((group) =>
    query[group].every((value) => kept[group].includes(value))
  );
  if (isKept) return kept;
  const both = (group: FacetGroup) => [...new Set([...kept[group], ...query[group]])];
  return {
    armyBranches: both("armyBranches"),
    industries: both("industries"),
    locations: both("locations"),
    helpTopics: both("helpTopics"),
  };
}

/**
 * The four groups with their counts; the order never depends on the counts.
 *
 * @param chosen What a link may have chosen beyond what the lists have; comes last.
 */
export function choiceGroups(
  choices: Choices,
  facets: Facets | undefined,
  chosen: Chosen,
): readonly ChoiceGroup[] {
  const group = (
    name: FacetGroup,
    legend: string,
    values: readonly string[],
  ): ChoiceGroup => {
    const counts = new Map(facets?.[name].map(({ value, count }) => [value, count]));
    const all = [...new Set([...values, ...chosen[name]])];
    return {
      group: name,
      legend,
      options: all.map((value) => ({
        value,
        label: choiceLabel(name, value),
        count: facets && (counts.get(value) ?? 0),
      })),
    };
  };
  return [
    group("armyBranches", "Army Branch", armyBranches),
    group("industries", "Industry", choices.industries),
    group("locations", "Location", choices.locations),
    group("helpTopics", "Help Topics", helpTopicsInFilterOrder),
  ];
}

/** How many filters are chosen; the search text is none. */
export function filterCount(query: DirectoryQuery): number {
  return query.armyBranches.length + query.industries.length + query.locations.length +
    query.helpTopics.length;
}
