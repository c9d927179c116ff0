/**
 * Embedded search engine, in this process. Documents live in memory as numbers: an inverted index finds
 * them by word, columns filter and count them, sorted lists give pages of them. Each of these is
 * one file here, with its idea at the top; this one puts them together.
 *
 * @module
 */
import type { ProfileHits, ProfileQuery } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { SuggestingSearch } from "../suggestions.ts";
import { queryWords } from "../text.ts";
import { createColumns } from "./words/columns.ts";
import { createDictionary } from "./words/dictionary.ts";
import { documentWords } from "./words/document-words.ts";
import { type Counted, createFacets } from "./facets/facets.ts";
import { type Image, numbersOf, under, within } from "./memory/image.ts";
import { createGrowth } from "./memory/growth.ts";
import { createSuggestionColumns } from "./facets/suggestion-columns.ts";
import { createMatchBitsets } from "./words/match-bitsets.ts";
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

export function createEmbeddedSearch(): EmbeddedSearch {
  let index = createIndex();
  let changes = 0;
  return {
    changes: () => changes,
    tidy: () => index.tidy(),
    image: () => index.image(),
    restore(image) {
      const restored = createIndex();
      restored.restore(image);
      index = restored;
      changes++;
    },
    async put(documents) {
      changes++;
      for (const document of documents) index.put(document);
    },
    async remove(memberIds) {
      changes++;
      for (const memberId of memberIds) index.remove(memberId);
    },
    async clear() {
      changes++;
      index = createIndex();
    },
    async find(query) {
      return index.find(query);
    },
    async suggest(query) {
      return index.suggest(query);
    },
  };
}

function createIndex() {
  const slots = createSlots();
  const columns = createColumns();
  const dictionary = createDictionary();
  const postings = createPostings(slots, columns);
  const prefixes = createPrefixes(dictionary, postings, columns, slots);
  const finder = createPlacesFinder(dictionary, postings, prefixes, slots);
  const matcher = createMatcher(finder, postings, columns, slots);
  const matchBitsets = createMatchBitsets(finder, postings, columns, slots);
  const facets = createFacets(slots);
  const pages = createPages(slots);
  const suggestionColumns = createSuggestionColumns(slots);
  const suggest = createSuggest({ slots, matcher, matchBitsets, facets, pages, suggestionColumns });
  const sweep = createSweep(dictionary, postings, prefixes, slots);
  // Everyone's bits come last: what a search goes through is then never longer than the rest.
  const growth = createGrowth([columns, facets, suggestionColumns, matcher, slots]);

  function put(document: ProfileDocument): void {
    const before = slots.find(document.memberId);
    if (before !== undefined) empty(before);
    growth.makeRoom(slots.used);
    const slot = slots.take(document);
    facets.add(slot, document);
    suggestionColumns.add(slot, document);
    pages.add(slot);
    for (const [text, field] of documentWords(document)) {
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
    const words = queryWords(query.text);
    return words.length === 0 ? findAll(query) : findWords(words, query);
  }

  function findAll({ filters, role, sort, offset, limit }: ProfileQuery): ProfileHits {
    const mask = facets.filterMask(filters, slots.everyone(role).bits);
    const counted = facets.countAll(mask, role);
    return answer(pages.readSet(sort, mask.passing, counted.total, offset, limit), counted);
  }

  function findWords(words: readonly string[], query: ProfileQuery): ProfileHits {
    const { filters, role, sort, offset, limit } = query;
    const mask = facets.filterMask(filters, slots.everyone(role).bits);
    const count = matcher.match(words, mask.relevant);
    const { hits: found, scores } = matcher;
    const counted = facets.countHits(mask, role, { slots: found, count, scores });
    const hits = { slots: counted.slots, count: counted.total, passing: mask.passing, scores };
    const page = pages.read(sort, hits, offset, limit);
    matcher.reset();
    return answer(page, counted);
  }

  function answer(page: readonly number[], { total, facets }: Counted): ProfileHits {
    return { memberIds: page.map((slot) => slots.memberIds[slot]!), total, facets };
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
