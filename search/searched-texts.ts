/**
 * Searched texts: what of a document is found by its words, in which field, and by which further
 * words. All engines and the explanation of a match go through it.
 *
 * @module
 */
import { facetNames } from "./facets.ts";
import type { ProfileDocument } from "./project-document.ts";
import type { Synonyms } from "./synonyms.ts";
import { words } from "./text.ts";

/** The searched fields, best first. The README says the same to people. */
export const searchedFields = [
  "name",
  "jobTitle",
  "company",
  "specialty",
  "place",
  "topics",
  "positions",
  "schools",
  "expertise",
  "bio",
  "loosely",
] as const;
export type SearchedField = (typeof searchedFields)[number];

export interface SearchedText {
  readonly text: string;
  /** Folded words by which it is known, perhaps with some of its own: what means the same together. */
  readonly knownAs: readonly (readonly string[])[];
}

/** The texts of each field. */
export function searchedTexts(
  document: ProfileDocument,
  synonyms: Synonyms,
): Readonly<Record<SearchedField, readonly SearchedText[]>> {
  const plain = (...texts: readonly (string | null)[]) => known(texts, () => []);
  const listed = (...texts: readonly (string | null)[]) =>
    known(texts, (text) => [synonyms.wordsOf(text)]);
  const { rank, mos, armyBranch, dutyStatus, classYear, helpTopics } = document;
  return {
    name: plain(document.firstName, document.lastName),
    jobTitle: listed(document.jobTitle),
    company: [...plain(document.company), ...listed(document.industry)],
    specialty: [...listed(mos, armyBranch, rank, dutyStatus), ...known([classYear], shortYear)],
    place: known([document.location], synonyms.ofPlace),
    topics: known(helpTopics, (topic) => {
      const names = [...new Set(facetNames("helpTopics", topic))];
      return names.flatMap((name) => [words(name), synonyms.wordsOf(name)]);
    }),
    positions: plain(...document.previousPositions),
    schools: plain(...document.armySchools),
    expertise: plain(...document.expertise),
    bio: plain(document.bio),
    loosely: [],
  };
}

/** "14" of "2014". */
function shortYear(year: string): SearchedText["knownAs"] {
  return [[year.slice(-2)]];
}

function known(
  texts: readonly (string | null)[],
  knownAs: (text: string) => SearchedText["knownAs"],
): SearchedText[] {
  return texts.flatMap((text) => text ? [{ text, knownAs: knownAs(text) }] : []);
}
