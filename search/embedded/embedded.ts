/**
 * Embedded search engine, in this process. Documents are numbers in memory; the README explains on one page how
 * they are found.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import { byGroup, facetGroups } from "../facets.ts";
import { createNamedChoices } from "../named-choices.ts";
import { type ProfileHits, type ProfileQuery, type Relaxed } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import { type KnownTexts, searchedTexts } from "../searched-texts.ts";
import type { SuggestingSearch } from "../suggestions.ts";
import { ownSynonyms, type Synonyms } from "../synonyms.ts";
import { compareText } from "../text.ts";
import { type Part, partsIn, wishOf } from "../wish.ts";
import { createColumn } from "./column.ts";
import { createDictionary } from "../words/dictionary.ts";
import { byWords, createFacets } from "./facets.ts";
import { createMatcher } from "./matcher.ts";
import { createMembers } from "./members.ts";
import { withRoom } from "../words/numbers.ts";
import { createPages } from "./pages.ts";
import { createPostings } from "./postings.ts";
import { createSuggest } from "./suggest.ts";

export interface EmbeddedSearch extends SuggestingSearch {
  /** Synonyms that documents are found by besides their own words. */
  readonly synonyms: Synonyms;
}

/** How many documents are indexed before other work can run. */
const documentsATurn = 8;

export function createEmbeddedSearch(synonyms: Synonyms = ownSynonyms): EmbeddedSearch {
  let index = createIndex(synonyms);
  return {
    synonyms,
    async put(documents) {
      const known: KnownTexts = new Map();
      for (const [at, document] of documents.entries()) {
        if (at > 0 && at % documentsATurn === 0) await setImmediate();
        index.put(document, known);
      }
    },
    async remove(memberIds) {
      for (const memberId of memberIds) index.remove(memberId);
    },
    async clear() {
      index = createIndex(synonyms);
    },
    async find(query) {
      return index.find(query);
    },
    async suggest(query) {
      return index.suggest(query);
    },
  };
}

function createIndex(synonyms: Synonyms) {
  const members = createMembers();
  const dictionary = createDictionary();
  const postings = createPostings(dictionary);
  const matcher = createMatcher(dictionary, postings, members);
  const facets = createFacets(members, synonyms);
  const textColumns = { mos: createColumn(byWords), company: createColumn(byWords) };
  const pages = createPages(members);
  const namedChoices = createNamedChoices(synonyms);
  let slots = new Uint32Array(64);

  function put(document: ProfileDocument, known: KnownTexts): void {
    // Steps that can fail on a text come first, so that a document is indexed completely or not at all.
    const texts = searchedTexts(document, synonyms, known);
    const slot = members.set(document);
    postings.set(slot, texts);
    facets.set(slot, document);
    textColumns.mos.set(slot, [document.mos]);
    textColumns.company.set(slot, [document.company]);
  }

  function remove(memberId: string): void {
    const slot = members.find(memberId);
    if (slot === undefined) return;
    postings.set(slot, []);
    facets.set(slot, undefined);
    for (const column of Object.values(textColumns)) column.set(slot, []);
    members.remove(slot);
  }

  function find(query: ProfileQuery): ProfileHits {
    slots = withRoom(slots, members.used);
    const { parts: asked, without } = wishOf(query.text, synonyms);
    const parts = partsIn(asked, matcher.isThere);
    const count = (kept: readonly Part[]) =>
      facets.count(slots, matcher.match({ parts: kept, without }, slots), query, facetGroups);
    let total = count(parts);
    let relaxed: Relaxed | null = null;
    if (total === 0 && parts.length > 1) {
      const among = facets.pass(slots, matcher.match({ parts: [], without }, slots), query);
      const kept = matcher.keep(parts, slots, among);
      if (kept.length > 0) {
        relaxed = { kept, leftOut: parts.filter((part) => !kept.includes(part)) };
        takeCounts();
        total = count(kept);
      }
    }
    const { sort, offset, limit } = query;
    const page = pages.read(sort, slots, total, matcher.scores, offset, limit);
    return {
      memberIds: page.map((slot) => members.ids[slot]!),
      total,
      roles: facets.countRoles(slots, total),
      relaxed,
      facets: takeCounts(),
    };
  }

  function takeCounts(): ProfileHits["facets"] {
    return byGroup((group) =>
      facets.columns[group].take().map(({ value, count }) => ({ value: value.text, count }))
        .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
    );
  }

  const suggest = createSuggest({
    ...{ synonyms, namedChoices, members, matcher, facets, pages, textColumns },
  });
  return { put, remove, find, suggest };
}
