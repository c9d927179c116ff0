/**
 * The semantics of the port, written to be believed: every query looks at every document and
 * follows the definitions in the README word by word. Slow; engines are compared with it.
 *
 * @module
 */
import { canonicalTopic, topicFilterLabel } from "../../events/vocabulary.ts";
import { byGroup, type FacetGroup, facetGroups, facetValues } from "../facets.ts";
import type { FacetCount, Filters, ProfileHits, ProfileQuery } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { SuggestingSearch } from "../suggestions.ts";
import { compareText, fold, queryWords, words } from "../text.ts";
import { referenceSuggestions } from "./reference-suggestions.ts";

export function createReferenceSearch(): SuggestingSearch {
  const entries = new Map<string, Entry>();
  return {
    async put(documents) {
      for (const document of documents) {
        entries.set(document.memberId, { document, fields: fieldWords(document) });
      }
    },
    async remove(memberIds) {
      for (const memberId of memberIds) entries.delete(memberId);
    },
    async clear() {
      entries.clear();
    },
    async find(query) {
      return find([...entries.values()], query);
    },
    async suggest(query) {
      const all = [...entries.values()];
      const documents = all.map(({ document }) => document);
      return referenceSuggestions(documents, (asked) => find(all, asked), query);
    },
  };
}

interface Entry {
  readonly document: ProfileDocument;
  /** The words of each searched field, best field first. */
  readonly fields: readonly (readonly string[])[];
}

function find(entries: readonly Entry[], query: ProfileQuery): ProfileHits {
  const matchText = textMatcher(query.text);
  const matching = entries
    .filter(({ document }) => query.role === undefined || document.role === query.role)
    .map(({ document, fields }) => ({ document, match: matchText(fields) }))
    .filter((candidate): candidate is Hit => candidate.match !== undefined);
  const hits = matching.filter(({ document }) => passes(document, query.filters));
  const facets = byGroup((group) => {
    const others = { ...query.filters, [group]: [] };
    const counted = matching.filter(({ document }) => passes(document, others));
    return countValues(counted.map(({ document }) => document), group);
  });
  return {
    memberIds: hits.sort(order(query))
      .slice(query.offset, query.offset + query.limit)
      .map(({ document }) => document.memberId),
    total: hits.length,
    facets,
  };
}

interface Hit {
  readonly document: ProfileDocument;
  readonly match: Match;
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
  if (sort === "recent" || queryWords(text).length === 0) return recent;
  return (a, b) => compareMatches(a.match, b.match) || recent(a, b);
}

/** How the text matches a document: `undefined` when some word is nowhere in it. */
function textMatcher(text: string): (fields: Entry["fields"]) => Match | undefined {
  const wanted = queryWords(text);
  const matchers = wanted.map((word, at) => wordMatcher(word, at === wanted.length - 1));
  return (fields) => {
    let total: Match = [0, 0, 0];
    for (const match of matchers) {
      const best = fields
        .flatMap((found, field) => found.flatMap((word) => match(word, field)))
        .sort(compareMatches)[0];
      if (best === undefined) return undefined;
      total = [total[0] + best[0], total[1] + best[1], total[2] + best[2]];
    }
    return total;
  };
}

/** How one word of the query matches a word of a field: once, or not at all. */
function wordMatcher(wanted: string, isLast: boolean): (word: string, field: number) => Match[] {
  const known = new Map<string, [typos: number, prefix: number] | undefined>();

  function compare(word: string): [number, number] | undefined {
    if (word === wanted) return [0, 0];
    if (isLast && word.startsWith(wanted)) return [0, 1];
    const typos = typosBetween(wanted, word);
    return typos <= forgiven(wanted) ? [typos, 0] : undefined;
  }

  return (word, field) => {
    if (!known.has(word)) known.set(word, compare(word));
    const match = known.get(word);
    return match === undefined ? [] : [[match[0], field, match[1]]];
  };
}

/** The words of each searched field, best field first. */
function fieldWords(document: ProfileDocument): string[][] {
  const { helpTopics } = document;
  const texts: (string | null)[][] = [
    [document.firstName, document.lastName],
    [document.jobTitle],
    [document.company],
    [document.mos, document.armyBranch],
    [document.location],
    [...helpTopics, ...helpTopics.map(canonicalTopic), ...helpTopics.map(topicFilterLabel)],
    [...document.expertise],
    [document.bio],
  ];
  return texts.map((field) => field.flatMap((text) => words(text ?? "")));
}

function forgiven(word: string): number {
  const letters = [...word].length;
  return letters >= 9 ? 2 : letters >= 5 ? 1 : 0;
}

/**
 * The edits (insert, delete, substitute, swap of neighbours) from `wanted` to `word`, and one more
 * when their first letters differ.
 *
 * @see {@link https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance} "Optimal string
 * alignment distance". `rows[i][j]` is that of the first `i` letters and the first `j` letters.
 */
export function typosBetween(wanted: string, word: string): number {
  const a = [...wanted];
  const b = [...word];
  const rows: number[][] = [];
  const cell = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 0; i <= a.length; i++) {
    const row: number[] = [];
    rows.push(row);
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) {
        row.push(i + j);
        continue;
      }
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(
        cell(i - 1, j) + 1,
        cell(i, j - 1) + 1,
        cell(i - 1, j - 1) + same,
        swapped ? cell(i - 2, j - 2) + 1 : Infinity,
      ));
    }
  }
  const penalty = a[0] === b[0] ? 0 : 1;
  return cell(a.length, b.length) + penalty;
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
