/**
 * The search engine in this process: an inverted index and counts, kept in memory.
 *
 * @module
 */
import { canonicalTopic, topicFilterLabel } from "../../events/vocabulary.ts";
import {
  type FacetGroup,
  facetGroups,
  type Filters,
  type ProfileDocument,
  type ProfileHits,
  type ProfileQuery,
  type ProfileSearch,
} from "../profile-search.ts";
import { compareText, nameKey, queryWords, words } from "../text.ts";

interface Entry {
  readonly document: ProfileDocument;
  readonly nameKey: string;
  readonly values: Readonly<Record<FacetGroup, readonly string[]>>;
  /** Each word and the rank of the best field that has it; 0 is the best. */
  readonly fields: ReadonlyMap<string, number>;
}

interface Hit {
  readonly entry: Entry;
  readonly penalty: number;
}

/** One typo weighs more than any sum of fields, a field more than a prefix. */
const typoWeight = 1024;
const fieldWeight = 2;

export function createEmbeddedSearch(): ProfileSearch {
  const entries = new Map<string, Entry>();
  const postings = new Map<string, Set<Entry>>();

  function add(document: ProfileDocument): void {
    const entry = {
      document,
      nameKey: nameKey(document.firstName, document.lastName),
      values: valuesOf(document),
      fields: fieldsOf(document),
    };
    entries.set(document.memberId, entry);
    for (const word of entry.fields.keys()) {
      const having = postings.get(word);
      if (having === undefined) postings.set(word, new Set([entry]));
      else having.add(entry);
    }
  }

  function remove(memberId: string): void {
    const entry = entries.get(memberId);
    if (entry === undefined) return;
    entries.delete(memberId);
    for (const word of entry.fields.keys()) {
      const having = postings.get(word);
      having?.delete(entry);
      if (having?.size === 0) postings.delete(word);
    }
  }

  /** Every entry that has the word, with the penalty of its best match. */
  function matchWord(wanted: string, isLast: boolean): Map<Entry, number> {
    const found = new Map<Entry, number>();
    for (const [word, having] of postings) {
      const match = compare(wanted, word, isLast);
      if (match === undefined) continue;
      for (const entry of having) {
        const penalty = match + fieldWeight * (entry.fields.get(word) ?? 0);
        if (penalty < (found.get(entry) ?? Infinity)) found.set(entry, penalty);
      }
    }
    return found;
  }

  function matchText(text: string): Hit[] {
    const wanted = queryWords(text);
    let hits: Hit[] = Array.from(entries.values(), (entry) => ({ entry, penalty: 0 }));
    for (const [at, word] of wanted.entries()) {
      const found = matchWord(word, at === wanted.length - 1);
      hits = hits.flatMap(({ entry, penalty }) => {
        const more = found.get(entry);
        return more === undefined ? [] : [{ entry, penalty: penalty + more }];
      });
    }
    return hits;
  }

  return {
    async put(documents) {
      for (const document of documents) {
        remove(document.memberId);
        add(document);
      }
    },
    async remove(memberIds) {
      for (const memberId of memberIds) remove(memberId);
    },
    async clear() {
      entries.clear();
      postings.clear();
    },
    async find(query) {
      const { role } = query;
      const matching = matchText(query.text)
        .filter(({ entry }) => role === undefined || entry.document.role === role);
      return answer(matching, query);
    },
  };
}

function answer(matching: readonly Hit[], query: ProfileQuery): ProfileHits {
  const counts = facetGroups.map(() => new Map<string, number>());
  const hits: Hit[] = [];
  for (const hit of matching) {
    const failed = facetGroups.filter((group) => !passes(hit.entry, group, query.filters));
    if (failed.length > 1) continue;
    if (failed.length === 0) hits.push(hit);
    for (const [at, group] of facetGroups.entries()) {
      // What fails one group alone would match without that group's filter.
      if (failed.length === 1 && failed[0] !== group) continue;
      const ofGroup = counts[at];
      for (const value of hit.entry.values[group]) {
        ofGroup?.set(value, (ofGroup.get(value) ?? 0) + 1);
      }
    }
  }
  const facets = facetGroups.map((group, at) => [
    group,
    Array.from(counts[at] ?? [], ([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || compareText(a.value, b.value)),
  ]);
  return {
    memberIds: hits.sort(order(query))
      .slice(query.offset, query.offset + query.limit)
      .map(({ entry }) => entry.document.memberId),
    total: hits.length,
    facets: Object.fromEntries(facets),
  };
}

function order({ sort }: ProfileQuery): (a: Hit, b: Hit) => number {
  const byId = (a: Hit, b: Hit) =>
    compareText(a.entry.document.memberId, b.entry.document.memberId);
  if (sort === "name") {
    return (a, b) => compareText(a.entry.nameKey, b.entry.nameKey) || byId(a, b);
  }
  const recent = (a: Hit, b: Hit) =>
    b.entry.document.updatedAtMs - a.entry.document.updatedAtMs || byId(a, b);
  return sort === "recent" ? recent : (a, b) => a.penalty - b.penalty || recent(a, b);
}

function passes(entry: Entry, group: FacetGroup, filters: Filters): boolean {
  const chosen = filters[group];
  return chosen.length === 0 || entry.values[group].some((value) => chosen.includes(value));
}

function valuesOf(document: ProfileDocument): Record<FacetGroup, readonly string[]> {
  const distinct = (values: readonly (string | null)[]) =>
    [...new Set(values)].filter((value): value is string => value !== null && value !== "");
  return {
    armyBranches: distinct([document.armyBranch]),
    industries: distinct([document.industry]),
    locations: distinct([document.location]),
    helpTopics: distinct(document.helpTopics),
  };
}

function fieldsOf(document: ProfileDocument): Map<string, number> {
  const topics = document.helpTopics
    .flatMap((topic) => [topic, canonicalTopic(topic), topicFilterLabel(topic)]);
  const texts = [
    [document.firstName, document.lastName],
    [document.jobTitle],
    [document.company],
    [document.industry],
    [document.mos, document.armyBranch],
    [document.location],
    topics,
    document.expertise,
    [document.bio],
  ];
  const fields = new Map<string, number>();
  for (const [rank, ofField] of texts.entries()) {
    for (const word of ofField.flatMap((text) => words(text ?? ""))) {
      if (!fields.has(word)) fields.set(word, rank);
    }
  }
  return fields;
}

/**
 * The penalty of a match: a typo is the heaviest, a prefix the lightest. One bit for each number of
 * letters of `wanted` that are matched so far, one row of bits for each number of typos.
 *
 * @see {@link https://en.wikipedia.org/wiki/Bitap_algorithm}
 */
function compare(wanted: string, word: string, isLast: boolean): number | undefined {
  if (wanted === word) return 0;
  const letters = [...wanted];
  const most = letters.length >= 9 ? 2 : letters.length >= 5 ? 1 : 0;
  if (most === 0) return isLast && word.startsWith(wanted) ? 1 : undefined;
  const done = 1 << letters.length;
  const all = 2 * done - 1;
  const masks = new Map<string, number>();
  for (const [at, letter] of letters.entries()) {
    masks.set(letter, (masks.get(letter) ?? 0) | (2 << at));
  }
  let rows = [1, 3, 7];
  let before = [0, 0, 0];
  let maskBefore = 0;
  let wrongFirst: 0 | 1 | undefined;
  let best = Infinity;
  let whole = Infinity;
  for (const letter of word) {
    wrongFirst ??= letter === letters[0] ? 0 : 1;
    const mask = masks.get(letter) ?? 0;
    const [was0 = 0, was1 = 0, was2 = 0] = rows;
    const [older0 = 0, older1 = 0] = before;
    const swap = (mask << 1) & maskBefore;
    const now0 = (was0 << 1) & mask;
    const now1 = ((was1 << 1) & mask) | was0 | (was0 << 1) | (now0 << 1) | ((older0 << 2) & swap);
    const now2 = ((was2 << 1) & mask) | was1 | (was1 << 1) | (now1 << 1) | ((older1 << 2) & swap);
    before = rows;
    rows = [now0 & all, now1 & all, now2 & all];
    maskBefore = mask;
    if ((now2 & all) === 0) {
      whole = Infinity;
      break;
    }
    const level = rows.findIndex((row) => (row & done) !== 0);
    whole = level < 0 ? Infinity : level;
    best = Math.min(best, whole);
  }
  if (isLast && best < whole) whole = best + 0.5;
  const typos = Math.floor(whole) + (wrongFirst ?? 0);
  return typos > most ? undefined : typos * typoWeight + (whole % 1 === 0 ? 0 : 1);
}
