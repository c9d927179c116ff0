/**
 * Suggestions by brute force, following the README word by word: it tries every value of every
 * profile, and counts by a search for each.
 *
 * @module
 */
import { alternatives, fillers, refusals, states } from "../../events/search-vocabulary.ts";
import {
  type FacetGroup,
  facetGroups,
  facetLabel,
  facetNames,
  facets,
  facetValues,
} from "../facets.ts";
import type { Filters, ProfileHits, ProfileQuery } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import {
  endsInPlace,
  hitsWithNames,
  isPlace,
  joinedText,
  maxSpellings,
  maxSuggestions,
  maxSuggestionsOfKind,
  maxSuggestionWords,
  suggestedQuery,
  type Suggestion,
  type SuggestionQuery,
} from "../suggestions.ts";
import {
  groupsOfKinds,
  minSuggestionLetters,
  type SuggestionKind,
  suggestionKinds,
} from "../suggestion-kinds.ts";
import type { Synonyms } from "../synonyms.ts";
import { compareText, typedWords, words } from "../text.ts";
import { endsInSpan, wordsInSpans } from "../class-years.ts";
import { parseText } from "../parse-text.ts";

/** @param find Answers with all hits. */
export function referenceSuggestions(
  synonyms: Synonyms,
  documents: readonly ProfileDocument[],
  find: (query: ProfileQuery) => ProfileHits,
  query: SuggestionQuery,
): Suggestion[] {
  const labelWords = (kind: SuggestionKind, text: string) => namesOfValue(kind, text, synonyms);
  const wanted = completedOf(query.text).map(({ word }) => word);
  if (wanted.length > maxSuggestionWords) return [];
  if ([...wanted.join("")].length < minSuggestionLetters) return [];
  const byId = new Map(documents.map((document) => [document.memberId, document]));
  const search = (asked: SuggestionQuery) =>
    find({ ...asked, sort: "relevance", offset: 0, limit: documents.length });
  // A text that no one matches completely suggests nothing, and isn't suggested.
  const found = (asked: SuggestionQuery) => {
    const { relaxed, memberIds } = search(asked);
    return relaxed === null ? memberIds.flatMap((id) => byId.get(id) ?? []) : [];
  };

  const typedHits = found(query);
  const keyOf = (text: string) => {
    const { parts, without } = parseText(text, synonyms);
    return JSON.stringify(
      [...parts.map(({ any }) => any), without].map((any) => any.map(({ word }) => word)),
    );
  };
  const nothing = keyOf("");
  const candidates = suggestionKinds.flatMap((kind): Candidate[] => {
    if (kind === "state") return stateCandidates();
    const holders = kind === "name" ? typedHits.slice(0, hitsWithNames) : documents;
    const groups = new Map<string, string[]>();
    for (const text of new Set(holders.flatMap((document) => valuesOf(document, kind)))) {
      const group = groupsOfKinds[kind];
      const hasLabels = group !== undefined && facets[group].labels !== undefined;
      // Values with labels are fixed: they have no spellings.
      const key = hasLabels ? text : words(text).join(" ");
      groups.set(key, [...(groups.get(key) ?? []), text]);
    }
    const completed = [...groups].flatMap(([key, texts]) => candidate(kind, key, texts) ?? []);
    const sorted = kind === "name"
      ? completed
      : completed.sort((a, b) => b.holders - a.holders || compareText(a.key, b.key));
    return sorted.slice(0, maxSuggestionsOfKind);
  });

  const isPlaceAsked = endsInPlace(query.text);
  const isFirst = ({ kind }: Suggestion) => Number(isPlaceAsked && isPlace(kind));

  return candidates
    .map(({ key: _, holders: __, ...suggestion }) => ({
      ...suggestion,
      count: found(suggestedQuery(query, suggestion)).length,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) =>
      isFirst(b) - isFirst(a) || Number(b.kind === "name") - Number(a.kind === "name") ||
      (a.kind === "name" ? 0 : b.count - a.count || compareText(a.text, b.text) ||
        suggestionKinds.indexOf(a.kind) - suggestionKinds.indexOf(b.kind))
    )
    .slice(0, maxSuggestions);

  /** A value with all its spellings, if it completes the text and someone has it. */
  function candidate(
    kind: SuggestionKind,
    key: string,
    spellings: readonly string[],
  ): Candidate | undefined {
    const having = labelWords(kind, spellings[0] ?? "");
    const last = wanted.at(-1) ?? "";
    if (!having.some((word) => word.startsWith(last))) return undefined;
    const rest = restOf(wanted, having);
    const left = completedOf(query.text).slice(0, rest).map(({ typed }) => typed);

    const group = groupsOfKinds[kind];
    if (group === undefined) {
      const next = (text: string) => ({ search: [...left, text].join(" "), filters: {} });
      const held = (text: string) =>
        typedHits.filter((document) => valuesOf(document, kind).includes(text)).length;
      const usual = mostFrequent(spellings, held);
      const text = kind === "name" ? spellings[0] ?? "" : usual[0] ?? "";
      const asked = keyOf(next(text).search);
      if (asked === nothing || asked === keyOf(query.text)) return undefined;
      const holders = usual.slice(0, maxSpellings).reduce((sum, one) => sum + held(one), 0);
      return holders === 0 ? undefined : { kind, key, text, holders, ...next(text) };
    }
    if (spellings.some((text) => query.filters[group].includes(text))) return undefined;
    const named = namedBy(wanted.slice(0, rest), synonyms);
    const isNamed = named.length > 0 && named.every((choice) => choice.group !== group);
    const next = (texts: readonly string[]) => ({
      search: isNamed ? "" : left.join(" "),
      filters: { ...isNamed && filtersOf(named), [group]: texts } as Partial<Filters>,
    });
    const held = (text: string) => found(suggestedQuery(query, next([text]))).length;
    const usual = mostFrequent(spellings, held).filter((text) => held(text) > 0)
      .slice(0, maxSpellings);
    const holders = usual.reduce((sum, text) => sum + held(text), 0);
    const [value = ""] = usual;
    const text = isNamed ? joinedText(kind, labelsOf(named), facetLabel(group, value)) : value;
    return holders === 0 ? undefined : { kind, key, text, holders, ...next(usual) };
  }

  /** The states whose names complete the text, with those that most profiles are found by first. */
  function stateCandidates(): Candidate[] {
    return Object.values(states).flatMap((name): Candidate[] => {
      const having = words(name);
      if (!having.some((word) => word.startsWith(wanted.at(-1) ?? ""))) return [];
      const rest = restOf(wanted, having);
      const named = namedBy(wanted.slice(0, rest), synonyms);
      const left = completedOf(query.text).slice(0, rest).map(({ typed }) => typed);
      const next = {
        search: [...named.length > 0 ? [] : left, name].join(" "),
        filters: filtersOf(named),
      };
      if (named.length === 0 && keyOf(next.search) === keyOf(query.text)) return [];
      const holders = found(suggestedQuery(query, next)).length;
      const text = joinedText("state", labelsOf(named), name);
      return holders === 0 ? [] : [{ kind: "state", key: text, text, holders, ...next }];
    }).sort((a, b) => b.holders - a.holders || compareText(a.key, b.key))
      .slice(0, maxSuggestionsOfKind);
  }
}

interface Candidate extends Omit<Suggestion, "count"> {
  readonly key: string;
  readonly holders: number;
}

function mostFrequent(texts: readonly string[], held: (text: string) => number): string[] {
  return texts.toSorted((a, b) => held(b) - held(a) || compareText(a, b));
}

/** The words that complete a value: of its names, and of its synonyms if it is from a fixed list. */
function namesOfValue(kind: SuggestionKind, text: string, synonyms: Synonyms): string[] {
  const group = groupsOfKinds[kind];
  if (group === undefined) return words(text);
  const names = facetNames(group, text);
  const others = facets[group].choices === undefined ? [] : names.flatMap(synonyms.wordsOf);
  return [...names.flatMap(words), ...others];
}

function restOf(wanted: readonly string[], having: readonly string[]): number {
  let rest = wanted.length - 1;
  while (rest > 0 && having.includes(wanted[rest - 1] ?? "")) rest--;
  return rest;
}

interface Choice {
  readonly group: FacetGroup;
  readonly value: string;
}

const filtersOf = (choices: readonly Choice[]): Partial<Filters> =>
  Object.fromEntries(choices.map(({ group, value }) => [group, [value]]));
const labelsOf = (choices: readonly Choice[]) =>
  choices.map(({ group, value }) => facetLabel(group, value));

/** The choices that the words name one after the other, each of another group; none if any does not. */
function namedBy(all: readonly string[], synonyms: Synonyms): Choice[] {
  const choices = facetGroups.flatMap((group) =>
    (facets[group].choices ?? []).map((value): Choice => ({ group, value }))
  );
  const plain = (some: readonly string[]) => some.filter((word) => !fillers.has(word)).join(" ");
  for (let length = all.length; length > 0; length--) {
    const phrase = all.slice(0, length).join(" ");
    const byName = choices.filter(({ group, value }) =>
      facetNames(group, value).some((name) => plain(words(name)) === phrase)
    );
    const named = byName.length > 0
      ? byName
      : choices.filter(({ value }) =>
        synonyms.phrasesOf(value).some((one) => plain(one) === phrase)
      );
    const [choice] = named;
    if (choice === undefined || named.length > 1) continue;
    if (length === all.length) return [choice];
    const more = namedBy(all.slice(length), synonyms);
    const isOther = more.length > 0 && more.every(({ group }) => group !== choice.group);
    return isOther ? [choice, ...more] : [];
  }
  return [];
}

function valuesOf(document: ProfileDocument, kind: SuggestionKind): string[] {
  const group = groupsOfKinds[kind];
  if (group !== undefined) return facetValues(document, group);
  const value = kind === "name"
    ? `${document.firstName} ${document.lastName}`.trim()
    : kind === "mos"
    ? document.mos
    : document.company;
  return value ? [value] : [];
}

/**
 * The words that suggestions complete: without fillers before the last one, unless that is all;
 * none behind "or" and "not".
 */
function completedOf(text: string) {
  const all = typedWords(text);
  if (all.length > 1 && all.every(({ word }) => fillers.has(word))) return [];
  if (all.slice(0, -1).some(({ word }) => refusals.has(word) || alternatives.has(word))) return [];
  const asked = all.map(({ word }) => word);
  if (endsInSpan(asked)) return [];
  const inSpans = wordsInSpans(asked.slice(0, -1));
  return all.filter(({ word }, at) =>
    at === all.length - 1 || inSpans.has(at) || !fillers.has(word)
  );
}
