/**
 * Documents of the index on Meilisearch. Words are made here, by the functions that all engines use; the
 * server has nothing left to fold, split or join.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { byGroup, type FacetGroup, facetValues } from "../facets.ts";
import type { ProfileDocument } from "../project-document.ts";
import { type SearchedField, searchedFields, searchedTexts } from "../searched-texts.ts";
import type { Synonyms } from "../synonyms.ts";
import { nameKey } from "../text.ts";
import { wantedWords } from "../wanted.ts";
import { beginningsOf } from "./settings.ts";

export type IndexedDocument =
  & Readonly<Record<SearchedField | ReturnType<typeof beginningsOf>, string>>
  & Readonly<Record<FacetGroup, readonly string[]>>
  & {
    readonly memberId: string;
    readonly role: string | null;
    readonly nameSort: string;
    readonly updatedAtMs: number;
  };

export function indexedDocument(document: ProfileDocument, synonyms: Synonyms): IndexedDocument {
  const texts = searchedTexts(document, synonyms);
  const fields = searchedFields.flatMap((field) => {
    const found = [
      ...new Set(texts[field].flatMap(({ own, knownAs }) => [own, ...knownAs].flat())),
    ];
    return [[field, wholeWords(found)], [beginningsOf(field), beginnings(found)]];
  });
  return {
    ...Object.fromEntries(fields) as Pick<
      IndexedDocument,
      SearchedField | ReturnType<typeof beginningsOf>
    >,
    memberId: document.memberId,
    role: document.role,
    ...byGroup((group) => facetValues(document, group).map(facetKey)),
    nameSort: sortKey(nameKey(document.firstName, document.lastName)),
    updatedAtMs: document.updatedAtMs,
  };
}

/** A query's words that count, each with its mark: no quote or minus sign is left for an operator. */
export function queryText(text: string): string {
  return wantedWords(text).map(({ word, isPrefix }) => word + (isPrefix ? last : whole)).join(
    apart,
  );
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
const apart = ". ";
/**
 * Marks at the end of words. Words of a query have the first mark, and find whole words,
 * with typos. A last one that may be unfinished has the other mark, and finds whole words, which have both, and beginnings
 * as they are. The server's own search by beginnings would forgive typos in them, too.
 */
const whole = "1";
const last = "2";
const digestLength = 16;
/** No profile has a value that is nearly as long: what is cut was asked for, and is not there. */
const maxValueLength = 1000;
/** The server looks at so many bytes of a text that it sorts by; two of them make one here. */
const sortKeyLength = 400;

function wholeWords(found: readonly string[]): string {
  return found.flatMap((word) => [word + whole, word + last]).join(apart);
}

function beginnings(found: readonly string[]): string {
  const all = found.flatMap((word) => {
    const letters = [...word];
    return letters.slice(1).map((_, at) => letters.slice(0, at + 1).join("") + last);
  });
  return [...new Set(all)].join(apart);
}

/** UTF-8 in hex: sorts by code point whatever the server does to letters. */
function sortKey(text: string): string {
  return Buffer.from(text, "utf8").toString("hex").slice(0, sortKeyLength);
}
