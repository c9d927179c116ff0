/**
 * Synonyms: further words by which a value of a profile is known. They are words of the document, so
 * queries stay as they are and every engine finds the same.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { knownAs, posts } from "../events/army-words.ts";
import { placeForms, states } from "../events/search-vocabulary.ts";
import { fold, words } from "./text.ts";

/** By value, what else people call it. */
export type SynonymTable = Readonly<Record<string, Names>>;
type Names = readonly string[];

export interface Synonyms {
  /** What else people call a value of a list, folded: each phrase is its words. */
  phrasesOf(value: string): readonly (readonly string[])[];
  /** The words of these phrases. */
  wordsOf(value: string): readonly string[];
  /**
   * Further words of a place: its state by name and code, forms of its words, initials. Words that mean
   * the same are together, those of the place among them.
   */
  ofPlace(place: string): readonly (readonly string[])[];
  /** What the operator adds to the vocabulary's table. */
  readonly added: SynonymTable;
  /** Another one means other words: an index that was filled before fits no more. */
  readonly digest: string;
}

/** @param added What the operator adds to the vocabulary's table. */
export function createSynonyms(added: SynonymTable = {}): Synonyms {
  const byValue = new Map<string, string[][]>();
  const add = (value: string, others: Names) => {
    const key = words(value).join(" ");
    byValue.set(key, [...byValue.get(key) ?? [], ...others.map(words)]);
  };
  for (const [field, lines] of Object.entries(knownAs)) {
    // No field has a place for what is loose yet: in others it would come before what fits.
    const isLoose = ["rank", "dutyStatus"].includes(field);
    for (const { value, names, loose } of lines) {
      const all = [...names, ...isLoose ? loose.filter((name) => !name.includes(" ")) : []];
      // Suggestions know a specialty as one, not as a branch.
      add(value, all.filter((name) => !/^\d{2}[A-Z]$/.test(name)));
    }
  }
  for (const [value, others] of Object.entries(added)) add(value, others);
  const phrasesOf = (value: string) => byValue.get(words(value).join(" ")) ?? [];
  const flat = new Map([...byValue].map(([key, phrases]) => [key, [...new Set(phrases.flat())]]));
  const wordsOf = (value: string) => flat.get(words(value).join(" ")) ?? nothing;
  return {
    phrasesOf,
    wordsOf,
    ofPlace: (place) => [wordsOf(place), ...placeWords(place)],
    added,
    digest: createHash("sha256").update(
      JSON.stringify([placeRules, ...byValue, states, ...placeForms, posts]),
    )
      .digest("hex").slice(0, 12),
  };
}

const nothing: readonly string[] = [];
/** Of posts that were renamed: behind "Fort", each name means the others. */
const postNames = new Map(posts.flatMap(({ name, names }) => {
  const forts = [name, ...names].filter((each) => each.startsWith("Fort ")).map((each) =>
    words(each).slice(1)
  );
  return forts.map((fort) => [fort[0] ?? "", forts.flat().filter((word) => !fort.includes(word))]);
}));
/** Raise it when a place gets other words by the same tables. */
const placeRules = 3;

/** The vocabulary's own. */
export const ownSynonyms: Synonyms = createSynonyms();

/** The words of each state, its code among them: by its code, and by its name. */
const byCode = new Map(
  Object.entries(states).map(([code, name]) => [code, [...words(name), fold(code)]]),
);
const byName = new Map(
  Object.entries(states).map(([code, name]) => [words(name).join(" "), byCode.get(code) ?? []]),
);
const longestName = 3;

function placeWords(place: string): (readonly string[])[] {
  const own = words(place);
  const forms = own.flatMap((word, at) => {
    const isPost = /^(fort|ft)$/.test(own[at - 1] ?? "");
    const others = [placeForms.get(word), ...isPost ? postNames.get(word) ?? [] : []];
    return others.flatMap((other) => other === undefined ? [] : [[word, other]]);
  });
  return [...forms, stateOf(place), initialsOf(place)];
}

/** The words of the state that a place is in, and its code. */
function stateOf(place: string): readonly string[] {
  return byCode.get(codeIn(place) ?? "") ?? named(place) ?? nothing;
}

/**
 * The code of a state as people write it: behind a comma, alone, or in capitals at the end. Elsewhere
 * "in", "or" and "me" are words.
 */
function codeIn(place: string): string | undefined {
  const text = place.replace(/\b([A-Za-z])\.\s?([A-Za-z])\./g, "$1$2").trim();
  const [, behindComma, alone, atEnd] =
    /(?:,\s*([A-Za-z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*(?:,\s*USA?)?$)|^([A-Z]{2})$|\p{Ll}.*\s([A-Z]{2})$/u
      .exec(text) ?? [];
  return (behindComma ?? alone ?? atEnd)?.toUpperCase();
}

/** The state whose name a part between commas ends with, the longest: "West Virginia" is not "Virginia". */
function named(place: string): readonly string[] | undefined {
  for (const part of place.split(",")) {
    const own = words(part);
    for (let length = longestName; length > 0; length--) {
      const found = byName.get(own.slice(-length).join(" "));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/**
 * The initials of a place's name: "Dallas-Fort Worth" is "dfw". A city that is called as its state is told
 * from it by "City", so "New York" is "nyc", too.
 */
function initialsOf(place: string): string[] {
  const [name = ""] = place.split(/[,(]/);
  const own = words(name);
  if (own.length < 2) return [];
  const initials = own.map((word) => [...word][0]).join("");
  return byName.has(own.join(" ")) ? [initials, `${initials}c`] : [initials];
}
