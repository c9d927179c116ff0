/** Synonyms: further words by which a profile's text is found, and the things that a question names. */
import { createHash } from "node:crypto";
import { vocabulary } from "../events/army-words.ts";
import { questions } from "../events/army-words/questions.ts";
import { placeForms, states } from "../events/search-vocabulary.ts";
import {
  isInCapitals,
  isToken,
  type Kind,
  literal,
  type Meaning,
  type Name,
  type NamedThings,
  readThings,
  type Thing,
} from "./named-things.ts";
import { formsIn, initialsOf, placeToken, stateOf } from "./places.ts";
import type { Spelling } from "./spelling.ts";
import { fold, words, writtenWords } from "./text.ts";

export type { Kind, Meaning };

export interface Named {
  readonly length: number;
  readonly isAsked: boolean;
  /** Whether it is an abbreviation, in any case: then it isn't a prefix of another word. */
  readonly isAbbreviation: boolean;
  readonly meanings: readonly Meaning[];
  /** Words of documents with one of its meanings: tokens, including the phrase's own. */
  readonly tokens: readonly string[];
  /** Related words and tokens, searched if no one has a meaning. */
  readonly near: readonly string[];
}

export interface TextWords {
  readonly own: readonly string[];
  readonly exact: readonly FurtherWords[];
  readonly loose: readonly FurtherWords[];
}

export interface FurtherWords {
  readonly words: readonly string[];
  /** The words of the text with the same meaning; none if the whole text means it. */
  readonly marks: readonly string[];
}

export interface Synonyms {
  /** The longest name in a question that begins at this word. */
  namedAt(words: readonly string[], at: number): Named | undefined;
  readonly spelled: Spelling;
  /** Words of a text that names things of these kinds. */
  ofText(text: string, kinds: readonly Kind[]): TextWords;
  /** Words of a place: state, posts and their towns, forms of its words, initials. */
  ofPlace(place: string): TextWords;
  /** For "in Dallas": the place's words as {@link placeToken}s. */
  inPlace(place: string): TextWords;
  /** Other exact names of a value, each as folded words. */
  phrasesOf(value: string): readonly (readonly string[])[];
  /** Single words among these names. */
  wordsOf(value: string): readonly string[];
  /** Changes with the words. An index with another digest must be rebuilt. */
  readonly digest: string;
}

let own: Synonyms | undefined;

/** Returns the same object each time. */
export function createSynonyms(): Synonyms {
  return own ??= readSynonyms();
}

function readSynonyms(): Synonyms {
  const things = readThings();
  const { inProfiles, inQuery, spelled, called } = things;
  // In suggestions a specialty stands for itself, not for its branch.
  const phrasesOf = (value: string) =>
    called(value).flatMap(({ phrases }) => phrases).filter(([word = ""]) =>
      !/^\d{2}[a-z]$/.test(word)
    );
  return {
    namedAt(all, at) {
      const found = [inProfiles, inQuery].flatMap((phrases) => phrases.longestAt(all, at) ?? []);
      const length = Math.max(0, ...found.map((one) => one.length));
      const names = found.flatMap((one) => one.length === length ? one.all : []);
      return length === 0 ? undefined : namedBy(names, all.slice(at, at + length));
    },
    spelled,
    // Someone who writes about operations isn't an S3, but "operations" finds an S3.
    ofText: (text, kinds) =>
      textWords(
        text,
        things,
        ({ thing, isLoose }) => !isLoose && kinds.includes(thing.meaning.kind),
      ),
    ofPlace: (place) => placeWords(place, things),
    inPlace: (place) => wordsInPlace(place, placeWords(place, things)),
    phrasesOf,
    wordsOf: (value) => [
      ...new Set(phrasesOf(value).flatMap((own) => own.length === 1 ? own : [])),
    ],
    get digest() {
      const said = JSON.stringify([rules, vocabulary, questions, [...placeForms]]);
      return createHash("sha256").update(said).digest("hex").slice(0, 12);
    },
  };
}

/** Raise it when the same tables give other words. */
const rules = 9;

function namedBy(names: readonly Name[], own: readonly string[]): Named {
  const exact = [...new Set(names.filter(({ isLoose }) => !isLoose).map(({ thing }) => thing))];
  const meant = exact.length > 0 ? exact : [...new Set(names.map(({ thing }) => thing))];
  const written = names.filter(({ isAsked }) => !isAsked).map(({ word }) => word);
  return {
    length: own.length,
    isAsked: written.length === 0,
    isAbbreviation: names.some(({ isAbbreviation }) => isAbbreviation),
    meanings: meant.map(({ meaning }) => meaning),
    tokens: [
      ...new Set([
        ...exact.flatMap(tokensOf),
        ...own.length > 1 ? [literal(own)] : [],
        ...written,
      ]),
    ],
    near: [...new Set(exact.flatMap(({ near }) => near))],
  };
}

/** Words of documents that have a thing under any name: its token, its name, and "s1". */
function tokensOf({ exact: [token = ""], meaning: { name } }: Thing): string[] {
  return [token, literal(words(name))].filter((word) => isToken(word) || /\d/.test(word));
}

interface NamesInText {
  readonly marks: readonly string[];
  readonly names: readonly Name[];
}

/** @param all The words of the text. */
function namesIn(text: string, all: readonly string[], { inProfiles }: NamedThings): NamesInText[] {
  let typed: readonly string[] | undefined;
  const isCapital = (at: number) => {
    typed ??= text.match(writtenWords) ?? [];
    return typed.length === all.length && isInCapitals(typed[at] ?? "");
  };
  const found: NamesInText[] = [];
  for (let at = 0; at < all.length; at++) {
    const one = inProfiles.longestAt(all, at);
    if (one === undefined) continue;
    const names = one.all.filter((name) => !name.isAbbreviation || isCapital(at));
    if (names.length === 0) continue;
    found.push({ marks: all.slice(at, at + one.length), names });
    at += one.length - 1;
  }
  return found;
}

/** @param isMeant Whether a text with this name is about its thing. */
function textWords(text: string, things: NamedThings, isMeant: (name: Name) => boolean): TextWords {
  const exact: FurtherWords[] = [];
  const loose: FurtherWords[] = [];
  const uncounted = new Set<string>();
  const all = words(text);
  for (const { marks, names } of namesIn(text, all, things)) {
    exact.push({
      words: [literal(marks), ...names.map(({ word }) => word)].filter(isToken),
      marks,
    });
    for (const { thing, isLoose } of names.filter(isMeant)) {
      (isLoose ? loose : exact).push({ words: [...thing.exact, ...thing.there], marks });
      if (!isLoose) loose.push({ words: thing.loose, marks });
    }
    // A general is not an Adjutant General.
    if (marks.length === 1 || names.some(isRank)) continue;
    for (const word of marks) {
      if (things.inProfiles.longestAt([word], 0)?.all.some(isRank)) uncounted.add(word);
    }
  }
  const hasWords = ({ words }: FurtherWords) => words.length > 0;
  return {
    own: all.filter((word) => !uncounted.has(word)),
    exact: exact.filter(hasWords),
    loose: loose.filter(hasWords),
  };
}

function isRank({ thing }: Name): boolean {
  return thing.meaning.kind === "rank";
}

/** Place tokens of its own words, and of its post, towns and phrases: "Austin" for Camp Mabry. */
function wordsInPlace(place: string, { own, exact, loose }: TextWords): TextWords {
  const code = stateOf(place) ?? "";
  const state = states[code] ?? "";
  const city = words(place.split(/[,(]/)[0] ?? "");
  const known: readonly FurtherWords[] = [
    ...own.map((word) => ({ words: [word], marks: [word] })),
    // "In San Antonio" and "Portland me".
    { words: [literal(city)], marks: city },
    ...(state === "" ? [] : city).map((word) => (
      { words: [literal([word, ...words(code)])], marks: own }
    )),
    ...[...formsIn(place).flat(), ...initialsOf(place), ...words(state)]
      .map((word) => ({ words: [word], marks: own.filter((one) => one === word) })),
    ...exact,
    ...loose,
  ];
  const marks = new Map(
    known.flatMap((one) => one.words.map((word) => [word, one.marks] as const)).reverse(),
  );
  return {
    own: [],
    exact: [...marks].map(([word, marks]) => ({ words: [placeToken(word)], marks })),
    loose: [],
  };
}

function placeWords(place: string, things: NamedThings): TextWords {
  const state = stateOf(place);
  const isThere = ({ thing: { meaning }, region }: Name) =>
    meaning.kind === "post" &&
    (state === undefined || region === undefined || region === state ||
      states[region] === undefined && fold(place).includes(fold(region)));
  const { own, exact, loose } = textWords(place, things, isThere);
  // The state, and the region that it or the country belongs to: Texas is in the Southwest.
  const region = states[state ?? ""] ?? place;
  const regions = namesIn(region, words(region), things).flatMap(({ names }) => names)
    .filter(({ thing, isLoose }) =>
      thing.meaning.kind === "state" && (isLoose || state !== undefined)
    );
  const marked = (words: readonly string[]): FurtherWords => ({
    words,
    marks: own.filter((word) => words.includes(word)),
  });
  return {
    own,
    exact: [
      ...exact,
      marked([...regions.flatMap(({ thing }) => thing.exact), ...words(states[state ?? ""] ?? "")]),
      ...formsIn(place).map(marked),
      marked(initialsOf(place)),
    ],
    loose,
  };
}
