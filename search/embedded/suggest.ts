/**
 * Suggestions. Facet values have their counts in a search without the completed words. Names and texts come
 * from the hits of the typed text, each with the total of its search.
 *
 * @module
 */
import { states } from "../../events/search-vocabulary.ts";
import { completedWords } from "../completed-words.ts";
import { type FacetGroup, facetGroups, facetLabel, facets as facetRecord } from "../facets.ts";
import type { Named, NamedChoices } from "../named-choices.ts";
import {
  hitsWithNames,
  joinedText,
  maxSpellings,
  maxSuggestions,
  maxSuggestionsOfKind,
  suggestedQuery,
  type Suggestion,
  type SuggestionKind,
  suggestionKinds,
  type SuggestionQuery,
} from "../suggestions.ts";
import type { Synonyms } from "../synonyms.ts";
import { compareText, hasAddress, words } from "../text.ts";
import { noWish, type Wanted, type Wish, wishOf } from "../wish.ts";
import type { Column, ValueCount } from "./column.ts";
import { byWords, type Facets } from "./facets.ts";
import type { Matcher } from "./matcher.ts";
import type { Members } from "./members.ts";
import { withRoom } from "../words/numbers.ts";
import type { Pages } from "./pages.ts";

export interface SuggestParts {
  readonly synonyms: Synonyms;
  readonly namedChoices: NamedChoices;
  readonly members: Members;
  readonly matcher: Matcher;
  readonly facets: Facets;
  readonly pages: Pages;
  /** Columns whose values are suggested as text. */
  readonly textColumns: Readonly<Record<"mos" | "company", Column>>;
}

/** A value with all its spellings, the most frequent first. */
interface Spelled {
  readonly key: string;
  readonly words: readonly string[];
  readonly texts: readonly string[];
  readonly count: number;
}

/** The typed text: its words to complete, folded and as typed. */
interface Typed {
  readonly query: SuggestionQuery;
  readonly wanted: readonly string[];
  readonly typed: readonly string[];
}

/** The text that remains when its last words are completed: words, or the choices they name. */
interface Left {
  readonly rest: number;
  readonly named: Named | undefined;
}

const stateNames = Object.values(states).map((name) => ({ name, own: words(name) }));

export function createSuggest(parts: SuggestParts): (query: SuggestionQuery) => Suggestion[] {
  const { synonyms, namedChoices, members, matcher, facets, pages, textColumns } = parts;
  let slots = new Uint32Array(64);

  /** Parsed wishes, cached while one text is completed. */
  const wishes = new Map<string, Wish>();

  return (query) => {
    wishes.clear();
    const completed = completedWords(query.text);
    if (completed.length === 0) return [];
    const typed: Typed = {
      query,
      wanted: completed.map(({ word }) => word),
      typed: completed.map(({ typed }) => typed),
    };
    return ordered([...suggestTexts(typed), ...suggestChoices(typed), ...suggestStates(typed)]);
  };

  function wish(text: string): Wish {
    const found = wishes.get(text) ?? wishOf(text, synonyms);
    wishes.set(text, found);
    return found;
  }

  /** Writes the slots found by a query to `slots`. */
  function find(view: SuggestionQuery): number {
    slots = withRoom(slots, members.used);
    return facets.pass(slots, matcher.match(wish(view.text), slots), view);
  }

  function withTotal(suggestion: Omit<Suggestion, "count">, query: SuggestionQuery): Suggestion {
    return { ...suggestion, count: find(suggestedQuery(query, suggestion)) };
  }

  /** Suggests names and texts. */
  function suggestTexts(typed: Typed): Suggestion[] {
    const { query, wanted } = typed;
    const count = find(query);
    const first = pages.read("relevance", slots, count, matcher.scores, 0, hitsWithNames);
    const suggestion = (
      kind: SuggestionKind,
      { words, texts }: Pick<Spelled, "words" | "texts">,
    ) => {
      const [text = ""] = texts;
      const left = typed.typed.slice(0, restOf(wanted, words));
      return { kind, text, search: [...left, text].join(" "), filters: {} };
    };
    const suggested: Omit<Suggestion, "count">[] = [];
    const seen = new Set<string>();
    for (const name of first.map((slot) => members.names[slot]!)) {
      const value = byWords(name);
      if (seen.has(value.key) || !completes(value.words, wanted)) continue;
      seen.add(value.key);
      const next = suggestion("name", { ...value, texts: [name] });
      if (isOther(next, query)) suggested.push(next);
      if (suggested.length === maxSuggestionsOfKind) break;
    }
    for (const kind of ["mos", "company"] as const) {
      const column = textColumns[kind];
      column.count(slots, count);
      const all = spellings(column.take(column.completing(wanted.at(-1)!)));
      const most = mostFrequent(all, (one) => isOther(suggestion(kind, one), query));
      suggested.push(...most.map((one) => suggestion(kind, one)));
    }
    return suggested.map((one) => withTotal(one, query));
  }

  function isOther({ search }: Pick<Suggestion, "search">, { text }: SuggestionQuery): boolean {
    // As an address it would find no one.
    if (hasAddress(search)) return false;
    const [asked, before] = [search, text].map((one) => wishKey(wish(one)));
    return asked !== wishKey(noWish) && asked !== before;
  }

  function leftOf({ wanted }: Typed, having: readonly string[], group?: FacetGroup): Left {
    const rest = restOf(wanted, having);
    const named = namedChoices.of(wanted.slice(0, rest));
    return { rest, named: named && group && group in named.filters ? undefined : named };
  }

  function suggestChoices(typed: Typed): Suggestion[] {
    const { query, wanted } = typed;
    const candidates = facetGroups.flatMap((group) => {
      const column = facets.columns[group];
      const chosen = new Set(query.filters[group].map((text) => column.find(text)?.key));
      return column.completing(wanted.at(-1)!).filter(({ key }) => !chosen.has(key))
        .map((value) => ({ group, value, left: leftOf(typed, value.words, group) }));
    });
    const ways = Map.groupBy(candidates, ({ left: { rest, named } }) => named ? -rest : rest);
    const found = [...ways.values()].flatMap((same) => {
      const { rest, named } = same[0]!.left;
      const search = named ? "" : typed.typed.slice(0, rest).join(" ");
      const scope = suggestedQuery(query, { search, filters: named?.filters ?? {} });
      const groups = [...new Set(same.map(({ group }) => group))];
      slots = withRoom(slots, members.used);
      facets.count(slots, matcher.match(wish(search), slots), scope, groups);
      return groups.flatMap((group) => {
        const values = same.filter((one) => one.group === group).map(({ value }) => value);
        return spellings(facets.columns[group].take(values))
          .map((spelled) => ({ group, named, search, spelled }));
      });
    });
    return facetGroups.flatMap((group) => {
      const ofGroup = found.filter((one) => one.group === group);
      const most = mostFrequent(ofGroup.map(({ spelled }) => spelled));
      return most.map((spelled): Suggestion => {
        const { named, search } = ofGroup.find((one) => one.spelled === spelled)!;
        const [text = ""] = spelled.texts;
        const kind = facetRecord[group].kind as SuggestionKind;
        return {
          kind,
          text: named ? joinedText(kind, named.labels, facetLabel(group, text)) : text,
          count: spelled.count,
          search,
          filters: { ...named?.filters, [group]: spelled.texts },
        };
      });
    });
  }

  /** Suggests states, which are searched by name. */
  function suggestStates(typed: Typed): Suggestion[] {
    const { query, wanted } = typed;
    return stateNames.filter(({ own }) => completes(own, wanted)).map(({ name, own }) => {
      const { rest, named } = leftOf(typed, own);
      const left = named ? [] : typed.typed.slice(0, rest);
      return {
        kind: "state" as const,
        text: joinedText("state", named?.labels ?? [], name),
        search: [...left, name].join(" "),
        filters: named?.filters ?? {},
        isOther: named !== undefined,
      };
    }).filter((state) => state.isOther || isOther(state, query))
      .map(({ isOther: _, ...state }) => withTotal(state, query))
      .sort((a, b) => b.count - a.count || compareText(a.text, b.text))
      .slice(0, maxSuggestionsOfKind);
  }
}

/** Equal for wishes that ask for the same, apart from unfinished words. */
function wishKey({ parts, without }: Wish): string {
  const wordsOf = (some: readonly Wanted[]) => some.map(({ word }) => word);
  return JSON.stringify([parts.map(({ any }) => wordsOf(any)), wordsOf(without)]);
}

function completes(having: readonly string[], wanted: readonly string[]): boolean {
  const last = wanted.at(-1)!;
  return having.some((word) => word.startsWith(last));
}

/** How many words of the text remain when a value with these words completes its last ones. */
function restOf(wanted: readonly string[], having: readonly string[]): number {
  let rest = wanted.length - 1;
  while (rest > 0 && having.includes(wanted[rest - 1]!)) rest--;
  return rest;
}

/** Counted values, grouped by spelling. */
function spellings(counted: readonly ValueCount[]): Spelled[] {
  return [...Map.groupBy(counted, ({ value }) => value.key)].map(([key, alike]) => {
    // Nearly all values have one spelling.
    const shown = alike.length === 1 ? alike : alike
      .sort((a, b) => b.count - a.count || compareText(a.value.text, b.value.text))
      .slice(0, maxSpellings);
    return {
      key,
      words: alike[0]!.value.words,
      texts: shown.map(({ value }) => value.text),
      count: shown.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

/** The most frequent accepted values; ties by key. */
function mostFrequent(
  all: readonly Spelled[],
  accepts: (one: Spelled) => boolean = () => true,
): Spelled[] {
  const first: Spelled[] = [];
  const compare = (a: Spelled, b: Spelled) => b.count - a.count || compareText(a.key, b.key);
  for (const one of all) {
    const last = first[maxSuggestionsOfKind - 1];
    if (last && compare(last, one) < 0) continue;
    first.push(one);
    first.sort(compare);
    first.length = Math.min(first.length, maxSuggestionsOfKind);
  }
  const refused = first.filter((one) => !accepts(one));
  if (refused.length === 0) return first;
  return mostFrequent(all.filter((one) => !refused.includes(one)), accepts);
}

/** Names in their order first, then the most frequent. */
function ordered(all: readonly Suggestion[]): Suggestion[] {
  const found = all.filter(({ count }) => count > 0);
  const place = ({ kind }: Suggestion) => suggestionKinds.indexOf(kind);
  const others = found.filter(({ kind }) => kind !== "name").sort((a, b) =>
    b.count - a.count || compareText(a.text, b.text) || place(a) - place(b)
  );
  return [...found.filter(({ kind }) => kind === "name"), ...others].slice(0, maxSuggestions);
}
