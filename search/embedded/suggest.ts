/**
 * Suggestions of two kinds. Values of facet groups come with their counts in a search without the
 * completed words. Names and texts come from the hits of what is typed, each with the total of the search
 * that it leads to.
 *
 * @module
 */
import {
  completedWords,
  groupsOfKinds,
  hitsWithNames,
  maxSuggestions,
  maxSuggestionsOfKind,
  type Suggestion,
  type SuggestionKind,
  suggestionKinds,
  type SuggestionQuery,
} from "../suggestions.ts";
import { compareText, words } from "../text.ts";
import { type Wanted, wantedWords } from "../wanted.ts";
import { countBits } from "./memory/bits.ts";
import type { Facets } from "./facets/facets.ts";
import type { FilterMask } from "./facets/filter-masks.ts";
import type { SuggestionColumns, TextKind } from "./facets/suggestion-columns.ts";
import type { MatchBitsets } from "./words/match-bitsets.ts";
import type { Matcher } from "./words/matcher.ts";
import { mostFrequent } from "./facets/most-frequent.ts";
import type { Pages } from "./pages.ts";
import type { Slots } from "./memory/slots.ts";
import type { Spelling } from "./facets/spellings.ts";

export interface SuggestParts {
  readonly slots: Slots;
  readonly matcher: Matcher;
  readonly matchBitsets: MatchBitsets;
  readonly facets: Facets;
  readonly pages: Pages;
  readonly suggestionColumns: SuggestionColumns;
}

type Suggest = (query: SuggestionQuery) => Suggestion[];

export function createSuggest(parts: SuggestParts): Suggest {
  const { slots, matcher, matchBitsets, facets, pages, suggestionColumns } = parts;

  return (query) => {
    const completed = completedWords(query.text);
    if (completed.length === 0) return [];
    const wanted = completed.map(({ word }) => word);
    const typed = completed.map(({ typed }) => typed);
    const mask = facets.filterMask(query.filters, slots.everyone(query.role).bits);
    const choices = suggestChoices(query, wanted, typed, mask);
    const texts = suggestTexts(query.text, wanted, typed, mask.passing);
    const all = [...choices, ...texts.map((text) => countText(text, mask.passing))];
    matchBitsets.forget();
    return ordered(all);
  };

  function suggestChoices(
    query: SuggestionQuery,
    wanted: readonly string[],
    typed: readonly string[],
    mask: FilterMask,
  ): Suggestion[] {
    const kinds = Object.entries(groupsOfKinds).map(([kind, group]) => {
      const { texts, completing } = facets.values(group);
      const chosen = query.filters[group];
      const candidates = [...completing(wanted.at(-1) ?? "")]
        .filter(({ values }) => !values.some((value) => chosen.includes(texts[value]!)));
      const byRest = Map.groupBy(candidates, ({ words }) => restOf(wanted, words));
      return { kind, group, texts, candidates, byRest, holders: new Map<number, number>() };
    });
    for (const rest of new Set(kinds.flatMap(({ byRest }) => [...byRest.keys()]))) {
      const left = wantedWords(typed.slice(0, rest).join(" "));
      const among = rest === 0 ? undefined : matchBitsets.find(left, mask.relevant);
      const count = facets.countGroups(mask, query.role, among);
      for (const { group, byRest, holders } of kinds) {
        const values = byRest.get(rest)?.flatMap((spelling) => spelling.values);
        if (values === undefined) continue;
        count(group, (holdersOf) => {
          for (const value of values) holders.set(value, holdersOf(value));
        });
      }
    }
    return kinds.flatMap(({ kind, group, texts, candidates, holders }) =>
      mostFrequent(candidates, texts, (value) => holders.get(value) ?? 0).map(
        (most): Suggestion => {
          const spelled = most.values.map((value) => texts[value]!);
          return {
            kind: kind as SuggestionKind,
            text: spelled[0] ?? "",
            count: most.holders,
            search: typed.slice(0, restOf(wanted, most.spelling.words)).join(" "),
            filters: { [group]: spelled },
          };
        },
      )
    );
  }

  /** Names and texts, still without their counts. */
  function suggestTexts(
    text: string,
    wanted: readonly string[],
    typed: readonly string[],
    passing: Uint32Array,
  ): Suggestion[] {
    const whole = wantedWords(text);
    const count = matcher.match(whole, passing);
    const { hits, scores } = matcher;
    const found = { slots: hits, count, passing, scores };
    const first = pages.read("relevance", found, 0, hitsWithNames);
    const suggestion = (kind: SuggestionKind, text: string, having: readonly string[]) => ({
      kind,
      text,
      count: 0,
      search: [...typed.slice(0, restOf(wanted, having)), text].join(" "),
      filters: {},
    });
    const changes = ({ search }: { readonly search: string }) =>
      keyOf(wantedWords(search)) !== keyOf(whole);

    const ofKind = (kind: TextKind) => {
      const { texts, completing } = suggestionColumns.values(kind);
      const candidates = [...completing(wanted.at(-1) ?? "")];
      if (candidates.length === 0) return [];
      const suggested = ({ words, values }: Spelling) =>
        suggestion(kind, texts[values[0]!]!, words);
      return suggestionColumns.countAmong(kind, hits, count, (holdersOf) => {
        const most = mostFrequent(
          candidates,
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
      const text = suggestionColumns.nameOf(slot);
      const having = words(text);
      const key = having.join(" ");
      if (found.has(key) || !having.some((word) => word.startsWith(last))) continue;
      found.set(key, { text, having });
    }
    return [...found.values()];
  }

  function countText(suggestion: Suggestion, passing: Uint32Array): Suggestion {
    const found = matchBitsets.find(wantedWords(suggestion.search), passing);
    return { ...suggestion, count: countBits(found) };
  }
}

function keyOf(words: readonly Wanted[]): string {
  return words.map(({ word }) => word).join(" ");
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
