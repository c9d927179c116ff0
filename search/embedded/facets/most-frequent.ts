import { maxSpellings, maxSuggestionsOfKind } from "../../suggestions.ts";
import { compareText } from "../../text.ts";
import type { Spelling } from "./spellings.ts";

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
  all: Iterable<Spelling>,
  texts: readonly string[],
  holdersOf: (value: number, spelling: Spelling) => number,
  accepts: (spelling: Spelling) => boolean = () => true,
): FrequentValue[] {
  const first: FrequentValue[] = [];
  for (const spelling of all) {
    const values = frequentFirst(spelling, texts, holdersOf);
    let holders = 0;
    for (const value of values) holders += holdersOf(value, spelling);
    const last = first[maxSuggestionsOfKind - 1];
    const one = { spelling, values, holders };
    if (holders === 0 || (last && compare(last, one) < 0) || !accepts(spelling)) continue;
    first.push(one);
    first.sort(compare);
    first.length = Math.min(first.length, maxSuggestionsOfKind);
  }
  return first;
}

function compare(a: FrequentValue, b: FrequentValue): number {
  return b.holders - a.holders || compareText(a.spelling.key, b.spelling.key);
}

function frequentFirst(
  spelling: Spelling,
  texts: readonly string[],
  holdersOf: (value: number, spelling: Spelling) => number,
): readonly number[] {
  const { values } = spelling;
  // Nearly all are spelled in one way.
  if (values.length === 1) return values;
  return values.filter((value) => holdersOf(value, spelling) > 0)
    .sort((a, b) =>
      holdersOf(b, spelling) - holdersOf(a, spelling) || compareText(texts[a]!, texts[b]!)
    )
    .slice(0, maxSpellings);
}
