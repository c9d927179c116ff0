import { type Role, roleTraits } from "../events/vocabulary.ts";
import type { Kind } from "./synonyms.ts";
import type { Part } from "./part.ts";

/** Describes the people that parts of a query ask for, for the middle of a sentence. */
export function describeParts(parts: readonly Part[]): string {
  const said = parts.map(phraseOf);
  const of = (place: PhraseSlot) =>
    said.filter((one) => one.place === place).map(({ text }) => text);
  const [rank, ...ranks] = of("rank");
  const who = [...of("branch"), rank ?? (of("branch").length > 0 ? "officers" : "people")];
  return [
    ...who,
    ...ranks.map((text) => `who are ${text}`),
    ...of("behind"),
    ...joined("who help with", of("topic")),
    ...joined("matching", of("word")),
  ].join(" ");
}

type PhraseSlot = "branch" | "rank" | "behind" | "topic" | "word";

interface Phrase {
  readonly place: PhraseSlot;
  readonly text: string;
}

const phrases: Partial<Record<Kind, (name: string, typed: string) => Phrase>> = {
  armyBranch: (name) => ({ place: "branch", text: name.includes(" ") ? name : name.toLowerCase() }),
  rank: (_, typed) => ({ place: "rank", text: pluralOf(typed) }),
  role: (name) => ({
    place: "rank",
    text: roleTraits[name.toLowerCase() as Role].plural.toLowerCase(),
  }),
  dutyStatus: (name) => statuses[name] ?? { place: "behind", text: `in the ${name}` },
  industry: (name) => ({ place: "behind", text: `in ${inSentence(name)}` }),
  helpTopics: (name) => ({ place: "topic", text: inSentence(name) }),
  classYear: (name) => ({ place: "behind", text: `from the classes ${name}` }),
  post: (name) => ({ place: "behind", text: `near ${name}` }),
  state: (name) => ({ place: "behind", text: `in ${name}` }),
};

const statuses: Readonly<Record<string, Phrase>> = {
  "Active Duty": { place: "behind", text: "on active duty" },
  "Veteran": { place: "rank", text: "veterans" },
};

/** A part with several kinds of meanings is shown as typed. */
function phraseOf({ typed, meanings }: Part): Phrase {
  const [first, ...others] = meanings.filter(({ kind }) => phrases[kind] !== undefined);
  const isOne = others.every(({ kind, name }) => kind === first?.kind && name === first.name);
  const phrase = first && isOne ? phrases[first.kind]?.(first.name, typed) : undefined;
  return phrase ?? { place: "word", text: `“${typed}”` };
}

function joined(before: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [`${before} ${new Intl.ListFormat("en-US").format(texts)}`];
}

/** "captains" for "captain"; other texts get an s: "CPTs" for "CPT". */
function pluralOf(typed: string): string {
  const text = typed === typed.toUpperCase() ? typed : typed.toLowerCase();
  return /s$/i.test(text) ? text : `${text}s`;
}

/** Names with capitals: schools, programs and places. */
const proper = /\b(School|Course|Pentagon|Ranger|Airborne|Army|Guard)\b/;

function inSentence(name: string): string {
  if (proper.test(name)) return name;
  return name.replace(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase());
}
