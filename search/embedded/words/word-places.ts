/**
 * Postings of a query's word: the lists or columns of the words that match it, and the column of a
 * beginning, which stands for all longer words.
 *
 * The score of a match is one number, and more is better: typos weigh more than any sum of field ranks,
 * and these more than a prefix.
 *
 * @module
 */
import { searchedFields } from "../../searched-texts.ts";
import type { Wanted } from "../../wanted.ts";
import type { Dictionary } from "./dictionary.ts";
import type { Postings } from "./postings.ts";
import type { Prefixes } from "./prefixes.ts";
import type { Slots } from "../memory/slots.ts";
import { createWalker } from "./walk.ts";

export interface WordPlaces {
  readonly words: readonly number[];
  /** By word: how well it matches in a field of rank 0. */
  readonly scores: readonly number[];
  /** 0 is none. */
  readonly prefixColumn: number;
  readonly prefixScore: number;
  /** About so many documents have it. */
  readonly size: number;
  /** Whether any of it is a column. */
  readonly isDense: boolean;
}

/** What a field rank costs: a prefix costs 1, so less than any field. */
export const fieldCost = 2;

export interface PlacesFinder {
  /** One for each word of a query, the rarest first. */
  ofQuery(words: readonly Wanted[]): WordPlaces[];
  /** @param typoCost More than all field ranks and the prefix of a query's words together. */
  ofWord(word: string, isPrefix: boolean, typoCost: number): WordPlaces;
}

export function createPlacesFinder(
  dictionary: Dictionary,
  postings: Postings,
  prefixes: Prefixes,
  slots: Slots,
): PlacesFinder {
  const walker = createWalker(dictionary);

  function ofWord(word: string, isPrefix: boolean, typoCost: number): WordPlaces {
    const prefixColumn = isPrefix ? prefixes.columnOf(word) : 0;
    // The column stands for all longer words; the word itself is still better by the prefix.
    const found = walker.find(word, isPrefix && prefixColumn === 0);
    // The worst match, two typos in the last field, still scores more than 0.
    const best = 2 * typoCost + searchedFields.length * fieldCost + 2;
    const scores = found.tiers.map((tier) => best - (tier >> 1) * typoCost - (tier & 1));
    let size = prefixColumn === 0 ? 0 : slots.used;
    let isDense = prefixColumn !== 0;
    for (const one of found.words) {
      size += postings.countOf(one);
      isDense ||= postings.columnOf(one) !== 0;
    }
    return { words: found.words, scores, prefixColumn, prefixScore: best - 1, size, isDense };
  }

  return {
    ofWord,
    ofQuery(words) {
      const typoCost = words.length * searchedFields.length * fieldCost + 2;
      return words.map(({ word, isPrefix }) => ofWord(word, isPrefix, typoCost))
        .sort(rarestFirst);
    },
  };
}

export function rarestFirst(a: WordPlaces, b: WordPlaces): number {
  return a.size - b.size;
}
