/**
 * Phrases: finds the longest known phrase at a place of a text. A plural is its singular, "Ft." is "Fort".
 *
 * @module
 */
import { placeForms } from "../events/search-vocabulary.ts";

export interface Phrases<T> {
  /** The longest phrase that begins with the word at `at`, with all that it stands for. */
  longestAt(words: readonly string[], at: number): FoundPhrase<T> | undefined;
}

export interface FoundPhrase<T> {
  /** In words. */
  readonly length: number;
  readonly all: readonly T[];
}

/** @param entries Each with its folded words, at least one. */
export function createPhrases<T>(
  entries: Iterable<readonly [words: readonly string[], one: T]>,
): Phrases<T> {
  const byKey = new Map<string, T[]>();
  /** By a first word in either number: most words of texts begin no phrase. */
  const lengths = new Map<string, number[]>();
  for (const [words, one] of entries) {
    const key = keyOf(words);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [one]);
    else if (!known.includes(one)) known.push(one);
    for (const first of formsOf(words[0] ?? "")) {
      const some = lengths.get(first) ?? [];
      if (some.includes(words.length)) continue;
      lengths.set(first, [...some, words.length].sort((a, b) => b - a));
    }
  }
  return {
    longestAt(words, at) {
      for (const length of lengths.get(words[at] ?? "") ?? []) {
        if (at + length > words.length) continue;
        const all = byKey.get(keyOf(words.slice(at, at + length)));
        if (all !== undefined) return { length, all };
      }
      return undefined;
    },
  };
}

/** Phrases with the same key are the same. */
export function keyOf(words: readonly string[]): string {
  return words.map(normal).join(" ");
}

/** The other number of a word: its singular, or its plural. */
export function otherNumber(word: string): string {
  const one = singular(word);
  if (one !== word) return one;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

const longForms = new Map([...placeForms].filter(([short, long]) => short.length < long.length));

function formsOf(word: string): Set<string> {
  const one = normal(word);
  const shorts = [...longForms].filter(([, long]) => long === one).map(([short]) => short);
  return new Set([word, one, otherNumber(one), ...shorts]);
}

function normal(word: string): string {
  return longForms.get(word) ?? singular(word);
}

/** A word without the ending of a plural: nearly always right, and the same for questions and profiles. */
function singular(word: string): string {
  if (/\ds$/.test(word)) return word.slice(0, -1);
  if (word.length < 4 || !word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(ss|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
