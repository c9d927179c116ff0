/**
 * Documents of the index on Meilisearch. Words are made here, by the functions that all engines use; the
 * server has nothing left to fold, split or join.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { byGroup, type FacetGroup, facetValues } from "../facets.ts";
import type { ProfileDocument } from "../project-document.ts";
import { rankOf, type SearchedField, searchedFields } from "../searched-texts.ts";
import { searchedWords } from "../searched-words.ts";
import type { Synonyms } from "../synonyms.ts";
import { nameKey } from "../text.ts";

export interface IndexedDocument
  extends Readonly<Record<SearchedField, string>>, Readonly<Record<FacetGroup, readonly string[]>> {
  readonly memberId: string;
  readonly role: string | null;
  /** All words that it is found by. */
  readonly words: readonly string[];
  /** A word that every document has: a query of it and others finds everybody, those with the others first. */
  readonly everybody: typeof everybody;
  readonly nameSort: string;
  readonly updatedAtMs: number;
}

export const everybody = "everybody";

export function indexedDocument(document: ProfileDocument, synonyms: Synonyms): IndexedDocument {
  const ranks = searchedWords(document, synonyms);
  const wordsOf = (rank: number) => [...ranks.keys()].filter((word) => ranks.get(word) === rank);
  const fields = searchedFields.map((field) => [field, wordsOf(rankOf(field)).join(apart)]);
  return {
    ...Object.fromEntries(fields) as Record<SearchedField, string>,
    memberId: document.memberId,
    role: document.role,
    words: [...ranks.keys()],
    everybody,
    ...byGroup((group) => facetValues(document, group).map(facetKey)),
    nameSort: sortKey(nameKey(document.firstName, document.lastName)),
    updatedAtMs: document.updatedAtMs,
  };
}

/**
 * Values differ here as they do for the port. The server folds them before it compares and looks at
 * their beginning alone, so each begins with a digest of the value as it is.
 */
export function facetKey(value: string): string {
  const cut = value.slice(0, maxValueLength);
  const digest = createHash("sha256").update(cut, "utf16le").digest("hex");
  return `${digest.slice(0, digestLength)} ${cut.toWellFormed()}`;
}

export function facetValue(key: string): string {
  return key.slice(digestLength + 1);
}

/**
 * Full stops keep words apart: the server finds "leadership" in "leader ship", and the other way
 * round, when there is but a space between them.
 */
export const apart = ". ";
const digestLength = 16;
/** No profile has a value that is nearly as long: what is cut was asked for, and is not there. */
const maxValueLength = 1000;
/** The server looks at so many bytes of a text that it sorts by; two of them make one here. */
const sortKeyLength = 400;

/** UTF-8 in hex: sorts by code point whatever the server does to letters. */
function sortKey(text: string): string {
  return Buffer.from(text, "utf8").toString("hex").slice(0, sortKeyLength);
}
