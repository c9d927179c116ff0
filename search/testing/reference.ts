/**
 * The semantics of the port by brute force: every query checks every document by the definitions in
 * the README, word by word. Slow; engines are compared with it.
 *
 * @module
 */
import { byGroup, type FacetGroup, facetGroups, facetValues } from "../facets.ts";
import { allowedTypos, typosBetween, type Wanted } from "../match-word.ts";
import {
  byRole,
  type FacetCount,
  type Filters,
  type ProfileHits,
  type ProfileQuery,
} from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import { looseRank, searchedTexts } from "../searched-texts.ts";
import type { SuggestingSearch } from "../suggestions.ts";
import { createSynonyms, type Synonyms } from "../synonyms.ts";
import { compareText, fold } from "../text.ts";
import type { Part } from "../part.ts";
import { type ParsedText, parseText } from "../parse-text.ts";
import { referenceSuggestions } from "./reference-suggestions.ts";

/** @param looksFurther Whether typos are allowed, and a search that no one matches is relaxed. */
export function createReferenceSearch(
  synonyms: Synonyms = createSynonyms(),
  looksFurther = true,
): SuggestingSearch {
  const entries = new Map<string, Entry>();
  /** All words of all documents, until these change. */
  let everyWord: ReadonlySet<string> | undefined;
  const find = (query: ProfileQuery) => {
    const known = everyWord ??= new Set(
      [...entries.values()].flatMap(({ fields }) => fields.flat()),
    );
    const { parts: asked, without } = parseText(query.text, synonyms);
    // A phrase that no one has is searched by its words.
    const inWords = (part: Part): readonly Part[] =>
      part.inWords === undefined || part.any.some(({ word }) => known.has(word)) ||
        known.values().some(matcherOf(part, known, true))
        ? [part]
        : part.inWords.flatMap(inWords);
    const parts = (looksFurther ? asked.flatMap(inWords) : asked).slice(0, 32);
    const matchers = parts.map((part) => matcherOf(part, known, looksFurther));
    return findIn([...entries.values()], query, { parts, without }, matchers, looksFurther);
  };
  return {
    async put(documents) {
      everyWord = undefined;
      for (const document of documents) {
        entries.set(document.memberId, { document, fields: fieldWords(document, synonyms) });
      }
    },
    async remove(memberIds) {
      everyWord = undefined;
      for (const memberId of memberIds) entries.delete(memberId);
    },
    async clear() {
      everyWord = undefined;
      entries.clear();
    },
    async find(query) {
      return find(query);
    },
    async suggest(query) {
      const documents = [...entries.values()].map(({ document }) => document);
      return referenceSuggestions(synonyms, documents, find, query);
    },
  };
}

interface Entry {
  readonly document: ProfileDocument;
  /** The words of each rank, the best first. */
  readonly fields: readonly (readonly string[])[];
}

/** A document, with its best match of each part that it matches. */
interface Hit {
  readonly document: ProfileDocument;
  readonly matches: readonly (Match | undefined)[];
}

/** How well a part matches: less is better, the first difference decides. */
type Match = readonly [typos: number, field: number, prefix: number];

function findIn(
  entries: readonly Entry[],
  query: ProfileQuery,
  parsed: ParsedText,
  matchers: readonly MatchWord[],
  looksFurther: boolean,
): ProfileHits {
  const everyone = entries.map(({ document, fields }): Hit & Entry => {
    return { document, fields, matches: matchers.map((match) => bestMatch(fields, match)) };
  });
  const isRefused = ({ fields }: Entry) =>
    parsed.without.some(({ word }) => fields.flat().includes(word));
  const isUnder = (hit: Hit & Entry, filters: Filters) =>
    (query.role === undefined || hit.document.role === query.role) &&
    passes(hit.document, filters) && !isRefused(hit);
  const all = parsed.parts.map((_, at) => at);
  const among = everyone.filter((hit) => isUnder(hit, query.filters));
  const isMatched = among.some((hit) => hasParts(hit, all));
  const kept = isMatched || !looksFurther ? all : keptParts(parsed.parts, among, everyone);
  const isRelaxed = kept.length < all.length && kept.length > 0;
  const needed = isRelaxed ? kept : all;
  const hits = among.filter((hit) => hasParts(hit, needed));
  const facets = byGroup((group) => {
    const others = { ...query.filters, [group]: [] };
    const counted = everyone.filter((hit) => isUnder(hit, others) && hasParts(hit, needed));
    return countValues(counted.map(({ document }) => document), group);
  });
  return {
    memberIds: hits.sort(order(query, needed))
      .slice(query.offset, query.offset + query.limit)
      .map(({ document }) => document.memberId),
    total: hits.length,
    roles: byRole((role) => hits.filter(({ document }) => document.role === role).length),
    relaxed: !isRelaxed ? null : {
      kept: parsed.parts.filter((_, at) => kept.includes(at)),
      ignored: parsed.parts.filter((_, at) => !kept.includes(at)),
    },
    facets,
  };
}

function hasParts({ matches }: Hit, parts: readonly number[]): boolean {
  return parts.every((at) => matches[at] !== undefined);
}

/** The parts that weigh most of those that some document matches together; the earliest of several. */
function keptParts(
  parts: readonly Part[],
  among: readonly Hit[],
  everyone: readonly Hit[],
): number[] {
  const all = parts.map((_, at) => at);
  const weightOf = (at: number) => {
    const having = everyone.filter((hit) => hasParts(hit, [at])).length;
    const kinds = (parts[at]?.meanings ?? []).map(({ kind }) => kind);
    const isBeside = kinds.every((kind) => ["classYear", "post", "state", "rank"].includes(kind));
    const named = kinds.length === 0 ? 0 : isBeside ? 4096 : 32 * 4096;
    return 1 + Math.round(4 * Math.log2(everyone.length / having)) + named;
  };
  const weights = all.map(weightOf);
  const sets = among.map((hit) => all.filter((at) => hasParts(hit, [at])));
  const weigh = (set: readonly number[]) => set.reduce((sum, at) => sum + (weights[at] ?? 0), 0);
  const isEarlier = (a: readonly number[], b: readonly number[]) => {
    const first = all.find((at) => a.includes(at) !== b.includes(at));
    return first !== undefined && a.includes(first);
  };
  return sets.reduce((best, set) => {
    const more = weigh(set) - weigh(best);
    return more > 0 || (more === 0 && isEarlier(set, best)) ? set : best;
  }, []);
}

function compareMatches(a: Match, b: Match): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function order(
  { sort }: ProfileQuery,
  parts: readonly number[],
): (a: Hit, b: Hit) => number {
  const byId = (a: Hit, b: Hit) => compareText(a.document.memberId, b.document.memberId);
  const recent = (a: Hit, b: Hit) => b.document.updatedAtMs - a.document.updatedAtMs || byId(a, b);
  if (sort === "name") {
    return (a, b) =>
      compareText(fold(a.document.lastName), fold(b.document.lastName)) ||
      compareText(fold(a.document.firstName), fold(b.document.firstName)) || byId(a, b);
  }
  if (sort === "recent") return recent;
  const sumOf = ({ matches }: Hit, of: 0 | 1 | 2) =>
    parts.reduce((sum, at) => sum + (matches[at]?.[of] ?? 0), 0);
  return (a, b) =>
    sumOf(a, 0) - sumOf(b, 0) || sumOf(a, 1) - sumOf(b, 1) || sumOf(a, 2) - sumOf(b, 2) ||
    recent(a, b);
}

/** How well a part matches a document: `undefined` when none of its words is anywhere in it. */
function bestMatch(fields: Entry["fields"], match: MatchWord): Match | undefined {
  let best: Match | undefined;
  for (const [field, found] of fields.entries()) {
    for (const word of found) {
      const one = match(word);
      const found: Match | undefined = one && [one[0], field, one[1]];
      if (found && (best === undefined || compareMatches(found, best) < 0)) best = found;
    }
  }
  return best;
}

/** How a word of a document matches, if it does. */
type MatchWord = (word: string) => readonly [typos: number, prefix: 0 | 1] | undefined;

function matcherOf(
  { any }: Part,
  everyWord: ReadonlySet<string>,
  looksFurther: boolean,
): MatchWord {
  const matchers = any.map((wanted) => wordMatcher(wanted, everyWord, looksFurther));
  const known = new Map<string, ReturnType<MatchWord>>();
  return (word) => {
    if (!known.has(word)) {
      const matches = matchers.flatMap((match) => {
        const one = match(word);
        return one ? [one] : [];
      });
      known.set(word, matches.sort((a, b) => a[0] - b[0] || a[1] - b[1])[0]);
    }
    return known.get(word);
  };
}

function wordMatcher(
  { word: wanted, isPrefix, isExact }: Wanted,
  everyWord: ReadonlySet<string>,
  looksFurther: boolean,
): MatchWord {
  const isBegun = (word: string) => isPrefix && !isExact && word.startsWith(wanted);
  const { length } = [...wanted];
  const isThere = everyWord.has(wanted) || isPrefix && everyWord.values().some(isBegun);
  const most = isThere || isExact || !looksFurther ? 0 : allowedTypos(length);
  return (word) => {
    if (word === wanted) return [0, 0];
    if (isBegun(word)) return [0, 1];
    if (most === 0 || Math.abs([...word].length - length) > most) return undefined;
    const typos = typosBetween(wanted, word);
    return typos <= most ? [typos, 0] : undefined;
  };
}

/** The words of each rank, the best first. */
function fieldWords(document: ProfileDocument, synonyms: Synonyms): string[][] {
  const texts = searchedTexts(document, synonyms);
  return Array.from(
    { length: looseRank + 1 },
    (_, rank) =>
      texts.filter((text) => text.rank === rank)
        .flatMap(({ own, knownAs }) => [...own, ...knownAs.flatMap(({ words }) => words)]),
  );
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
