/**
 * The semantics of the port, written to be believed: every query looks at every document and
 * follows the definitions in the README word by word. Slow; engines are compared with it.
 *
 * @module
 */
import { canonicalTopic, topicFilterLabel } from "../../events/vocabulary.ts";
import { byGroup, type FacetGroup, facetGroups, facetValues } from "../facets.ts";
import { forgiven, typosBetween } from "../match-word.ts";
import type { FacetCount, Filters, ProfileHits, ProfileQuery } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { SuggestingSearch } from "../suggestions.ts";
import { ownSynonyms, type Synonyms } from "../synonyms.ts";
import { compareText, fold, words } from "../text.ts";
import { referenceSuggestions } from "./reference-suggestions.ts";
import { wantedOf } from "./reference-words.ts";

/** @param relaxes Whether who has most words is listed where nobody has all. */
export function createReferenceSearch(
  synonyms: Synonyms = ownSynonyms,
  relaxes = true,
): SuggestingSearch {
  const entries = new Map<string, Entry>();
  return {
    async put(documents) {
      for (const document of documents) {
        entries.set(document.memberId, { document, fields: fieldWords(document, synonyms) });
      }
    },
    async remove(memberIds) {
      for (const memberId of memberIds) entries.delete(memberId);
    },
    async clear() {
      entries.clear();
    },
    async find(query) {
      return find([...entries.values()], query, relaxes);
    },
    async suggest(query) {
      const all = [...entries.values()];
      const documents = all.map(({ document }) => document);
      return referenceSuggestions(synonyms, documents, (asked) => find(all, asked), query);
    },
  };
}

interface Entry {
  readonly document: ProfileDocument;
  /** The words of each searched field, best field first. */
  readonly fields: readonly (readonly string[])[];
}

function find(entries: readonly Entry[], query: ProfileQuery, relaxes = true): ProfileHits {
  const wanted = wantedOf(query.text);
  const matchers = wanted.map(({ word, isLast }) => knownMatcher(word, isLast));
  const candidates = entries
    .filter(({ document }) => query.role === undefined || document.role === query.role)
    .map(({ document, fields }): Hit => {
      return { document, matches: matchers.map((match) => bestMatch(fields, match)) };
    });
  const passing = candidates.filter(({ document }) => passes(document, query.filters));
  const most = Math.max(0, ...passing.map(countMatched));
  // Where nobody has any word, nothing is found, as if it were not relaxed.
  const needed = most === 0 || !relaxes ? wanted.length : most;
  const hits = passing.filter((hit) => countMatched(hit) >= needed);
  const facets = byGroup((group) => {
    const others = { ...query.filters, [group]: [] };
    const counted = candidates
      .filter((hit) => countMatched(hit) >= needed && passes(hit.document, others));
    return countValues(counted.map(({ document }) => document), group);
  });
  const leftOut = wanted.filter((_, at) => hits.every(({ matches }) => matches[at] === undefined));
  return {
    memberIds: hits.sort(order(query))
      .slice(query.offset, query.offset + query.limit)
      .map(({ document }) => document.memberId),
    total: hits.length,
    relaxed: needed === wanted.length ? null : {
      matched: needed,
      words: wanted.map(({ typed }) => typed),
      leftOut: leftOut.map(({ typed }) => typed),
    },
    facets,
  };
}

function countMatched({ matches }: Hit): number {
  return matches.filter((match) => match !== undefined).length;
}

interface Hit {
  readonly document: ProfileDocument;
  /** The best match of each word. */
  readonly matches: readonly (Match | undefined)[];
}

/** How well a text, or one word of it, matches: less is better, the first difference decides. */
type Match = readonly [typos: number, field: number, prefix: number];

function compareMatches(a: Match, b: Match): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function order({ sort, text }: ProfileQuery): (a: Hit, b: Hit) => number {
  const byId = (a: Hit, b: Hit) => compareText(a.document.memberId, b.document.memberId);
  const recent = (a: Hit, b: Hit) => b.document.updatedAtMs - a.document.updatedAtMs || byId(a, b);
  if (sort === "name") {
    return (a, b) =>
      compareText(fold(a.document.lastName), fold(b.document.lastName)) ||
      compareText(fold(a.document.firstName), fold(b.document.firstName)) || byId(a, b);
  }
  if (sort === "recent" || wantedOf(text).length === 0) return recent;
  return (a, b) => compareMatches(sumOf(a), sumOf(b)) || recent(a, b);
}

/** Of the words that match. */
function sumOf({ matches }: Hit): Match {
  const sum = (part: 0 | 1 | 2) => matches.reduce((all, match) => all + (match?.[part] ?? 0), 0);
  return [sum(0), sum(1), sum(2)];
}

/** How well a word matches a document: `undefined` when it is nowhere in it. */
function bestMatch(fields: Entry["fields"], match: MatchWord): Match | undefined {
  let best: Match | undefined;
  for (const [field, found] of fields.entries()) {
    for (const word of found) {
      const one = match(word, field);
      if (one && (best === undefined || compareMatches(one, best) < 0)) best = one;
    }
  }
  return best;
}

type MatchWord = (word: string, field: number) => Match | undefined;

/** Tests ask for the same words again and again. */
const matchersOfWords = new Map<string, MatchWord>();

function knownMatcher(wanted: string, isLast: boolean): MatchWord {
  const key = `${wanted} ${isLast}`;
  const known = matchersOfWords.get(key) ?? wordMatcher(wanted, isLast);
  matchersOfWords.set(key, known);
  return known;
}

/** How one word of the query matches a word of a field, if it does. */
function wordMatcher(wanted: string, isLast: boolean): MatchWord {
  const known = new Map<string, [typos: number, prefix: number] | undefined>();

  function compare(word: string): [number, number] | undefined {
    if (word === wanted) return [0, 0];
    if (isLast && word.startsWith(wanted)) return [0, 1];
    const typos = typosBetween(wanted, word);
    return typos <= forgiven([...wanted].length) ? [typos, 0] : undefined;
  }

  return (word, field) => {
    if (!known.has(word)) known.set(word, compare(word));
    const match = known.get(word);
    return match && [match[0], field, match[1]];
  };
}

function yearWords({ classYear }: ProfileDocument): (string | null)[] {
  return [classYear, classYear?.slice(-2) ?? null];
}

/** The words of each searched field, best field first. */
function fieldWords(document: ProfileDocument, synonyms: Synonyms): string[][] {
  const { mos, armyBranch, rank, dutyStatus, industry, location, helpTopics } = document;
  const known = (...texts: (string | null)[]) =>
    texts.flatMap((text) => [text, ...synonyms.wordsOf(text ?? "")]);
  const topics = helpTopics.flatMap((
    topic,
  ) => [topic, canonicalTopic(topic), topicFilterLabel(topic)]);
  const texts: (string | null)[][] = [
    [document.firstName, document.lastName],
    known(document.jobTitle),
    [document.company, ...known(industry)],
    [...known(mos, armyBranch, rank, dutyStatus), ...yearWords(document)],
    [location, ...synonyms.ofPlace(location ?? "").flat()],
    known(...topics),
    [...document.previousPositions],
    [...document.armySchools],
    [...document.expertise],
    [document.bio],
  ];
  return texts.map((field) => field.flatMap((text) => words(text ?? "")));
}

function passes(document: ProfileDocument, filters: Filters): boolean {
  return facetGroups.every((group) => {
    const chosen = filters[group];
    return chosen.length === 0 ||
      facetValues(document, group).some((value) => chosen.includes(value));
  });
}

function countValues(documents: readonly ProfileDocument[], group: FacetGroup): FacetCount[] {
  const counts = new Map<string, number>();
  for (const value of documents.flatMap((document) => facetValues(document, group))) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value, b.value));
}
