/**
 * Embedded search engine, in this process. Documents live in memory as numbers: an inverted index finds
 * them by word, columns filter and count them, sorted lists give pages of them. Each of these is
 * one file here, with its idea at the top; this one puts them together.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises";
import type { ProfileHits, ProfileQuery, Relaxed } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import { createNamedChoices } from "../named-choices.ts";
import type { SuggestingSearch } from "../suggestions.ts";
import { ownSynonyms, type Synonyms } from "../synonyms.ts";
import { type Wanted, wantedWords } from "../wanted.ts";
import { createColumns } from "./words/columns.ts";
import { createDictionary } from "./words/dictionary.ts";
import { documentWords } from "./words/document-words.ts";
import { type Counted, createFacets } from "./facets/facets.ts";
import { type Image, numbersOf, under, within } from "./memory/image.ts";
import { createGrowth } from "./memory/growth.ts";
import { createSuggestionColumns } from "./facets/suggestion-columns.ts";
import { createMatchBitsets } from "./words/match-bitsets.ts";
import { findMostWords } from "./words/most-words.ts";
import { hasBit } from "./memory/bits.ts";
import type { FilterMask } from "./facets/filter-masks.ts";
import { createMatcher } from "./words/matcher.ts";
import { createPages } from "./pages.ts";
import { createPostings } from "./words/postings.ts";
import { createPrefixes } from "./words/prefixes.ts";
import { createSlots } from "./memory/slots.ts";
import { createSuggest } from "./suggest.ts";
import { createSweep } from "./sweep.ts";
import { createPlacesFinder } from "./words/word-places.ts";

/** The engine, and ways to keep what it consists of. */
export interface EmbeddedSearch extends SuggestingSearch {
  /** By which documents are found besides their own words. */
  readonly synonyms: Synonyms;
  /** Counts changes: as long as it stays the same, so does an image. */
  changes(): number;
  /**
   * Does a little of what must be done before there is an image; false when nothing is left to do.
   * Needs calling again after every change.
   */
  tidy(): boolean;
  /** What the index consists of; true until the next change. Nothing in it is of who is gone. */
  image(): Image;
  /**
   * Makes the index what an image says.
   *
   * @throws {Error} When it is no image of an index; then nothing has changed.
   */
  restore(image: Image): void;
}

/** Whoever searches meanwhile waits for so many documents at most. */
const documentsATurn = 8;

export function createEmbeddedSearch(synonyms: Synonyms = ownSynonyms): EmbeddedSearch {
  let index = createIndex(synonyms);
  let changes = 0;
  return {
    synonyms,
    changes: () => changes,
    tidy: () => index.tidy(),
    image: () => index.image(),
    restore(image) {
      const restored = createIndex(synonyms);
      restored.restore(image);
      index = restored;
      changes++;
    },
    async put(documents) {
      for (const [at, document] of documents.entries()) {
        if (at > 0 && at % documentsATurn === 0) await setImmediate();
        changes++;
        index.put(document);
      }
    },
    async remove(memberIds) {
      changes++;
      for (const memberId of memberIds) index.remove(memberId);
    },
    async clear() {
      changes++;
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
  const slots = createSlots();
  const columns = createColumns();
  const dictionary = createDictionary();
  const postings = createPostings(slots, columns);
  const prefixes = createPrefixes(dictionary, postings, columns, slots);
  const finder = createPlacesFinder(dictionary, postings, prefixes, slots);
  const matcher = createMatcher(finder, postings, columns, slots);
  const matchBitsets = createMatchBitsets(finder, postings, columns, slots);
  const facets = createFacets(slots, synonyms);
  const pages = createPages(slots);
  const suggestionColumns = createSuggestionColumns(slots);
  const namedChoices = createNamedChoices(synonyms);
  const found = { matcher, matchBitsets, facets, pages, suggestionColumns };
  const suggest = createSuggest({ slots, namedChoices, ...found });
  const sweep = createSweep(dictionary, postings, prefixes, slots);
  // Everyone's bits come last: what a search goes through is then never longer than the rest.
  const growth = createGrowth([columns, facets, suggestionColumns, matcher, slots]);

  function put(document: ProfileDocument): void {
    // What may fail over a text comes first: a document is in the index whole or not at all.
    const ranks = documentWords(document, synonyms);
    const before = slots.find(document.memberId);
    if (before !== undefined) empty(before);
    growth.makeRoom(slots.used);
    const slot = slots.take(document);
    facets.add(slot, document);
    suggestionColumns.add(slot, document);
    pages.add(slot);
    for (const [text, field] of ranks) {
      const word = dictionary.add(text);
      postings.add(word, slot, field);
      prefixes.add(word, slot, field);
    }
  }

  function remove(memberId: string): void {
    const slot = slots.find(memberId);
    if (slot === undefined) return;
    empty(slot);
  }

  function empty(slot: number): void {
    facets.remove(slot);
    suggestionColumns.remove(slot);
    pages.remove(slot);
    columns.clearSlot(slot);
    slots.leave(slot);
    sweep.step();
  }

  function find(query: ProfileQuery): ProfileHits {
    const words = wantedWords(query.text);
    return words.length === 0 ? findAll(query) : findWords(words, query);
  }

  function findAll({ filters, role, sort, offset, limit }: ProfileQuery): ProfileHits {
    const mask = facets.filterMask(filters, slots.everyone(role).bits);
    const counted = facets.countAll(mask, role);
    return answer(pages.readSet(sort, mask.passing, counted.total, offset, limit), counted);
  }

  function findWords(words: readonly Wanted[], query: ProfileQuery): ProfileHits {
    const { filters, role, sort, offset, limit } = query;
    const mask = facets.filterMask(filters, slots.everyone(role).bits);
    let count = matcher.match(words, mask.relevant);
    const most = words.length > 1 && !hasHit(mask.passing, count) ? mostWords(words, mask) : null;
    if (most !== null) {
      matcher.reset();
      count = matcher.matchSome(words, most.having, sort === "relevance");
    }
    const { hits: found, scores } = matcher;
    const counted = facets.countHits(mask, role, { slots: found, count, scores });
    const hits = { slots: counted.slots, count: counted.total, passing: mask.passing, scores };
    const page = pages.read(sort, hits, offset, limit);
    matcher.reset();
    return answer(page, counted, most?.relaxed);
  }

  function hasHit(passing: Uint32Array, count: number): boolean {
    const { hits } = matcher;
    for (let at = 0; at < count; at++) if (hasBit(passing, hits[at]!)) return true;
    return false;
  }

  /** Who has most of the words, and how that is said; `null` when nobody has any. */
  function mostWords(words: readonly Wanted[], { relevant, passing }: FilterMask) {
    const { matched, having, isFound } = findMostWords(words, matchBitsets, relevant, passing);
    matchBitsets.forget();
    if (matched === 0) return null;
    const leftOut = words.filter((_, at) => !isFound[at]).map(({ typed }) => typed);
    return { having, relaxed: { matched, words: words.map(({ typed }) => typed), leftOut } };
  }

  function answer(
    page: readonly number[],
    { total, facets }: Counted,
    relaxed: Relaxed | null = null,
  ): ProfileHits {
    return { memberIds: page.map((slot) => slots.memberIds[slot]!), total, relaxed, facets };
  }

  // The names stand in images: another one needs another `snapshotVersion`.
  const parts = { dictionary, postings, pages, facets, held: suggestionColumns };

  function image(): Image {
    const images = Object.entries(parts).map(([name, part]) => under(name, part.image()));
    return Object.assign(
      under("slots", slots.image()),
      under("columns", columns.image(slots.used)),
      under("prefixes", prefixes.image()),
      ...images,
    );
  }

  function restore(from: Image): void {
    growth.reserve(numbersOf(from, "slots.kinds", Uint8Array).length);
    slots.restore(within("slots", from));
    columns.restore(within("columns", from));
    for (const [name, part] of Object.entries(parts)) part.restore(within(name, from));
    prefixes.restore(within("prefixes", from));
  }

  return { put, remove, find, suggest, tidy: sweep.tidy, image, restore };
}
