/** Facets: one table of the groups of choices that narrow a search, in the panel's order. */
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
  /** A document's values; `null` and empty texts are skipped. */
  readonly valuesOf: (document: ProfileDocument) => readonly (string | null)[];
  /** The choices in order; if absent, the values that profiles have. */
  readonly choices?: readonly string[];
  readonly order?: (one: string, other: string) => number;
  /** Labels that differ from the stored values. Such values have no other spellings. */
  readonly labels?: {
    readonly shown: (value: string) => string;
    readonly stored: (label: string) => string;
  };
  /** Name of the group in the filter panel. */
  readonly legend: string;
  readonly singular: string;
  readonly plural: string;
  /** Kind and icon of suggestions for such a choice. */
  readonly kind: string;
  readonly icon: "briefcase" | "cap" | "compass" | "pin" | "shield";
}

const takesRequestsNow = "Takes requests now";

const table = {
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

export type FacetGroup = keyof typeof table;
export type FacetKind = (typeof table)[FacetGroup]["kind"];

export const facets: Readonly<Record<FacetGroup, Facet>> = table;
export const facetGroups = Object.keys(table) as readonly FacetGroup[];

export function byGroup<T>(make: (group: FacetGroup, at: number) => T): Record<FacetGroup, T> {
  const made = facetGroups.map((group, at) => [group, make(group, at)]);
  return Object.fromEntries(made) as Record<FacetGroup, T>;
}

export function facetValues(document: ProfileDocument, group: FacetGroup): string[] {
  const values = facets[group].valuesOf(document).filter((value) => value !== null && value !== "");
  return [...new Set(values as string[])];
}

/** Label of a value in the panel, on chips and in suggestions. */
export function facetLabel(group: FacetGroup, value: string): string {
  return facets[group].labels?.shown(value) ?? value;
}

/** The value of a label; a value is returned unchanged. */
export function facetValue(group: FacetGroup, label: string): string {
  return facets[group].labels?.stored(label) ?? label;
}

export function facetNames(group: FacetGroup, value: string): string[] {
  return [value, facetValue(group, value), facetLabel(group, value)];
}
