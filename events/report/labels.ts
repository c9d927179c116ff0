import type { OwnTopic } from "../program/settings.ts";
import { states } from "../search-vocabulary.ts";
import { helpTopics, type Role, roleTraits } from "../vocabulary.ts";

/** Label for values that are absent, or not shown to other members. */
export const notShown = "Not shown";

const names: Readonly<Record<string, string>> = {
  "": notShown,
  other: "Other",
  "real-estate": "Real estate",
};

export const roleLabel = (role: Role | null): string =>
  role === null ? "No role" : roleTraits[role].plural;

/** `Texas` for `US-TX`. */
export function regionLabel(code: string): string {
  return code === "other" ? "Elsewhere" : names[code] ?? states[code.slice(3)] ?? code;
}

/** `Technology` for `technology`. */
export function industryLabel(code: string): string {
  return names[code] ?? code.charAt(0).toUpperCase() + code.slice(1);
}

export type TopicLabels = ReadonlyMap<string, string>;

/** All topics of a program: its own last, including removed ones. */
export function topicLabels(own: readonly OwnTopic[]): TopicLabels {
  return new Map([
    ...helpTopics.map((id) => [id, id] as const),
    ...own.map(({ id, label, isOffered }) =>
      [id, isOffered ? label : `${label} (removed)`] as const
    ),
  ]);
}
