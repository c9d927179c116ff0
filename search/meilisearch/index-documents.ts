import { createHash } from "node:crypto";
import { byGroup, type FacetGroup, facetValues } from "../facets.ts";
import type { ProfileDocument } from "../project-document.ts";
import { rankOf, type SearchedField, searchedFields, searchedWords } from "../searched-texts.ts";
import type { Synonyms } from "../synonyms.ts";
import { nameKey } from "../text.ts";

export interface IndexedDocument
  extends Readonly<Record<SearchedField, string>>, Readonly<Record<FacetGroup, readonly string[]>> {
  readonly memberId: string;
  readonly role: string | null;
  /** All words by which it is found. */
  readonly words: readonly string[];
  /** A word in every document, so that a query with it finds everyone, best matches first. */
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
 * Key of a facet value: a digest and the value, because the server folds values and compares only
 * their beginnings.
 */
export function facetKey(value: string): string {
  const cut = value.slice(0, maxValueLength);
  const digest = createHash("sha256").update(cut, "utf16le").digest("hex");
  return `${digest.slice(0, digestLength)} ${cut.toWellFormed()}`;
}

export function facetValue(key: string): string {
  return key.slice(digestLength + 1);
}

/** With only a space between words, the server finds "leadership" in "leader ship". */
export const apart = ". ";
const digestLength = 16;
/** Longer than any profile's value. A longer one can only be in a query, and finds nothing. */
const maxValueLength = 1000;
/** The server sorts by this many bytes of a text; two of them are one byte here. */
const sortKeyLength = 400;

/** UTF-8 in hex: sorts by code point, however the server folds letters. */
function sortKey(text: string): string {
  return Buffer.from(text, "utf8").toString("hex").slice(0, sortKeyLength);
}
