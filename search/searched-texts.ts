/**
 * Searched texts: what of a document is found by its words, in which field, and by which further
 * words. All engines and the explanation of a match go through it.
 *
 * @module
 */
import { facetNames } from "./facets.ts";
import type { ProfileDocument } from "./project-document.ts";
import type { FurtherWords, Kind, Synonyms, TextWords } from "./synonyms.ts";
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
  /** Where it stands in a profile; what fits loosely is in a field of its own. */
  readonly field: Exclude<SearchedField, "loosely">;
  /** Its own folded words. */
  readonly own: readonly string[];
  readonly knownAs: readonly FurtherWords[];
}

/** Kinds of things that are recognized in what people write. */
const written: readonly Kind[] = ["position", "unit", "school", "program", "family", "own"];

/** The texts of each field. */
export function searchedTexts(
  document: ProfileDocument,
  synonyms: Synonyms,
): Readonly<Record<SearchedField, readonly SearchedText[]>> {
  const loosely: SearchedText[] = [];
  const known = (
    field: SearchedText["field"],
    texts: readonly (string | null)[],
    further: (text: string) => TextWords,
  ): SearchedText[] =>
    texts.flatMap((text) => {
      if (!text) return [];
      const { own, exact, loose } = further(text);
      if (loose.length > 0) loosely.push({ text, own, field, knownAs: loose });
      return [{ text, own, field, knownAs: exact }];
    });
  const ofValue = (...kinds: Kind[]) => (text: string) => synonyms.ofValue(text, [...kinds, "own"]);
  const ofText = (...kinds: Kind[]) => (text: string) =>
    synonyms.ofText(text, [...kinds, ...written]);
  const plain = (text: string) => synonyms.ofText(text, []);
  const { mos, armyBranch, rank, dutyStatus, classYear, helpTopics, role } = document;
  return {
    name: known("name", [document.firstName, document.lastName], inOneWord),
    jobTitle: known("jobTitle", [document.jobTitle], ofText("jobTitle")),
    company: [
      ...known("company", [document.company], plain),
      ...known("company", [document.industry], ofValue("industry")),
    ],
    specialty: [
      ...known("specialty", [mos], ofValue()),
      ...known("specialty", [armyBranch], ofValue("armyBranch")),
      ...known("specialty", [rank], ofValue("rank")),
      ...known("specialty", [dutyStatus], ofValue("dutyStatus")),
      ...known("specialty", [classYear], shortYear),
      ...known("specialty", [role === "cadre" ? "Cadre" : null], ofValue("role")),
    ],
    place: known("place", [document.location], synonyms.ofPlace),
    topics: known("topics", helpTopics, (topic) => ofTopic(topic, synonyms)),
    positions: known("positions", document.previousPositions, ofText()),
    schools: known("schools", document.armySchools, ofText("helpTopics")),
    expertise: known("expertise", document.expertise, ofText("jobTitle", "specialty")),
    bio: known("bio", [document.bio], ofText("specialty")),
    loosely,
  };
}

/** "oneill" of "O'Neill". */
function inOneWord(name: string): TextWords {
  const own = words(name);
  const exact = own.length > 1 ? [{ words: [own.join("")], marks: own }] : [];
  return { own, exact, loose: [] };
}

/** "14" of "2014". */
function shortYear(year: string): TextWords {
  return { own: [year], exact: [{ words: [year.slice(-2)], marks: [] }], loose: [] };
}

/** A topic is found by both of its labels. */
function ofTopic(topic: string, synonyms: Synonyms): TextWords {
  const all = [...new Set(facetNames("helpTopics", topic))].map((name) => ({
    name,
    further: synonyms.ofValue(name, ["helpTopics", "own"]),
  }));
  return {
    own: all.flatMap(({ further }) => further.own),
    exact: all.flatMap(({ further }) => further.exact),
    loose: all.flatMap(({ further }) => further.loose),
  };
}
