/**
 * Facets: one record of the groups of choices that narrow a search. Filters, queries and their
 * addresses, the columns of the engines, the filter panel, chips, counts and suggestions follow from
 * it, in its order. Runs in browsers, too.
 *
 * @module
 */
import {
  armyBranches,
  canonicalTopic,
  dutyStatuses,
  helpTopicsInFilterOrder,
  topicFilterLabel,
} from "../events/vocabulary.ts";
import type { ProfileDocument } from "./project-document.ts";
import { compareText } from "./text.ts";

export interface Facet {
  /** What a document holds; `null` and empty texts are no values. */
  readonly valuesOf: (document: ProfileDocument) => readonly (string | null)[];
  /** The choices in their order; without them, those that profiles hold. */
  readonly choices?: readonly string[];
  /** Order of the choices that profiles hold; without it, the most frequent come first. */
  readonly order?: (one: string, other: string) => number;
  /** Where values read otherwise than they are stored. Such values have no spellings. */
  readonly labels?: {
    readonly shown: (value: string) => string;
    readonly stored: (label: string) => string;
  };
  /** The group's name in the filter panel. */
  readonly legend: string;
  /** One value, where it stands by itself. */
  readonly singular: string;
  /** Several values, in the middle of a sentence. */
  readonly plural: string;
  /** The kind of suggestions that make such a choice, and their icon. */
  readonly kind: string;
  readonly icon: "briefcase" | "cap" | "compass" | "pin" | "shield";
}

/** The one value of who can be asked for help. */
const takesRequestsNow = "Takes requests now";

const record = {
  armyBranches: {
    valuesOf: ({ armyBranch }) => [armyBranch],
    choices: armyBranches,
    legend: "Army Branch",
    singular: "Army branch",
    plural: "branches",
    kind: "branch",
    icon: "shield",
  },
  dutyStatuses: {
    valuesOf: ({ dutyStatus }) => [dutyStatus],
    choices: dutyStatuses,
    legend: "Duty Status",
    singular: "Duty status",
    plural: "duty statuses",
    kind: "duty",
    icon: "shield",
  },
  classYears: {
    valuesOf: ({ classYear }) => [classYear],
    order: (one, other) => compareText(other, one),
    legend: "Class Year",
    singular: "Class year",
    plural: "class years",
    kind: "year",
    icon: "cap",
  },
  industries: {
    valuesOf: ({ industry }) => [industry],
    legend: "Industry",
    singular: "Industry",
    plural: "industries",
    kind: "industry",
    icon: "briefcase",
  },
  locations: {
    valuesOf: ({ location }) => [location],
    legend: "Location",
    singular: "Location",
    plural: "locations",
    kind: "location",
    icon: "pin",
  },
  helpTopics: {
    valuesOf: ({ helpTopics }) => helpTopics,
    choices: helpTopicsInFilterOrder,
    labels: { shown: topicFilterLabel, stored: canonicalTopic },
    legend: "Help Topics",
    singular: "Help topic",
    plural: "help topics",
    kind: "topic",
    icon: "compass",
  },
  requests: {
    valuesOf: ({ takesRequests }) => takesRequests ? [takesRequestsNow] : [],
    choices: [takesRequestsNow],
    legend: "Requests",
    singular: "Requests",
    plural: "requests",
    kind: "requests",
    icon: "compass",
  },
} as const satisfies Readonly<Record<string, Facet>>;

/** A facet by its name in queries and addresses. */
export type FacetGroup = keyof typeof record;
export type FacetKind = (typeof record)[FacetGroup]["kind"];

export const facets: Readonly<Record<FacetGroup, Facet>> = record;
export const facetGroups = Object.keys(record) as readonly FacetGroup[];

/** A record of what is made for each group; `at` is the group's place. */
export function byGroup<T>(make: (group: FacetGroup, at: number) => T): Record<FacetGroup, T> {
  const made = facetGroups.map((group, at) => [group, make(group, at)]);
  return Object.fromEntries(made) as Record<FacetGroup, T>;
}

/** The values of a document, each once. */
export function facetValues(document: ProfileDocument, group: FacetGroup): string[] {
  const values = facets[group].valuesOf(document).filter((value) => value !== null && value !== "");
  return [...new Set(values as string[])];
}

/** The label of a value: how it reads in the panel, on chips and in suggestions. */
export function facetLabel(group: FacetGroup, value: string): string {
  return facets[group].labels?.shown(value) ?? value;
}

/** The value of a label, or of what is one already. */
export function facetValue(group: FacetGroup, label: string): string {
  return facets[group].labels?.stored(label) ?? label;
}

/** All names of a value: each of them finds and completes it. */
export function facetNames(group: FacetGroup, value: string): string[] {
  return [value, facetValue(group, value), facetLabel(group, value)];
}

/** What the API's description says of each parameter. Apart from the record: browsers do without it. */
export const facetsSay: Readonly<Record<FacetGroup, string>> = {
  armyBranches: "Army branches, as they stand in profiles",
  dutyStatuses: "Duty statuses, as they stand in profiles",
  classYears: "Class years of those who share theirs, where it is one year",
  industries: "Industries, as they stand in profiles",
  locations: "Locations, as they stand in profiles",
  helpTopics: "Help topics, by either label",
  requests: '"Takes requests now" for those who can be asked for help',
};
