import { maxSpellings, maxSuggestionsOfKind } from "../../suggestions.ts";
import { compareText } from "../../text.ts";
import type { Completions, Spelling } from "./spellings.ts";

/** A value with how many documents hold it. */
export interface FrequentValue {
  readonly spelling: Spelling;
  /** Its numbers, most frequent first; none that nobody holds. */
  readonly values: readonly number[];
  readonly holders: number;
}

/**
 * The most frequent values: the few that most documents hold; ties by key.
 *
 * @param texts By value.
 * @param accepts Is asked for those only that are among the first so far.
 */
export function mostFrequent(
  { spellings, onlyValues }: Completions,
  texts: readonly string[],
  holdersOf: (value: number) => number,
  accepts: (spelling: Spelling) => boolean = () => true,
): FrequentValue[] {
  const first: FrequentValue[] = [];
  /** Fewer holders than this are not among the first. */
  let fewest = 1;
  for (let at = 0; at < onlyValues.length; at++) {
    const only = onlyValues[at]!;
    if (only >= 0 && holdersOf(only) < fewest) continue;
    const spelling = spellings[at]!;
    const shown = frequentFirst(spelling, texts, holdersOf);
    let holders = 0;
    for (const value of shown) holders += holdersOf(value);
    const one = { spelling, values: shown, holders };
    if (holders < fewest) continue;
    const last = first[maxSuggestionsOfKind - 1];
    if ((last && compare(last, one) < 0) || !accepts(spelling)) continue;
    first.push(one);
    first.sort(compare);
    first.length = Math.min(first.length, maxSuggestionsOfKind);
    fewest = first[maxSuggestionsOfKind - 1]?.holders ?? 1;
  }
  return first;
}

function compare(a: FrequentValue, b: FrequentValue): number {
  return b.holders - a.holders || compareText(a.spelling.key, b.spelling.key);
}

function frequentFirst(
  spelling: Spelling,
  texts: readonly string[],
  holdersOf: (value: number) => number,
): readonly number[] {
  const { values } = spelling;
  // Nearly all are spelled in one way.
  if (values.length === 1) return values;
  return values.filter((value) => holdersOf(value) > 0)
    .sort((a, b) => holdersOf(b) - holdersOf(a) || compareText(texts[a]!, texts[b]!))
    .slice(0, maxSpellings);
}
