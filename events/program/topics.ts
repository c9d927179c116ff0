/**
 * Help topics that a program has: the product's, stored by their label, and its own, stored by an id that stays
 * when it is renamed. Runs in browsers, too.
 *
 * @module
 */
import { canonicalTopic, helpTopics } from "../vocabulary.ts";
import type { OwnTopic } from "./settings.ts";

/** So many of its own: reports count 32 topics at most. */
export const mostOwnTopics = 10;

export type Topics = ReturnType<typeof createTopics>;

export function createTopics(own: readonly OwnTopic[]) {
  // What comes later counts: today's labels before earlier ones, and nothing takes the place of the product's.
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
    /** Its own, also those that cannot be chosen any more. */
    own,
    /** Labels of those that can be chosen, in the form's order. */
    offered: [...helpTopics, ...offered],
    /** The stored form of a label, also of an earlier one, or of what is one; `undefined` when there is none. */
    storedOf,
    /** The same, however it is capitalised. */
    named: (text: string): string | undefined => byKey.get(keyOf(canonicalTopic(text))),
    /** What a stored topic is called. */
    labelOf,
    /** What is called so today, or was: by its name of today. Another text comes back as it is. */
    today: (label: string): string => labelOf(storedOf(label) ?? label),
  };
}

/** Those of a program that has none of its own. */
export const productTopics = createTopics([]);

/** What it says with its help topics as they are called now. */
export function withTopicLabels<T extends { readonly helpTopics: readonly string[] }>(
  of: T,
  { own, labelOf }: Topics = productTopics,
): T {
  return own.length === 0 ? of : { ...of, helpTopics: of.helpTopics.map(labelOf) };
}

/** By what two labels are the same to people. */
export function keyOf(label: string): string {
  return label.normalize("NFC").toLowerCase();
}
