/**
 * Synonyms: which further words find a text of a profile, and what a question names.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { vocabulary, wishes } from "../events/army-words.ts";
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
  type SynonymTable,
  type Thing,
} from "./named-things.ts";
import { formsIn, initialsOf, stateOf } from "./places.ts";
import type { Spelling } from "./spelling.ts";
import { fold, words, writtenWords } from "./text.ts";

export type { Kind, Meaning, SynonymTable };

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

/** @param added What the operator adds to the vocabulary's tables. */
export function createSynonyms(added: SynonymTable): Synonyms {
  return Object.keys(added).length === 0 ? ownSynonyms : synonymsWith(added);
}

function synonymsWith(added: SynonymTable): Synonyms {
  const things = readThings(added);
  const { inProfiles, inWishes, spelled, called } = things;
  // Suggestions know a specialty as one, not as its branch.
  const phrasesOf = (value: string) =>
    called(value).flatMap(({ phrases }) => phrases).filter(([word = ""]) =>
      !/^\d{2}[a-z]$/.test(word)
    );
  return {
    namedAt(all, at) {
      const found = [inProfiles, inWishes].flatMap((phrases) => phrases.longestAt(all, at) ?? []);
      const length = Math.max(0, ...found.map((one) => one.length));
      const names = found.flatMap((one) => one.length === length ? one.all : []);
      return length === 0 ? undefined : namedBy(names, all.slice(at, at + length));
    },
    spelled,
    // Who writes of operations is no S3; an S3 is found by "operations".
    ofText: (text, kinds) =>
      textWords(
        text,
        things,
        ({ thing, isLoose }) => !isLoose && kinds.includes(thing.meaning.kind),
      ),
    ofPlace: (place) => placeWords(place, things),
    phrasesOf,
    wordsOf: (value) => [
      ...new Set(phrasesOf(value).flatMap((own) => own.length === 1 ? own : [])),
    ],
    added,
    digest: createHash("sha256").update(
      JSON.stringify([rules, vocabulary, added, wishes, [...placeForms]]),
    ).digest("hex").slice(0, 12),
  };
}

/** Raise it when a text gets other words by the same tables. */
const rules = 6;

function namedBy(names: readonly Name[], own: readonly string[]): Named {
  const exact = [...new Set(names.filter(({ isLoose }) => !isLoose).map(({ thing }) => thing))];
  const meant = exact.length > 0 ? exact : [...new Set(names.map(({ thing }) => thing))];
  const written = names.filter(({ isWish }) => !isWish).map(({ word }) => word);
  return {
    length: own.length,
    isWish: written.length === 0,
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

/** What documents have that are a thing, whatever they call it: its token, its name, and "s1" of an S-1. */
function tokensOf({ exact: [token = ""], meaning: { name } }: Thing): string[] {
  return [token, literal(words(name))].filter((word) => isToken(word) || /\d/.test(word));
}

/** Names at a place of a profile, and the folded words that say them. */
interface Found {
  readonly marks: readonly string[];
  readonly names: readonly Name[];
}

function namesIn(text: string, { inProfiles }: NamedThings): Found[] {
  const all = words(text);
  const typed = text.match(writtenWords) ?? [];
  const isCapital = (at: number) => typed.length === all.length && isInCapitals(typed[at] ?? "");
  const found: Found[] = [];
  for (let at = 0; at < all.length; at++) {
    const one = inProfiles.longestAt(all, at);
    const names = one?.all.filter((name) => !name.isAbbreviation || isCapital(at)) ?? [];
    if (one === undefined || names.length === 0) continue;
    found.push({ marks: all.slice(at, at + one.length), names });
    at += one.length - 1;
  }
  return found;
}

/** @param isMeant Whether a text that has this name is about its thing. */
function textWords(text: string, things: NamedThings, isMeant: (name: Name) => boolean): TextWords {
  const exact: FurtherWords[] = [];
  const loose: FurtherWords[] = [];
  const uncounted = new Set<string>();
  for (const { marks, names } of namesIn(text, things)) {
    exact.push({
      words: [literal(marks), ...names.map(({ word }) => word)].filter(isToken),
      marks,
    });
    for (const { thing, isLoose } of names.filter(isMeant)) {
      (isLoose ? loose : exact).push({ words: [...thing.exact, ...thing.there], marks });
      if (!isLoose) loose.push({ words: thing.loose, marks });
    }
    // No general is an Adjutant General.
    if (marks.length === 1 || names.some(isRank)) continue;
    for (const word of marks) {
      if (things.inProfiles.longestAt([word], 0)?.all.some(isRank)) uncounted.add(word);
    }
  }
  const isTold = ({ words }: FurtherWords) => words.length > 0;
  return {
    own: words(text).filter((word) => !uncounted.has(word)),
    exact: exact.filter(isTold),
    loose: loose.filter(isTold),
  };
}

function isRank({ thing }: Name): boolean {
  return thing.meaning.kind === "rank";
}

function placeWords(place: string, things: NamedThings): TextWords {
  const state = stateOf(place);
  const isThere = ({ thing: { meaning }, region }: Name) =>
    meaning.kind === "own" || meaning.kind === "post" &&
      (state === undefined || region === undefined || region === state ||
        states[region] === undefined && fold(place).includes(fold(region)));
  const { own, exact, loose } = textWords(place, things, isThere);
  // The state, and what it or the country is part of: Texas is in the Southwest.
  const regions = namesIn(states[state ?? ""] ?? place, things).flatMap(({ names }) => names)
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

/** The vocabulary's own. */
export const ownSynonyms: Synonyms = synonymsWith({});
