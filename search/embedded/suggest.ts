/**
 * Suggestions: choices of facet groups with the counts that a search without the completed words
 * has anyway; names and texts from the hits of what is typed, each with the total of the search
 * that it leads to.
 *
 * @module
 */
import type { ProfileHits } from "../profile-search.ts";
import {
  groupsOfKinds,
  hitsWithNames,
  maxSuggestions,
  maxSuggestionsOfKind,
  maxSuggestionWords,
  minSuggestionLetters,
  type Suggestion,
  type SuggestionKind,
  suggestionKinds,
  type SuggestionQuery,
} from "../suggestions.ts";
import { compareText, queryWords, typedWords, words } from "../text.ts";
import type { Facets } from "./facets.ts";
import type { Held, HeldKind } from "./held.ts";
import type { Matcher } from "./matcher.ts";
import { mostHeld } from "./most-held.ts";
import type { Pages } from "./pages.ts";
import type { Slots } from "./slots.ts";
import type { Spelling } from "./spellings.ts";

export interface SuggestParts {
  readonly slots: Slots;
  readonly matcher: Matcher;
  readonly facets: Facets;
  readonly pages: Pages;
  readonly held: Held;
  /** The counts of all groups for this text, under the query's filters and role. */
  readonly countFacets: (text: string, query: SuggestionQuery) => ProfileHits["facets"];
}

type Suggest = (query: SuggestionQuery) => Suggestion[];

export function createSuggest(parts: SuggestParts): Suggest {
  const { slots, matcher, facets, pages, held, countFacets } = parts;

  return (query) => {
    const wanted = queryWords(query.text);
    if (wanted.length > maxSuggestionWords) return [];
    if ([...wanted.join("")].length < minSuggestionLetters) return [];
    const typed = typedWords(query.text);
    const choices = suggestChoices(query, wanted, typed);
    // Counting facets uses the same sets, so this comes after it.
    const { passing } = facets.sieve(query.filters, slots.everyone(query.role).bits);
    const texts = suggestTexts(wanted, typed, passing);
    return ordered([...choices, ...texts.map((text) => countText(text, passing))]);
  };

  function suggestChoices(
    query: SuggestionQuery,
    wanted: readonly string[],
    typed: readonly string[],
  ): Suggestion[] {
    /** By the number of words that are left. */
    const counted = new Map<number, ProfileHits["facets"]>();
    const countsFor = (rest: number) => {
      const counts = counted.get(rest) ?? countFacets(typed.slice(0, rest).join(" "), query);
      counted.set(rest, counts);
      return counts;
    };
    return Object.entries(groupsOfKinds).flatMap(([name, group]) => {
      const { texts, completing } = facets.values(group);
      const chosen = query.filters[group];
      const candidates = [...completing(wanted.at(-1) ?? "")]
        .filter(({ values }) => !values.some((value) => chosen.includes(texts[value]!)));
      const rests = new Map(candidates.map((one) => [one, restOf(wanted, one.words)]));
      const wantedTexts = new Set(candidates.flatMap(({ values }) => values.map((v) => texts[v]!)));
      const holders = new Map([...new Set(rests.values())].map((rest) => {
        const counts = countsFor(rest)[group].filter(({ value }) => wantedTexts.has(value));
        return [rest, new Map(counts.map(({ value, count }) => [value, count]))];
      }));
      const restFor = (spelling: Spelling) => rests.get(spelling) ?? 0;
      const holdersOf = (value: number, spelling: Spelling) =>
        holders.get(restFor(spelling))?.get(texts[value]!) ?? 0;
      return mostHeld(candidates, texts, holdersOf).map((held): Suggestion => {
        const spelled = held.values.map((value) => texts[value]!);
        return {
          kind: name as SuggestionKind,
          text: spelled[0] ?? "",
          count: held.holders,
          search: typed.slice(0, restFor(held.spelling)).join(" "),
          filters: { [group]: spelled },
        };
      });
    });
  }

  /** Names and texts, still without their counts. */
  function suggestTexts(
    wanted: readonly string[],
    typed: readonly string[],
    passing: Uint32Array,
  ): Suggestion[] {
    const count = matcher.match(wanted, passing);
    const { hits, scores } = matcher;
    const found = { slots: hits, count, passing, scores };
    const first = pages.read("relevance", found, 0, hitsWithNames);
    const whole = wanted.join(" ");
    const suggestion = (kind: SuggestionKind, text: string, having: readonly string[]) => ({
      kind,
      text,
      count: 0,
      search: [...typed.slice(0, restOf(wanted, having)), text].join(" "),
      filters: {},
    });
    const changes = ({ search }: { readonly search: string }) => words(search).join(" ") !== whole;

    const ofKind = (kind: HeldKind) => {
      const { texts, completing } = held.values(kind);
      const suggested = ({ words, values }: Spelling) =>
        suggestion(kind, texts[values[0]!]!, words);
      return held.countAmong(kind, hits, count, (holdersOf) => {
        const most = mostHeld(
          completing(wanted.at(-1) ?? ""),
          texts,
          holdersOf,
          (spelling) => changes(suggested(spelling)),
        );
        return most.map(({ spelling, values }) => suggested({ ...spelling, values: [...values] }));
      });
    };
    const texts = [...ofKind("mos"), ...ofKind("company")];
    matcher.reset();
    const names = namesOf(first, wanted)
      .map(({ text, having }) => suggestion("name", text, having))
      .filter(changes)
      .slice(0, maxSuggestionsOfKind);
    return [...names, ...texts];
  }

  /** The names of these documents that complete the text, each once. */
  function namesOf(some: readonly number[], wanted: readonly string[]) {
    const last = wanted.at(-1) ?? "";
    const found = new Map<string, { text: string; having: readonly string[] }>();
    for (const slot of some) {
      const text = held.nameOf(slot);
      const having = words(text);
      const key = having.join(" ");
      if (found.has(key) || !having.some((word) => word.startsWith(last))) continue;
      found.set(key, { text, having });
    }
    return [...found.values()];
  }

  function countText(suggestion: Suggestion, passing: Uint32Array): Suggestion {
    const count = matcher.match(queryWords(suggestion.search), passing);
    matcher.reset();
    return { ...suggestion, count };
  }
}

/** How many words of the text are left when a value with these words completes its last ones. */
function restOf(wanted: readonly string[], having: readonly string[]): number {
  let rest = wanted.length - 1;
  while (rest > 0 && having.includes(wanted[rest - 1]!)) rest--;
  return rest;
}

/** Names in their order first; then the most frequent. */
function ordered(all: readonly Suggestion[]): Suggestion[] {
  const place = ({ kind }: Suggestion) => suggestionKinds.indexOf(kind);
  const others = all.filter(({ kind }) => kind !== "name").sort((a, b) =>
    b.count - a.count || compareText(a.text, b.text) || place(a) - place(b)
  );
  return [...all.filter(({ kind }) => kind === "name"), ...others].slice(0, maxSuggestions);
}
