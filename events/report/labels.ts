import { states } from "../search-vocabulary.ts";

/** Label for values that are absent, or not shown to other members. */
export const notShown = "Not shown";

const names: Readonly<Record<string, string>> = {
  "": notShown,
  other: "Other",
  "real-estate": "Real estate",
};

/** `Texas` for `US-TX`. */
export function regionLabel(code: string): string {
  return code === "other" ? "Elsewhere" : names[code] ?? states[code.slice(3)] ?? code;
}

/** `Technology` for `technology`. */
export function industryLabel(code: string): string {
  return names[code] ?? code.charAt(0).toUpperCase() + code.slice(1);
}

/** What a topic is called. */
export function topicLabels(
  topics: readonly { readonly id: string; readonly label: string }[],
): (id: string) => string {
  const labels = new Map(topics.map(({ id, label }) => [id, label]));
  return (id) => labels.get(id) ?? id;
}
