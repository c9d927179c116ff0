/**
 * Most words: the documents that have as many words of a query as some document has, where none has
 * all. The words are counted for thirty-two documents at once, by adding their sets bit by bit: plane
 * `p` has the bit of value 2ᵖ of every document's count.
 *
 * @module
 */
import type { Wanted } from "../../wanted.ts";
import type { MatchBitsets } from "./match-bitsets.ts";

export interface MostWords {
  /** So many words: of the documents of `passing` none has more. 0 when none has any. */
  readonly matched: number;
  /** The documents of `relevant` that have as many or more. */
  readonly having: Uint32Array;
  /** By word: whether a document of `passing` among them has it. */
  readonly isFound: readonly boolean[];
}

/** What lasts until `bitsets` forget. */
export function findMostWords(
  words: readonly Wanted[],
  bitsets: MatchBitsets,
  relevant: Uint32Array,
  passing: Uint32Array,
): MostWords {
  const sets = words.map((word) => bitsets.having(word));
  const planes = Array.from(
    { length: 32 - Math.clz32(words.length) },
    () => new Uint32Array(relevant.length),
  );
  for (const set of sets) addTo(planes, set, relevant);
  const matched = largestOf(planes, passing);
  const having = atLeast(planes, matched, relevant);
  const isFound = sets.map((set) => {
    for (let at = 0; at < having.length; at++) {
      if ((set[at]! & having[at]! & passing[at]!) !== 0) return true;
    }
    return false;
  });
  return { matched, having, isFound };
}

function addTo(planes: readonly Uint32Array[], set: Uint32Array, within: Uint32Array): void {
  for (let at = 0; at < within.length; at++) {
    let carry = set[at]! & within[at]!;
    for (let plane = 0; carry !== 0; plane++) {
      const sums = planes[plane]!;
      const sum = sums[at]!;
      sums[at] = sum ^ carry;
      carry &= sum;
    }
  }
}

function largestOf(planes: readonly Uint32Array[], among: Uint32Array): number {
  let largest = 0;
  for (let at = 0; at < among.length; at++) {
    let rest = among[at]!;
    let count = 0;
    for (let plane = planes.length - 1; plane >= 0 && rest !== 0; plane--) {
      const higher = rest & planes[plane]![at]!;
      if (higher === 0) continue;
      count += 1 << plane;
      rest = higher;
    }
    if (count > largest) largest = count;
  }
  return largest;
}

function atLeast(
  planes: readonly Uint32Array[],
  least: number,
  among: Uint32Array,
): Uint32Array {
  const found = new Uint32Array(among.length);
  for (let at = 0; at < among.length; at++) {
    let equal = among[at]!;
    let more = 0;
    for (let plane = planes.length - 1; plane >= 0 && equal !== 0; plane--) {
      const bits = planes[plane]![at]!;
      if ((least >>> plane) & 1) equal &= bits;
      else {
        more |= equal & bits;
        equal &= ~bits;
      }
    }
    found[at] = more | equal;
  }
  return found;
}
