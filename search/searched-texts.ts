import { facetNames } from "./facets.ts";
import type { FieldName } from "../events/members/profile-fields.ts";
import { roleTraits } from "../events/vocabulary.ts";
import { classYearTokens } from "./class-years.ts";
import type { ProfileDocument } from "./project-document.ts";
import type { FurtherWords, Kind, Synonyms, TextWords } from "./synonyms.ts";
import { words } from "./text.ts";

/** Searched fields, best first. The README explains them to users. */
export const searchedFields = [
  "inPlace",
  "name",
  "place",
  "jobTitle",
  "company",
  "specialty",
  "topics",
  "positions",
  "schools",
  "expertise",
  "bio",
  "loosely",
] as const;
export type SearchedField = (typeof searchedFields)[number];

/** Ranks like five more fields: an MBA in a biography beats a topic related to it. */
export const looseRank = 15;

export function rankOf(field: SearchedField): number {
  return field === "loosely" ? looseRank : searchedFields.indexOf(field);
}

export interface SearchedText {
  readonly text: string;
  readonly rank: number;
  /** Its field in the profile; loose matches have a field of their own. */
  readonly field: Exclude<SearchedField, "loosely">;
  readonly own: readonly string[];
  readonly knownAs: readonly FurtherWords[];
  /** Its own words and further ones, each once. */
  readonly words: readonly string[];
}

/** Kinds of things recognized in free texts. */
const written: readonly Kind[] = ["position", "unit", "school", "program", "family"];

const ofText = (...kinds: Kind[]): Source["read"] => (text, synonyms) =>
  synonyms.ofText(text, [...kinds, ...written]);

interface Source {
  readonly field: SearchedText["field"];
  readonly texts: (document: ProfileDocument) => readonly (string | null)[];
  readonly read: (text: string, synonyms: Synonyms) => TextWords;
}

/** Contacts, which are shown one person at a time. */
const notSearched: readonly Source[] = [];

/** How each profile field is searched. A missing field doesn't compile. */
const sourcesOfField: Readonly<Record<FieldName, readonly Source[]>> = {
  location: [
    { field: "inPlace", texts: (one) => [one.location], read: (text, all) => all.inPlace(text) },
    { field: "place", texts: (one) => [one.location], read: (text, all) => all.ofPlace(text) },
  ],
  jobTitle: [{ field: "jobTitle", texts: (one) => [one.jobTitle], read: ofText("jobTitle") }],
  company: [
    { field: "company", texts: (one) => [one.company], read: (text, all) => all.ofText(text, []) },
  ],
  industry: [{ field: "company", texts: (one) => [one.industry], read: ofText("industry") }],
  mos: [{ field: "specialty", texts: (one) => [one.mos], read: ofText() }],
  armyBranch: [
    { field: "specialty", texts: (one) => [one.armyBranch], read: ofText("armyBranch") },
  ],
  rank: [{ field: "specialty", texts: (one) => [one.rank], read: ofText("rank") }],
  dutyStatus: [
    { field: "specialty", texts: (one) => [one.dutyStatus], read: ofText("dutyStatus") },
  ],
  classYear: [{ field: "specialty", texts: (one) => [one.classYear], read: shortYear }],
  helpTopics: [{ field: "topics", texts: (one) => one.helpTopics, read: ofTopic }],
  previousPositions: [{
    field: "positions",
    texts: (one) => one.previousPositions,
    read: ofText(),
  }],
  armySchools: [{ field: "schools", texts: (one) => one.armySchools, read: ofText("helpTopics") }],
  expertise: [
    { field: "expertise", texts: (one) => one.expertise, read: ofText("jobTitle", "specialty") },
  ],
  formerName: [{ field: "name", texts: (one) => [one.formerName], read: inOneWord }],
  bio: [{ field: "bio", texts: (one) => [one.bio], read: ofText("specialty") }],
  primaryEmail: notSearched,
  secondaryEmail: notSearched,
  phoneNumber: notSearched,
  linkedinUrl: notSearched,
  calendarUrl: notSearched,
};

/** Best field first. */
const sources: readonly Source[] = [
  { field: "name" as const, texts: ofName, read: inOneWord },
  ...Object.values(sourcesOfField).flat(),
  { field: "specialty" as const, texts: ofRole, read: ofText("role") },
].sort((one, other) => rankOf(one.field) - rankOf(other.field));

function ofName({ firstName, lastName }: ProfileDocument): readonly string[] {
  return [firstName, lastName];
}

function ofRole({ role }: ProfileDocument): readonly (string | null)[] {
  return [role === null || role === "alumni" ? null : roleTraits[role].label];
}

/** Cache of processed texts, since many documents have the same branch or employer. */
export type KnownTexts = Map<Source, Map<string, ReadText>>;

interface ReadText {
  readonly fitting: SearchedText;
  readonly loosely: SearchedText | undefined;
}

/** Longer texts are unique, so they aren't cached. */
const longestKnown = 100;

/** The texts of a document, best field first. `known` caches texts processed with the same synonyms. */
export function searchedTexts(
  document: ProfileDocument,
  synonyms: Synonyms,
  known: KnownTexts = new Map(),
): readonly SearchedText[] {
  const fitting: SearchedText[] = [];
  const loosely: SearchedText[] = [];
  for (const source of sources) {
    let before = known.get(source);
    if (before === undefined) known.set(source, before = new Map());
    for (const text of source.texts(document)) {
      if (!text) continue;
      let read = before.get(text);
      if (read === undefined) {
        read = readText(text, source, synonyms);
        if (text.length <= longestKnown) before.set(text, read);
      }
      fitting.push(read.fitting);
      if (read.loosely) loosely.push(read.loosely);
    }
  }
  return [...fitting, ...loosely];
}

function readText(text: string, { field, read }: Source, synonyms: Synonyms): ReadText {
  const { own, exact, loose } = read(text, synonyms);
  const found = (rank: number, knownAs: readonly FurtherWords[]): SearchedText => {
    const words = new Set([...own, ...knownAs.flatMap((further) => further.words)]);
    return { text, field, rank, own, knownAs, words: [...words] };
  };
  return {
    fitting: found(rankOf(field), exact),
    loosely: loose.length === 0 ? undefined : found(looseRank, loose),
  };
}

/** "oneill" for "O'Neill". */
function inOneWord(name: string): TextWords {
  const own = words(name);
  const exact = own.length > 1 ? [{ words: [own.join("")], marks: own }] : [];
  return { own, exact, loose: [] };
}

/** "14" for "2014", and the words of spans such as "the 2010s". */
function shortYear(year: string): TextWords {
  const further = [year.slice(-2), ...classYearTokens(year)];
  return { own: [year], exact: [{ words: further, marks: [] }], loose: [] };
}

function ofTopic(topic: string, synonyms: Synonyms): TextWords {
  const all = [...new Set(facetNames("helpTopics", topic))].map((name) => ({
    name,
    further: synonyms.ofText(name, ["helpTopics"]),
  }));
  return {
    own: all.flatMap(({ further }) => further.own),
    exact: all.flatMap(({ further }) => further.exact),
    loose: all.flatMap(({ further }) => further.loose),
  };
}

export function searchedWords(
  document: ProfileDocument,
  synonyms: Synonyms,
  known?: KnownTexts,
): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const { words, rank } of searchedTexts(document, synonyms, known)) {
    for (const word of words) if (!ranks.has(word)) ranks.set(word, rank);
  }
  return ranks;
}
