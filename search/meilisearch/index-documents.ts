/**
 * What Meilisearch gets to know of a profile. Words are made here, by the functions that all engines
 * use; the server has nothing left to fold, split or join.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { canonicalTopic, topicFilterLabel } from "../../events/vocabulary.ts";
import type { FacetGroup, ProfileDocument } from "../profile-search.ts";
import { nameKey, queryWords, words } from "../text.ts";
import type { searchedFields } from "./settings.ts";

export type IndexedDocument =
  & Readonly<Record<(typeof searchedFields)[number], string>>
  & Readonly<Record<FacetGroup, readonly string[]>>
  & {
    readonly memberId: string;
    readonly role: string | null;
    readonly nameSort: string;
    readonly updatedAtMs: number;
  };

export function indexedDocument(document: ProfileDocument): IndexedDocument {
  const { helpTopics, expertise } = document;
  const facet = (...values: readonly (string | null)[]) =>
    [
      ...new Set(values.filter((value) => value !== null && value !== "")),
    ].map((value) => facetKey(value as string));
  return {
    memberId: document.memberId,
    role: document.role,
    name: field(document.firstName, document.lastName),
    jobTitle: field(document.jobTitle),
    company: field(document.company),
    specialty: field(document.mos, document.armyBranch),
    place: field(document.location),
    topics: field(
      ...new Set([
        ...helpTopics,
        ...helpTopics.map(canonicalTopic),
        ...helpTopics.map(topicFilterLabel),
      ]),
    ),
    expertise: field(...expertise),
    bio: field(document.bio),
    armyBranches: facet(document.armyBranch),
    industries: facet(document.industry),
    locations: facet(document.location),
    helpTopics: facet(...helpTopics),
    nameSort: sortKey(nameKey(document.firstName, document.lastName)),
    updatedAtMs: document.updatedAtMs,
  };
}

/** A query's text: without quotes and minus signs, which the server would take for operators. */
export function queryText(text: string): string {
  return queryWords(text).join(apart);
}

/**
 * Values differ here as they do for the port. The server folds them before it compares and looks at
 * their beginning alone, so each begins with a digest of the value as it is.
 */
export function facetKey(value: string): string {
  const digest = createHash("sha256").update(value, "utf16le").digest("hex");
  return `${digest.slice(0, digestLength)} ${value.toWellFormed()}`;
}

export function facetValue(key: string): string {
  return key.slice(digestLength + 1);
}

/**
 * Full stops keep words apart: the server finds "leadership" in "leader ship", and the other way
 * round, when there is but a space between them.
 */
const apart = ". ";
/**
 * Begins every field. The server prefers fields that begin with the query; the port does not. It is
 * no letter or digit, so no query has it.
 */
const start = "☆";
const digestLength = 16;
/** The server looks at so many bytes of a text that it sorts by; two of them make one here. */
const sortKeyLength = 400;

function field(...texts: readonly (string | null)[]): string {
  const found = texts.flatMap((text) => words(text ?? ""));
  return found.length === 0 ? "" : [start, ...found].join(apart);
}

/** UTF-8 in hex: sorts by code point whatever the server does to letters. */
function sortKey(text: string): string {
  return Buffer.from(text, "utf8").toString("hex").slice(0, sortKeyLength);
}
