/**
 * Named things: what people call by several names, read from the Army's words. Single words are words of the documents
 * that have the thing, so every engine finds them like any other. A phrase ("executive officer") is recognized in
 * questions and in profiles alike, and is one word of both: its token.
 *
 * @module
 */
import { knownAs, meanings, type NamedLine, vocabulary, wishes } from "../events/army-words.ts";
import { formsOfName } from "./name-forms.ts";
import { createPhrases, keyOf, otherNumber } from "./phrases.ts";
import { createSpelling } from "./spelling.ts";
import { words } from "./text.ts";

/** A field whose values have names, or another kind of thing; `own` is what an operator names. */
export type Kind = keyof typeof knownAs | keyof typeof meanings | "post" | "state" | "own";

/** What something is: a value of a field of profiles, or another thing that people ask for. */
export interface Meaning {
  readonly kind: Kind;
  readonly name: string;
}

export interface Thing {
  readonly meaning: Meaning;
  /** Its other names, exactly. */
  readonly phrases: readonly (readonly string[])[];
  /** What documents have that are it: its token, and names of one word. */
  readonly exact: readonly string[];
  /** What they have, too, that fits less: loose names, as words and tokens. */
  readonly loose: readonly string[];
  /** The same, and topics that are about it: these are looked for where nobody has it. */
  readonly near: readonly string[];
  /** Of a post: what is there. */
  readonly there: readonly string[];
}

export interface Name {
  readonly thing: Thing;
  /** As documents have it: a word, or the token of a phrase. */
  readonly word: string;
  readonly isLoose: boolean;
  /** Whether questions alone say so. */
  readonly isWish: boolean;
  /** The code of the state, or the country, that a post or its town is in. */
  readonly region: string | undefined;
  /** In capitals: in a profile it counts in capitals alone. */
  readonly isAbbreviation: boolean;
}

export type NamedThings = ReturnType<typeof readThings>;

/** By value, what else people call it. */
export type SynonymTable = Readonly<Record<string, readonly string[]>>;

/** @param added What the operator adds to the vocabulary's tables. */
export function readThings(added: SynonymTable) {
  const own = Object.entries(added).map(([value, names]) => ({ value, names, loose: [] }));
  const byKey = new Map<string, Thing[]>();
  const called = (value: string) => byKey.get(keyOf(words(value))) ?? [];
  const named: NamedPhrase[] = [];
  for (const [kind, lines] of [...vocabulary, ["own", own] as const]) {
    for (const line of lines) {
      const thing = thingOf(kind, line);
      byKey.set(keyOf(words(thing.meaning.name)), [...called(thing.meaning.name), thing]);
      for (const { text, ...name } of namesOf(line)) {
        for (const form of formsOfName(text)) {
          named.push([words(form), { thing, ...name, isWish: false }]);
        }
      }
    }
  }
  const asked = wishes.flatMap((wish) =>
    called(wish.value).flatMap((thing) =>
      namesOf(wish).map(({ text, ...name }): NamedPhrase => [
        words(text),
        { thing, ...name, isWish: true },
      ])
    )
  );
  const right = [...named, ...asked].flatMap(([own]) => own);
  return {
    inProfiles: createPhrases(named),
    inWishes: createPhrases(asked),
    /** The word of a name that a misspelled word is most like. */
    spelled: createSpelling(new Set([...right, ...right.map(otherNumber)])),
    /** The things that have this name as their own. */
    called,
  };
}

type NamedPhrase = readonly [words: readonly string[], name: Name];

function thingOf(kind: Kind, line: NamedLine): Thing {
  const names = namesOf(line);
  const [{ text: name } = { text: line.value }] = names;
  const phrases = names.filter(({ isLoose }) => !isLoose).slice(1).map(({ text }) => words(text));
  const near = [...new Set(names.filter(({ isLoose }) => isLoose).map(({ word }) => word))];
  const token = `#${kind}${words(name).join("")}`;
  return {
    meaning: { kind, name },
    phrases,
    exact: [...new Set([token, ...phrases.filter(({ length }) => length === 1).flat()])],
    // Who is in the Guard's program need not help with it; a family is one, whatever its name.
    loose: kind === "family" ? near : near.filter((word) => !topics.has(word)),
    near,
    there: line.there?.map((name) => literal(words(name))) ?? [],
  };
}

const topics = new Set(knownAs.helpTopics.map(({ value }) => literal(words(value))));

/** The names of a line, its own first. */
function namesOf({ name, value, names, near, loose, region }: NamedLine) {
  const nameOf = (text: string, region: string | undefined, isLoose: boolean) => ({
    ...{ text, region, isLoose, word: literal(words(text)) },
    // A plural of an abbreviation is written in capitals but for its ending.
    isAbbreviation: isInCapitals(text.replace(/s$/, "")),
  });
  return [
    ...[name ?? value, ...names].map((name) => nameOf(name, region, false)),
    ...(near ?? loose.map((name) => ({ name, region: undefined })))
      .map(({ name, region }) => nameOf(name, region, true)),
  ];
}

/** One word for several, which nobody can type; one is itself. In the singular, as phrases are. */
export function literal(own: readonly string[]): string {
  const [word = ""] = own;
  return own.length === 1 ? word : `#${keyOf(own).replaceAll(" ", "")}`;
}

export function isToken(word: string): boolean {
  return word.startsWith("#");
}

/** "XO", and not "S3", which is no word in any writing. */
export function isInCapitals(text: string): boolean {
  return /^\p{Lu}{2,}$/u.test(text);
}
