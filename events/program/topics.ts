import { canonicalTopic, helpTopics } from "../vocabulary.ts";
import type { OwnTopic } from "./settings.ts";

export const mostOwnTopics = 10;

export type Topics = ReturnType<typeof createTopics>;

export function createTopics(own: readonly OwnTopic[]) {
  // Later entries win: current labels over former ones, and nothing replaces the product's.
  const stored = new Map([
    ...own.map(({ id }) => [id, id] as const),
    ...own.flatMap(({ id, formerly }) => formerly.map((label) => [label, id] as const)),
    ...own.map(({ id, label }) => [label, id] as const),
    ...helpTopics.map((topic) => [topic, topic] as const),
  ]);
  const byKey = new Map([...stored].map(([label, id]) => [keyOf(label), id]));
  const labels = new Map(own.map(({ id, label }) => [id, label]));
  const offered = own.filter(({ isOffered }) => isOffered).map(({ label }) => label);
  const storedOf = (label: string) => stored.get(canonicalTopic(label));
  const labelOf = (id: string) => labels.get(id) ?? id;
  return {
    /** Its own topics, including those that can no longer be chosen. */
    own,
    offered: [...helpTopics, ...offered],
    /** The stored form of a current or former label, or of a stored form. */
    storedOf,
    named: (text: string): string | undefined => byKey.get(keyOf(canonicalTopic(text))),
    labelOf,
    /** The current label for a current or former one. Other texts are returned unchanged. */
    today: (label: string): string => labelOf(storedOf(label) ?? label),
  };
}

/** Topics of a program without its own. */
export const productTopics = createTopics([]);

/** The same value with current topic labels. */
export function withTopicLabels<T extends { readonly helpTopics: readonly string[] }>(
  of: T,
  { own, labelOf }: Topics = productTopics,
): T {
  return own.length === 0 ? of : { ...of, helpTopics: of.helpTopics.map(labelOf) };
}

/** Labels with the same key look the same to people. */
export function keyOf(label: string): string {
  return label.normalize("NFC").toLowerCase();
}
