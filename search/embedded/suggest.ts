/**
 * Suggestions of two kinds. Values of facet groups come with their counts in a search without the
 * completed words. Names and texts come from the hits of what is typed, each with the total of the search
 * that it leads to.
 *
 * @module
 */
import { completedWords } from "../completed-words.ts";
import {
  groupsOfKinds,
  hitsWithNames,
  joinedText,
  maxSuggestions,
  maxSuggestionsOfKind,
  type Suggestion,
  type SuggestionKind,
  suggestionKinds,
  type SuggestionQuery,
} from "../suggestions.ts";
import { type FacetGroup, facetLabel } from "../facets.ts";
import type { Named, NamedChoices } from "../named-choices.ts";
import { states } from "../../events/search-vocabulary.ts";
import { compareText, hasAddress, words } from "../text.ts";
import { isFiller, wantedWords } from "../wanted.ts";
import { countBits } from "./memory/bits.ts";
import type { Facets } from "./facets/facets.ts";
import type { FilterMask } from "./facets/filter-masks.ts";
import type { SuggestionColumns, TextKind } from "./facets/suggestion-columns.ts";
import type { MatchBitsets } from "./words/match-bitsets.ts";
import type { Matcher } from "./words/matcher.ts";
import { mostFrequent } from "./facets/most-frequent.ts";
import type { Pages } from "./pages.ts";
import type { Slots } from "./memory/slots.ts";
import { type Completions, completionsOf, type Spelling } from "./facets/spellings.ts";

export interface SuggestParts {
  readonly slots: Slots;
  readonly namedChoices: NamedChoices;
  readonly matcher: Matcher;
  readonly matchBitsets: MatchBitsets;
  readonly facets: Facets;
  readonly pages: Pages;
  readonly suggestionColumns: SuggestionColumns;
}

type Suggest = (query: SuggestionQuery) => Suggestion[];

/** What is typed: the words that are completed, folded and as typed. */
interface Typed {
  readonly query: SuggestionQuery;
  readonly wanted: readonly string[];
  readonly typed: readonly string[];
  /** The choices that the words before the completed ones name; none of the group itself. */
  named(rest: number, group?: FacetGroup): Named | undefined;
}

/** What completes the text in a facet group, by how many words are left of it. */
interface Completing {
  readonly kind: SuggestionKind;
  readonly group: FacetGroup;
  readonly texts: readonly string[];
  readonly candidates: Completions;
  readonly byRest: ReadonlyMap<number, readonly Spelling[]>;
  /** By value, once it is counted. */
  readonly holders: Map<number, number>;
}

export function createSuggest(parts: SuggestParts): Suggest {
  const { slots, namedChoices, matcher, matchBitsets, facets, pages, suggestionColumns } = parts;

  return (query) => {
    const completed = completedWords(query.text);
    if (completed.length === 0) return [];
    const wanted = completed.map(({ word }) => word);
    const typed: Typed = {
      query,
      wanted,
      typed: completed.map(({ typed }) => typed),
      named(rest, group) {
        const named = namedChoices.of(wanted.slice(0, rest));
        return named === undefined || (group && group in named.filters) ? undefined : named;
      },
    };
    const everyone = slots.everyone(query.role).bits;
    const mask = facets.filterMask(query.filters, everyone);
    const choices = completing(typed);
    const rests = new Set(choices.flatMap(({ byRest }) => [...byRest.keys()]));
    for (const rest of rests) countChoices(choices, rest, typed, mask, undefined);
    const texts = suggestTexts(query.text, wanted, typed.typed, mask.passing)
      .map((text) => countText(text, mask.passing));
    const states = statesCompleting(typed);
    const plain = states.filter(({ rest }) => typed.named(rest) === undefined)
      .map((state) => suggestState(state, typed, undefined))
      .filter((suggestion) => isOther(suggestion, query))
      .map((suggestion) => countText(suggestion, mask.passing));
    // A mask lasts until the next one, so those with choices that are named come last.
    const narrowed = new Set([...rests, ...states.map(({ rest }) => rest)]);
    const placed = [...narrowed].flatMap((rest) => {
      const named = typed.named(rest);
      if (named === undefined) return [];
      const under = facets.filterMask({ ...query.filters, ...named.filters }, everyone);
      countChoices(choices, rest, typed, under, named);
      return states.filter((state) => state.rest === rest)
        .map((state) => countText(suggestState(state, typed, named), under.passing));
    });
    matchBitsets.forget();
    return ordered([
      ...choices.flatMap((one) => suggestChoices(one, typed)),
      ...texts,
      ...mostStates([...plain, ...placed]),
    ]);
  };

  function completing({ query, wanted }: Typed): Completing[] {
    return Object.entries(groupsOfKinds).map(([kind, group]) => {
      const { texts, completing } = facets.values(group);
      const chosen = query.filters[group];
      const all = completing(wanted.at(-1) ?? "");
      const candidates = chosen.length === 0 ? all : completionsOf(
        all.spellings.filter(({ values }) =>
          !values.some((value) => chosen.includes(texts[value]!))
        ),
      );
      const byRest = Map.groupBy(candidates.spellings, ({ words }) => restOf(wanted, words));
      const holders = new Map<number, number>();
      return { kind: kind as SuggestionKind, group, texts, candidates, byRest, holders };
    });
  }

  /** Counts the values that leave so many words, where these are choices, or where they are text. */
  function countChoices(
    choices: readonly Completing[],
    rest: number,
    { query, typed, named: namedBefore }: Typed,
    mask: FilterMask,
    named: Named | undefined,
  ): void {
    const counted = choices.filter(({ group, byRest }) =>
      byRest.has(rest) && (namedBefore(rest, group) === undefined) === (named === undefined)
    );
    if (counted.length === 0) return;
    const isAll = rest === 0 || named !== undefined;
    const left = wantedWords(typed.slice(0, rest).join(" "));
    const among = isAll ? undefined : matchBitsets.find(left, mask.relevant);
    const count = facets.countGroups(mask, query.role, among);
    for (const { group, byRest, holders } of counted) {
      const values = byRest.get(rest)?.flatMap((spelling) => spelling.values) ?? [];
      count(group, (holdersOf) => {
        for (const value of values) {
          const count = holdersOf(value);
          if (count > 0) holders.set(value, count);
        }
      });
    }
  }

  function suggestChoices(
    { kind, group, texts, candidates, holders }: Completing,
    { wanted, typed, named: namedBefore }: Typed,
  ): Suggestion[] {
    return mostFrequent(candidates, texts, (value) => holders.get(value) ?? 0).map(
      (most): Suggestion => {
        const spelled = most.values.map((value) => texts[value]!);
        const rest = restOf(wanted, most.spelling.words);
        const named = namedBefore(rest, group);
        const [text = ""] = spelled;
        return {
          kind,
          text: named ? joinedText(kind, named.labels, facetLabel(group, text)) : text,
          count: most.holders,
          search: named ? "" : typed.slice(0, rest).join(" "),
          filters: { ...named?.filters, [group]: spelled },
        };
      },
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
    const key = keyOf(text);
    // A word more that counts is another search; comparing the texts takes longer.
    const changes = (having: readonly string[], { search }: Pick<Suggestion, "search">) => {
      // It would find nobody.
      if (hasAddress(search)) return false;
      if (having.some((word) => !wanted.includes(word) && !isFiller(word))) return true;
      const asked = keyOf(search);
      return asked !== "" && asked !== key;
    };

    const ofKind = (kind: TextKind) => {
      const { texts, completing } = suggestionColumns.values(kind);
      const candidates = completing(wanted.at(-1) ?? "");
      if (candidates.spellings.length === 0) return [];
      const suggested = ({ words, values }: Spelling) =>
        suggestion(kind, texts[values[0]!]!, words);
      return suggestionColumns.countAmong(kind, hits, count, (holdersOf) => {
        const most = mostFrequent(
          candidates,
          texts,
          holdersOf,
          (spelling) => changes(spelling.words, suggested(spelling)),
        );
        return most.map(({ spelling, values }) => suggested({ ...spelling, values: [...values] }));
      });
    };
    const texts = [...ofKind("mos"), ...ofKind("company")];
    matcher.reset();
    const names = namesOf(first, wanted)
      .map(({ text, having }) => ({ having, suggested: suggestion("name", text, having) }))
      .filter(({ having, suggested }) => changes(having, suggested))
      .slice(0, maxSuggestionsOfKind)
      .map(({ suggested }) => suggested);
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

interface StateCompleting {
  readonly name: string;
  readonly rest: number;
}

const stateNames = Object.values(states).map((name) => ({ name, words: words(name) }));

function statesCompleting({ wanted }: Typed): StateCompleting[] {
  const last = wanted.at(-1) ?? "";
  return stateNames.filter(({ words }) => words.some((word) => word.startsWith(last)))
    .map(({ name, words }) => ({ name, rest: restOf(wanted, words) }));
}

/** Still without its count. */
function suggestState(
  { name, rest }: StateCompleting,
  { typed }: Typed,
  named: Named | undefined,
): Suggestion {
  return {
    kind: "state",
    text: joinedText("state", named?.labels ?? [], name),
    count: 0,
    search: [...named ? [] : typed.slice(0, rest), name].join(" "),
    filters: named?.filters ?? {},
  };
}

function mostStates(all: readonly Suggestion[]): Suggestion[] {
  return all.filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareText(a.text, b.text))
    .slice(0, maxSuggestionsOfKind);
}

/** Whether a suggestion of text leads to another search than the one that is typed. */
function isOther({ search }: Pick<Suggestion, "search">, { text }: Pick<SuggestionQuery, "text">) {
  return keyOf(search) !== keyOf(text);
}

function keyOf(text: string): string {
  return wantedWords(text).map(({ word }) => word).join(" ");
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
