/**
 * Things with several names, from the Army's vocabulary. A name of one word is indexed as it is. A
 * phrase ("executive officer") becomes one word of questions and profiles: its token.
 */
import { knownAs, meanings, type NamedLine, vocabulary } from "../events/army-words.ts";
import { questions } from "../events/army-words/questions.ts";
import { states } from "../events/search-vocabulary.ts";
import { createPhrases, keyOf, otherNumber } from "./phrases.ts";
import { createSpelling } from "./spelling.ts";
import { words } from "./text.ts";

/** A field whose values have names, or another kind of thing. */
export type Kind =
  | keyof typeof knownAs
  | keyof typeof meanings
  | "classYear"
  | "post"
  | "state";

/** Meaning of a name: a value of a profile field, or another thing that people ask for. */
export interface Meaning {
  readonly kind: Kind;
  readonly name: string;
}

export interface Thing {
  readonly meaning: Meaning;
  readonly phrases: readonly (readonly string[])[];
  /** Words of documents with this thing: its token, and names of one word. */
  readonly exact: readonly string[];
  /** Words of documents that match it loosely: loose names, as words and tokens. */
  readonly loose: readonly string[];
  /** The same and related topics, searched if no one has it. */
  readonly near: readonly string[];
  /** Units and schools at a post. */
  readonly there: readonly string[];
}

export interface Name {
  readonly thing: Thing;
  /** The word in documents, or the token of a phrase. */
  readonly word: string;
  readonly isLoose: boolean;
  /** Whether only questions use it. */
  readonly isAsked: boolean;
  /** Code of the state, or the country, of a post or its town. */
  readonly region: string | undefined;
  /** Whether it only counts in capitals in a profile. */
  readonly isAbbreviation: boolean;
}

export type NamedThings = ReturnType<typeof readThings>;

export function readThings() {
  const byKey = new Map<string, Thing[]>();
  const called = (value: string) => byKey.get(keyOf(words(value))) ?? [];
  const named: NamedPhrase[] = [];
  const withState: NamedPhrase[] = [];
  for (const [kind, lines] of vocabulary) {
    for (const line of lines) {
      const names = namesOf(line);
      const thing = thingOf(kind, line, names);
      byKey.set(keyOf(words(thing.meaning.name)), [...called(thing.meaning.name), thing]);
      for (const { own, ...name } of names) {
        for (const form of formsOfName(own)) {
          named.push([form, { thing, ...name, isAsked: false }]);
        }
        if (kind === "post" && !name.isLoose && name.region !== undefined) {
          for (const state of namesOfState(name.region)) {
            withState.push([[...own, ...state], { thing, ...name, isAsked: false }]);
          }
        }
      }
    }
  }
  const asked = questions.flatMap((line) =>
    called(line.value).flatMap((thing) =>
      namesOf(line).map(({ own, ...name }): NamedPhrase => [
        own,
        { thing, ...name, isAsked: true },
      ])
    )
  );
  const right = [...named, ...asked].flatMap(([own]) => own);
  return {
    inProfiles: createPhrases(named),
    inQuery: createPhrases([...asked, ...withState]),
    /** The word of a name that a misspelled word most resembles. */
    spelled: createSpelling(new Set([...right, ...right.map(otherNumber)])),
    /** Things that have this name as their own. */
    called,
  };
}

type NamedPhrase = readonly [words: readonly string[], name: Name];

function thingOf(kind: Kind, line: NamedLine, names: ReturnType<typeof namesOf>): Thing {
  const name = line.name ?? line.value;
  const phrases = names.filter(({ isLoose }) => !isLoose).slice(1).map(({ own }) => own);
  const near = [...new Set(names.filter(({ isLoose }) => isLoose).map(({ word }) => word))];
  const token = `#${kind}${words(name).join("")}`;
  return {
    meaning: { kind, name },
    phrases,
    exact: [...new Set([token, ...phrases.filter(({ length }) => length === 1).flat()])],
    // A participant in the Guard's program may not help with it, but every name of a family means a
    // family.
    loose: kind === "family" ? near : near.filter((word) => !topics.has(word)),
    near,
    there: line.there?.map((name) => literal(words(name))) ?? [],
  };
}

/** "Alaska" and "AK" behind a post: "Fort Wainwright, Alaska" is one name. */
function namesOfState(region: string): (readonly string[])[] {
  const state = states[region];
  return [words(region), ...state === undefined ? [] : [words(state)]];
}

const topics = new Set(knownAs.helpTopics.map(({ value }) => literal(words(value))));

function namesOf({ name, value, names, near, loose, region }: NamedLine) {
  const nameOf = (text: string, region: string | undefined, isLoose: boolean) => {
    const own = words(text);
    return {
      own,
      region,
      isLoose,
      word: literal(own),
      // The plural of an abbreviation is in capitals except for its ending.
      isAbbreviation: isInCapitals(text.replace(/s$/, "")),
    };
  };
  return [
    ...[name ?? value, ...names].map((name) => nameOf(name, region, false)),
    ...(near ?? loose.map((name) => ({ name, region: undefined })))
      .map(({ name, region }) => nameOf(name, region, true)),
  ];
}

/** One token for several words, which no one can type, in the singular; a single word is unchanged. */
export function literal(own: readonly string[]): string {
  const [word = ""] = own;
  return own.length === 1 ? word : `#${keyOf(own).replaceAll(" ", "")}`;
}

export function isToken(word: string): boolean {
  return word.startsWith("#");
}

/** True for "XO"; false for "S3", which isn't a word in any spelling. */
export function isInCapitals(text: string): boolean {
  return /^\p{Lu}{2,}$/u.test(text);
}

/** The words of a name and of its other forms: "11 Bravo" for 11B, "blackhawk" for Black Hawk. */
function formsOfName(own: readonly string[]): (readonly string[])[] {
  const [, branch, letter = ""] = own.length === 1 && /^(\d{2})([a-z])$/.exec(own[0] ?? "") || [];
  const joined = own.join("");
  return [
    own,
    ...branch === undefined ? [] : [[branch, phonetic[letter] ?? ""]],
    ...own.length === 2 && joined.length >= shortestJoined ? [words(joined)] : [],
    ...own.length > 2 && genericEndings.has(own.at(-1) ?? "") ? [own.slice(0, -1)] : [],
  ];
}

const shortestJoined = 6;
const genericEndings = new Set(["badge", "college", "course", "division", "program", "school"]);
const phonetic: Readonly<Record<string, string>> = Object.fromEntries(
  `alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo
  sierra tango uniform victor whiskey xray yankee zulu`.split(/\s+/).map((word) => [word[0], word]),
);
