/**
 * Synonyms: what people call things. Single words are words of the documents that have the thing, so every
 * engine finds them like any other. A phrase ("executive officer") is recognized in questions and in
 * profiles alike, and is one word of both: its token.
 *
 * @module
 */
import { createHash } from "node:crypto";
import {
  branchOfSpecialty,
  cities,
  knownAs,
  meanings,
  posts,
  regions,
  wishes,
} from "../events/army-words.ts";
import type { Line } from "../events/army-words/listed.ts";
import type { Post } from "../events/army-words/posts.ts";
import { placeForms, states } from "../events/search-vocabulary.ts";
import { formsOfName } from "./name-forms.ts";
import { createPhrases, keyOf, otherNumber } from "./phrases.ts";
import { formsIn, initialsOf, stateOf } from "./places.ts";
import { createSpelling, type Spelling } from "./spelling.ts";
import { fold, words, writtenWords } from "./text.ts";

/** By value, what else people call it. */
export type SynonymTable = Readonly<Record<string, readonly string[]>>;

/** What something is: a value of a field of profiles, or another thing that people ask for. */
export interface Meaning {
  readonly kind: Kind;
  readonly name: string;
}

/** A field whose values have names, or another kind of thing; `own` is what an operator names. */
export type Kind = keyof typeof knownAs | keyof typeof meanings | "post" | "state" | "own";

/** A name in a question. */
export interface Named {
  /** In words. */
  readonly length: number;
  /** Whether questions alone say so: its words are no way to find what it means. */
  readonly isWish: boolean;
  /** Whether it is an abbreviation, in whatever letters: then it is no beginning of another word. */
  readonly isAbbreviation: boolean;
  /** What it means exactly, or loosely where it is no exact name. */
  readonly meanings: readonly Meaning[];
  /** The words of documents that have any of it: tokens, the phrase's own among them. */
  readonly tokens: readonly string[];
  /** What comes near to it, as words and tokens: where nobody has it, these are looked for. */
  readonly near: readonly string[];
}

/** Words of a text: its own, and further ones by how well they fit. */
export interface TextWords {
  readonly own: readonly string[];
  readonly exact: readonly FurtherWords[];
  readonly loose: readonly FurtherWords[];
}

export interface FurtherWords {
  readonly words: readonly string[];
  /** The words of the text that mean the same; none where all of it does. */
  readonly marks: readonly string[];
}

export interface Synonyms {
  /** The longest name in a question that begins at this word. */
  namedAt(words: readonly string[], at: number): Named | undefined;
  /** The word of a name that a misspelled word is most like. */
  readonly spelled: Spelling;
  /** Of a value of one of these kinds. */
  ofValue(value: string, kinds: readonly Kind[]): TextWords;
  /** Of a text that names things of these kinds. */
  ofText(text: string, kinds: readonly Kind[]): TextWords;
  /** Of a place: its state by name and code, posts and their towns, forms of its words, initials. */
  ofPlace(place: string): TextWords;
  /** What else people call a value, exactly: each phrase is its folded words. */
  phrasesOf(value: string): readonly (readonly string[])[];
  /** Single words among these phrases. */
  wordsOf(value: string): readonly string[];
  /** What the operator adds to the vocabulary's tables. */
  readonly added: SynonymTable;
  /** Another one means other words: an index that was filled before fits no more. */
  readonly digest: string;
}

/** Something that people call by several names. */
interface Thing {
  readonly meaning: Meaning;
  readonly phrases: readonly (readonly string[])[];
  /** What documents have that are it: its token, and names of one word. */
  readonly exact: readonly string[];
  /** What they have, too, that fits less: loose names, as words and tokens. */
  readonly loose: readonly string[];
  /** The same, and topics that are about it: these are looked for where nobody has it. */
  readonly near: readonly string[];
  /** Of a post: what is there, and no other town. */
  readonly there: readonly string[];
}

interface Name {
  readonly thing: Thing;
  /** As documents have it: a word, or the token of a phrase. */
  readonly word: string;
  readonly isLoose: boolean;
  readonly isWish: boolean;
  /** The code of the state, or the country, that a post or its town is in. */
  readonly region: string | undefined;
  /** In capitals: in a profile it counts in capitals alone. */
  readonly isAbbreviation: boolean;
}

/** @param added What the operator adds to the vocabulary's tables. */
export function createSynonyms(added: SynonymTable): Synonyms {
  return Object.keys(added).length === 0 ? ownSynonyms : readTables(added);
}

function readTables(added: SynonymTable): Synonyms {
  const tables: readonly (readonly [Kind, readonly NamedLine[]])[] = [
    ...listedLines,
    ["own", Object.entries(added).map(([value, names]) => ({ value, names, loose: [] }))],
  ];
  const named: NamedPhrase[] = [];
  const byValue = new Map<string, Thing[]>();
  for (const [kind, lines] of tables) {
    for (const line of lines) {
      const thing = thingOf(kind, line);
      const key = keyOf(words(thing.meaning.name));
      byValue.set(key, [...byValue.get(key) ?? [], thing]);
      for (const { text, ...name } of namesOf(line)) {
        for (const form of formsOfName(text)) {
          named.push([words(form), { thing, ...name, isWish: false }]);
        }
      }
    }
  }
  const things = (value: string) => byValue.get(keyOf(words(value))) ?? [];
  const inProfiles = createPhrases(named);
  const asked = wishes.flatMap((wish) =>
    things(wish.value).flatMap((thing) =>
      namesOf(wish).map(({ text, ...name }): NamedPhrase => [words(text), {
        ...{ thing, ...name, isWish: true },
      }])
    )
  );
  const inWishes = createPhrases(asked);
  const spelled = createSpelling(
    new Set(
      [...named, ...asked].flatMap(([own]) => own.flatMap((word) => [word, otherNumber(word)])),
    ),
  );

  /** The words of a text that count, and the names in it. */
  function read(text: string): { readonly own: readonly string[]; readonly found: Found[] } {
    const all = words(text);
    let typed: readonly string[] | undefined;
    const isCapital = (at: number) => {
      typed ??= text.match(writtenWords) ?? [];
      return typed.length === all.length && isInCapitals(typed[at] ?? "");
    };
    const found: Found[] = [];
    const uncounted = new Set<number>();
    for (let at = 0; at < all.length; at++) {
      const one = inProfiles.longestAt(all, at);
      const names = one?.all.filter((name) => !name.isAbbreviation || isCapital(at)) ?? [];
      if (one === undefined || names.length === 0) continue;
      const marks = all.slice(at, at + one.length);
      const tokens = [...literals(marks), ...names.map(({ word }) => word).filter(isToken)];
      found.push({ marks, tokens: [...new Set(tokens)], names });
      if (one.length > 1 && !names.some(isRank)) {
        marks.forEach((word, place) => isNamedRank(word) && uncounted.add(at + place));
      }
      at += one.length - 1;
    }
    const own = uncounted.size === 0 ? all : all.filter((_, at) => !uncounted.has(at));
    return { own, found };
  }

  /** No general is an Adjutant General. */
  function isNamedRank(word: string): boolean {
    return inProfiles.longestAt([word], 0)?.all.some(isRank) === true;
  }

  function ofText(text: string, isMeant: (name: Name) => boolean): TextWords {
    const { own, found } = read(text);
    const exact: FurtherWords[] = [];
    const loose: FurtherWords[] = [];
    for (const { marks, tokens, names } of found) {
      if (tokens.length > 0) exact.push({ words: tokens, marks });
      for (const name of names.filter(isMeant)) {
        const { thing, isLoose } = name;
        (isLoose ? loose : exact).push({ words: thing.exact, marks });
        (isLoose ? loose : exact).push({ words: thing.there, marks });
        if (!isLoose) loose.push({ words: thing.loose, marks });
      }
    }
    return { own, exact, loose };
  }

  // Suggestions know a specialty as one, not as its branch.
  const phrasesOf = (value: string) =>
    things(value).flatMap(({ phrases }) => phrases).filter(([word = ""]) =>
      !/^\d{2}[a-z]$/.test(word)
    );

  return {
    namedAt(all, at) {
      const found = [inProfiles.longestAt(all, at), inWishes.longestAt(all, at)];
      const length = Math.max(...found.map((one) => one?.length ?? 0));
      if (length === 0) return undefined;
      const names = found.flatMap((one) => one?.length === length ? one.all : []);
      const exact = names.filter(({ isLoose }) => !isLoose).map(({ thing }) => thing);
      const meant = exact.length > 0 ? exact : names.map(({ thing }) => thing);
      return {
        length,
        isWish: names.every(({ isWish }) => isWish),
        isAbbreviation: names.some(({ isAbbreviation }) => isAbbreviation),
        meanings: meant.map(({ meaning }) => meaning),
        tokens: [
          ...new Set([
            ...exact.flatMap((thing) => [tokenOf(thing), ...nameOf(thing)]),
            ...exact.filter(isWritten).flatMap(({ phrases }) => phrases.flatMap(literals)),
            ...literals(all.slice(at, at + length)),
            ...names.filter(({ isWish }) => !isWish).map(({ word }) => word),
          ]),
        ],
        near: [...new Set(exact.flatMap(({ near }) => near))],
      };
    },
    spelled,
    ofValue(value, kinds) {
      const found = things(value).filter(({ meaning }) => kinds.includes(meaning.kind));
      const { own, found: inside } = read(value);
      const ofAll = (words: readonly string[]): FurtherWords => ({ words, marks: [] });
      return {
        own,
        exact: [...found.map(({ exact }) => exact), ...inside.map(({ tokens }) => tokens)].map(
          ofAll,
        ),
        loose: found.map(({ loose }) => ofAll(loose)),
      };
    },
    // Who writes of operations is no S3; an S3 is found by "operations".
    ofText: (text, kinds) =>
      ofText(text, ({ thing, isLoose }) => !isLoose && kinds.includes(thing.meaning.kind)),
    ofPlace(place) {
      const state = stateOf(place);
      const isThere = ({ thing: { meaning }, region }: Name) =>
        meaning.kind === "own" || meaning.kind === "post" &&
          (state === undefined || region === undefined || region === state ||
            states[region] === undefined && fold(place).includes(fold(region)));
      const { own, exact, loose } = ofText(place, isThere);
      const ofState = things(states[state ?? ""] ?? "").filter(({ meaning }) =>
        meaning.kind === "state"
      );
      return {
        own,
        exact: [
          ...exact,
          ...ofState.map((thing) => marking([...thing.exact, ...words(thing.meaning.name)], own)),
          ...regionsOf(place, state).map(({ exact: words }) => ({ words, marks: [] })),
          ...formsIn(place).map((forms) => marking(forms, own)),
          marking(initialsOf(place), own),
        ],
        loose,
      };
    },
    phrasesOf,
    wordsOf: (value) => [...new Set(phrasesOf(value).filter(isOneWord).flat())],
    added,
    digest: createHash("sha256").update(
      JSON.stringify([rules, tables, wishes, regions, [...placeForms]]),
    ).digest("hex").slice(0, 12),
  };
}

/** Names at a place of a profile, and the folded words that say them. */
interface Found {
  readonly marks: readonly string[];
  readonly tokens: readonly string[];
  readonly names: readonly Name[];
}

/** Raise it when a text gets other words by the same tables. */
const rules = 5;

/** The vocabulary's lines by kind. */
const listedLines: readonly (readonly [Kind, readonly NamedLine[]])[] = [
  ...Object.entries({ ...knownAs, ...meanings }) as [keyof typeof knownAs, readonly Line[]][],
  ["post", [...posts, ...cities]],
  ["armyBranch", [...branchOfSpecialty].map(([code, value]) => seriesLine(code, value))],
  ["state", Object.entries(states).map(([code, value]) => stateLine(code, value))],
  // What is in them is no name of them.
  ["state", regions.map((line) => ({ ...line, loose: [] }))],
];

/** "35 series" is Military Intelligence. */
function seriesLine(code: string, value: string): NamedLine {
  return { value, names: [`${code} series`, `${code} branch`], loose: [] };
}

function stateLine(code: string, value: string): NamedLine {
  return { value, names: [code, `${value} state`, `state of ${value}`], loose: [] };
}

type NamedPhrase = readonly [words: readonly string[], name: Name];
type NamedLine = Omit<Line, "source"> | Post;

function thingOf(kind: Kind, line: NamedLine): Thing {
  const names = namesOf(line);
  const [{ text: name } = { text: line.value }] = names;
  const phrases = names.filter(({ isLoose }) => !isLoose).slice(1).map(({ text }) => words(text));
  const loose = names.filter(({ isLoose }) => isLoose).map(({ text }) => literal(words(text)));
  return {
    meaning: { kind, name },
    phrases,
    exact: [...new Set([`#${kind}${words(name).join("")}`, ...phrases.filter(isOneWord).flat()])],
    // Who is in the Guard's program need not help with it; a family is one, whatever its name.
    loose: [...new Set(loose)].filter((word) => kind === "family" || !topics.has(word)),
    near: [...new Set(loose)],
    there: "near" in line
      ? line.near.map(({ name }) => name).filter(isInstitution).map((name) => literal(words(name)))
      : [],
  };
}

const topics = new Set(knownAs.helpTopics.map(({ value }) => literal(words(value))));

/** "82nd Airborne Division" and "BAMC", and no town. Who lives by a school need not have been there. */
function isInstitution(name: string): boolean {
  const isSchool = meanings.school.some(({ names, loose }) => [...names, ...loose].includes(name));
  return isInCapitals(name) && !isSchool || institution.test(name);
}

const institution =
  /\b(Brigade|Center|Command|Corps|Division|Group|headquarters|Laboratory|Regiment)\b/;

/** Things that are alike whatever they are called, for whoever is known by one of their names loosely. */
function isWritten({ meaning: { kind } }: Thing): boolean {
  return ["school", "program", "family"].includes(kind);
}

/** The regions that a place is in. */
function regionsOf(place: string, state: string | undefined): Thing[] {
  const folded = ` ${words(place).join(" ")} `;
  const found = regionsByMember.get(fold(states[state ?? ""] ?? ""));
  return found ?? [...regionsByMember].filter(([member]) => folded.includes(` ${member} `))
    .flatMap(([, things]) => things);
}

/** The names of a line, its own first. */
function namesOf(line: NamedLine): Omit<Name & { text: string }, "thing" | "isWish">[] {
  const own = "region" in line ? line.name : line.value;
  const region = "region" in line ? line.region : undefined;
  const near = "near" in line ? line.near : line.loose.map((name) => ({ name, region: undefined }));
  const nameOf = (text: string, region: string | undefined, isLoose: boolean) => ({
    ...{ text, region, isLoose },
    // A plural of an abbreviation is written in capitals but for its ending.
    isAbbreviation: isInCapitals(text.replace(/s$/, "")),
    word: literal(words(text)),
  });
  return [
    ...[own, ...line.names].map((name) => nameOf(name, region, false)),
    ...near.map(({ name, region }) => nameOf(name, region, true)),
  ];
}

/** One word for several, which nobody can type; one is itself. In the singular, as phrases are. */
function literal(own: readonly string[]): string {
  const [word = ""] = own;
  return own.length === 1 ? word : `#${keyOf(own).replaceAll(" ", "")}`;
}

function literals(own: readonly string[]): string[] {
  return own.length === 1 ? [] : [literal(own)];
}

/** The name of a thing as one word, where nothing else is called so: "s1". */
function nameOf({ meaning: { name } }: Thing): string[] {
  return [literal(words(name))].filter((word) => isToken(word) || /\d/.test(word));
}

export function isToken(word: string): boolean {
  return word.startsWith("#");
}

function tokenOf({ exact: [token = ""] }: Thing): string {
  return token;
}

function isRank({ thing }: Name): boolean {
  return thing.meaning.kind === "rank";
}

function isOneWord(phrase: readonly string[]): boolean {
  return phrase.length === 1;
}

/** "XO", and not "S3", which is no word in any writing. */
function isInCapitals(text: string): boolean {
  return /^\p{Lu}{2,}$/u.test(text);
}

/** Words that mark those of a text that are among them. */
function marking(words: readonly string[], own: readonly string[]): FurtherWords {
  return { words, marks: own.filter((word) => words.includes(word)) };
}

/** By state or country, folded. */
const regionsByMember = new Map<string, Thing[]>();
for (const { loose, ...line } of regions) {
  const thing = thingOf("state", { ...line, loose: [] });
  for (const member of loose) {
    const key = words(member).join(" ");
    regionsByMember.set(key, [...regionsByMember.get(key) ?? [], thing]);
  }
}

/** The vocabulary's own. */
export const ownSynonyms: Synonyms = readTables({});
