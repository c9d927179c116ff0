/**
 * Matcher: finds and scores the documents that match a text. Scores are added; higher is better. A
 * typo outweighs all ranks of fields together, and a rank all prefixes.
 */
import type { Dictionary } from "../dictionary.ts";
import type { Wanted } from "../match-word.ts";
import { looseRank } from "../searched-texts.ts";
import { maxParts, type Part, partsIn, weightOf } from "../part.ts";
import type { ParsedText } from "../parse-text.ts";
import { slotsWhere } from "./column.ts";
import type { Members } from "./members.ts";
import { type Postings, rankBits, rankMask } from "./postings.ts";

/** Matching slots, in any order, and by slot their scores. */
export interface Matches {
  readonly slots: Uint32Array;
  readonly scores: Uint32Array;
}

/**
 * Costs of a prefix match, a rank and a typo, each larger than all smaller ones of all parts
 * together.
 */
const rankCost = maxParts + 1;
const typoCost = rankCost * (looseRank * maxParts + 1);
/** Score of a whole word as typed in the best field; the worst match still scores above 0. */
const best = 2 * typoCost + looseRank * rankCost + 2;

export class Matcher {
  constructor(
    private readonly dictionary: Dictionary,
    private readonly postings: Postings,
    private readonly members: Members,
  ) {}

  readonly isFound = ({ any }: Part): boolean =>
    any.some((wanted) => this.dictionary.find(wanted).length > 0);

  match({ parts, without }: ParsedText): Matches {
    const marks = partsIn(parts, this.isFound).map(({ any }) => this.#marksOf(any));
    let slots = this.members.recent.slots();
    for (const one of marks) slots = slotsWhere(slots, (slot) => one[slot] !== 0);
    if (without.length > 0) {
      const refused = this.#marksOf(
        without.map(({ word }) => ({ word, isPrefix: false, isExact: true })),
      );
      slots = slotsWhere(slots, (slot) => refused[slot] === 0);
    }
    const scores = new Uint32Array(this.members.ids.length);
    for (const one of marks) {
      for (let at = 0; at < slots.length; at++) scores[slots[at]!]! += one[slots[at]!]!;
    }
    return { slots, scores };
  }

  /** Parts that a relaxed search requires; none if no document matches any. */
  bestParts(parts: readonly Part[], slots: Uint32Array): readonly Part[] {
    /** By slot: a bit for each matching part, the lowest for the first. */
    const sets = new Int32Array(this.members.ids.length);
    const weights = parts.map((part, at) => {
      const marks = this.#marksOf(part.any);
      let having = 0;
      for (let slot = 0; slot < marks.length; slot++) {
        if (marks[slot] === 0) continue;
        sets[slot]! |= 1 << at;
        having++;
      }
      return weightOf(part, this.members.count, having);
    });
    let heaviest = 0;
    let most = 0;
    for (const slot of slots) {
      const set = sets[slot]!;
      // A subset of the best set can't weigh more.
      if ((set & ~heaviest) === 0) continue;
      const weight = weights.reduce((sum, one, at) => hasPart(set, at) ? sum + one : sum, 0);
      if (weight < most || (weight === most && !isEarlier(set, heaviest))) continue;
      most = weight;
      heaviest = set;
    }
    return parts.filter((_, at) => hasPart(heaviest, at));
  }

  /** By slot: the best score for one of these words; 0 without any. */
  #marksOf(any: readonly Wanted[]): Uint32Array {
    const marks = new Uint32Array(this.members.ids.length);
    for (const { word, tier } of any.flatMap((wanted) => this.dictionary.find(wanted))) {
      const worth = best - (tier >> 1) * typoCost - (tier & 1);
      const { numbers, length } = this.postings.of(word);
      for (let place = 0; place < length; place++) {
        const entry = numbers[place]!;
        const slot = entry >>> rankBits;
        const score = worth - rankCost * (entry & rankMask);
        if (score > marks[slot]!) marks[slot] = score;
      }
    }
    return marks;
  }
}

function hasPart(set: number, part: number): boolean {
  return (set >> part & 1) !== 0;
}

/** Whether the first part that is in only one of the sets is in this one. */
function isEarlier(set: number, other: number): boolean {
  const different = set ^ other;
  return (set & different & -different) !== 0;
}
