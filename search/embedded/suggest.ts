/**
 * Completes a text. Facet values are counted without the completed words; names and texts come from
 * hits.
 */
import type { Wanted } from "../match-word.ts";
import { states } from "../../events/search-vocabulary.ts";
import {
  completedWords,
  endsInPlace,
  hitsWithNames,
  isPlace,
  joinedText,
  maxSpellings,
  maxSuggestions,
  maxSuggestionsOfKind,
  suggestedQuery,
  type Suggestion,
  type SuggestionQuery,
} from "../suggestions.ts";
import { type SuggestionKind, suggestionKinds } from "../suggestion-kinds.ts";
import { type FacetGroup, facetGroups, facetLabel, facets as facetTable } from "../facets.ts";
import { NamedChoices } from "../named-choices.ts";
import type { Synonyms } from "../synonyms.ts";
import { compareText, hasAddress, words } from "../text.ts";
import { emptyText, type ParsedText, parseText } from "../parse-text.ts";
import type { Column, ValueCount } from "./column.ts";
import { byWords, type Facets } from "./facets.ts";
import type { Matcher } from "./matcher.ts";
import type { Members } from "./members.ts";
import { pageOf } from "./order.ts";

interface SuggestParts {
  readonly synonyms: Synonyms;
  readonly members: Members;
  readonly matcher: Matcher;
  readonly facets: Facets;
  readonly textColumns: Readonly<Record<"mos" | "company", Column>>;
}

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

const stateNames = Object.values(states).map((name) => ({ name, own: words(name) }));

export class Suggest {
  readonly #namedChoices: NamedChoices;

  constructor(private readonly parts: SuggestParts) {
    this.#namedChoices = new NamedChoices(parts.synonyms);
  }

  of(query: SuggestionQuery): Suggestion[] {
    const completed = completedWords(query.text);
    if (completed.length === 0) return [];
    const typed: Typed = {
      query,
      wanted: completed.map(({ word }) => word),
      typed: completed.map(({ typed }) => typed),
    };
    const all = [...this.#texts(typed), ...this.#choices(typed), ...this.#states(typed)];
    return ordered(all, endsInPlace(query.text));
  }

  #parse(text: string): ParsedText {
    return parseText(text, this.parts.synonyms);
  }

  #withTotal(suggestion: Omit<Suggestion, "count">, query: SuggestionQuery): Suggestion {
    const { matcher, facets } = this.parts;
    const view = suggestedQuery(query, suggestion);
    return {
      ...suggestion,
      count: facets.pass(matcher.match(this.#parse(view.text)).slots, view).length,
    };
  }

  #texts(typed: Typed): Suggestion[] {
    const { query, wanted } = typed;
    const { members, matcher, facets, textColumns } = this.parts;
    const { slots: all, scores } = matcher.match(this.#parse(query.text));
    const slots = facets.pass(all, query);
    const page = { sort: "relevance", offset: 0, limit: hitsWithNames } as const;
    const first = pageOf(slots, page, scores, members.recent);
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
      if (this.#isOther(next, query)) suggested.push(next);
      if (suggested.length === maxSuggestionsOfKind) break;
    }
    for (const kind of ["mos", "company"] as const) {
      const column = textColumns[kind];
      column.count(slots);
      const all = spellings(column.take(column.completing(wanted.at(-1)!)));
      const most = mostFrequent(all, (one) => this.#isOther(suggestion(kind, one), query));
      suggested.push(...most.map((one) => suggestion(kind, one)));
    }
    return suggested.map((one) => this.#withTotal(one, query));
  }

  #isOther({ search }: Pick<Suggestion, "search">, { text }: SuggestionQuery): boolean {
    // Names that look like addresses find no one.
    if (hasAddress(search)) return false;
    const [asked, before] = [search, text].map((one) => textKey(this.#parse(one)));
    return asked !== textKey(emptyText) && asked !== before;
  }

  /** The remaining text when its last words are completed: words, or the choices that they name. */
  #leftOf({ wanted }: Typed, having: readonly string[], group?: FacetGroup) {
    const rest = restOf(wanted, having);
    const named = this.#namedChoices.of(wanted.slice(0, rest));
    return { rest, named: named && group && group in named.filters ? undefined : named };
  }

  #choices(typed: Typed): Suggestion[] {
    const { query, wanted } = typed;
    const { matcher, facets } = this.parts;
    const candidates = facetGroups.flatMap((group) => {
      const column = facets.columns[group];
      const chosen = new Set(query.filters[group].map((text) => column.find(text)?.key));
      return column.completing(wanted.at(-1)!).filter(({ key }) => !chosen.has(key))
        .map((value) => ({ group, value, left: this.#leftOf(typed, value.words, group) }));
    });
    const ways = Map.groupBy(candidates, ({ left: { rest, named } }) => named ? -rest : rest);
    const found = [...ways.values()].flatMap((same) => {
      const { rest, named } = same[0]!.left;
      const search = named ? "" : typed.typed.slice(0, rest).join(" ");
      const scope = suggestedQuery(query, { search, filters: named?.filters ?? {} });
      const groups = [...new Set(same.map(({ group }) => group))];
      facets.pass(matcher.match(this.#parse(search)).slots, scope, groups);
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
        const kind = facetTable[group].kind as SuggestionKind;
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

  #states(typed: Typed): Suggestion[] {
    const { query, wanted } = typed;
    return stateNames.filter(({ own }) => completes(own, wanted)).map(({ name, own }) => {
      const { rest, named } = this.#leftOf(typed, own);
      const left = named ? [] : typed.typed.slice(0, rest);
      return {
        kind: "state" as const,
        text: joinedText("state", named?.labels ?? [], name),
        search: [...left, name].join(" "),
        filters: named?.filters ?? {},
        isOther: named !== undefined,
      };
    }).filter((state) => state.isOther || this.#isOther(state, query))
      .map(({ isOther: _, ...state }) => this.#withTotal(state, query))
      .sort((a, b) => b.count - a.count || compareText(a.text, b.text))
      .slice(0, maxSuggestionsOfKind);
  }
}

/** Equal for texts that ask for the same, apart from unfinished words. */
function textKey({ parts, without }: ParsedText): string {
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

function spellings(counted: readonly ValueCount[]): Spelled[] {
  return [...Map.groupBy(counted, ({ value }) => value.key)].map(([key, alike]) => {
    const shown = alike
      .toSorted((a, b) => b.count - a.count || compareText(a.value.text, b.value.text))
      .slice(0, maxSpellings);
    return {
      key,
      words: alike[0]!.value.words,
      texts: shown.map(({ value }) => value.text),
      count: shown.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

function mostFrequent(
  all: readonly Spelled[],
  accepts: (one: Spelled) => boolean = () => true,
): Spelled[] {
  return all.toSorted((a, b) => b.count - a.count || compareText(a.key, b.key))
    .values().filter(accepts).take(maxSuggestionsOfKind).toArray();
}

/** Places first if asked for; then names in their order, and the most frequent of the others. */
function ordered(all: readonly Suggestion[], hasPlacesFirst: boolean): Suggestion[] {
  const rank = ({ kind }: Suggestion) =>
    hasPlacesFirst && isPlace(kind) ? 0 : kind === "name" ? 1 : 2;
  const place = ({ kind }: Suggestion) => suggestionKinds.indexOf(kind);
  return all.filter(({ count }) => count > 0).sort((a, b) =>
    rank(a) - rank(b) ||
    (a.kind === "name"
      ? 0
      : b.count - a.count || compareText(a.text, b.text) || place(a) - place(b))
  ).slice(0, maxSuggestions);
}
