/**
 * Loops over dense columns: which documents have a very frequent word, and the score of each match. Broad
 * searches spend their time here, so the loops have no branches for single documents. There is one for a
 * single column and one for two, since a frequent word is often the beginning of others, too.
 *
 * @module
 */
import { isZero, larger } from "../memory/numbers.ts";

/** A column, and by its byte what a match is worth. */
export interface Dense {
  readonly bytes: Uint8Array;
  readonly worth: Uint16Array;
}

/** The slots that match, and by slot how well: what the loops write. */
export interface Found {
  readonly hits: Uint32Array;
  readonly scores: Uint16Array;
}

/** Lists the slots below `used` that the column has, in order, and says how many they are. */
export function listOne(
  { bytes, worth }: Dense,
  admitted: Uint32Array,
  used: number,
  { hits, scores }: Found,
): number {
  let listed = 0;
  for (let start = 0; start < used; start += 32) {
    const bits = admitted[start >>> 5]!;
    // Roles and filters leave out many slots, often all of a few dozen neighbours.
    if (bits === 0) continue;
    const end = Math.min(start + 32, used);
    for (let slot = start; slot < end; slot++) {
      const score = worth[bytes[slot]!]! & -((bits >>> slot) & 1);
      scores[slot] = score;
      hits[listed] = slot;
      listed += isZero(score) ^ 1;
    }
  }
  return listed;
}

/** The same of two columns. */
export function listTwo(
  { bytes, worth }: Dense,
  { bytes: otherBytes, worth: otherWorth }: Dense,
  admitted: Uint32Array,
  used: number,
  { hits, scores }: Found,
): number {
  let listed = 0;
  for (let start = 0; start < used; start += 32) {
    const bits = admitted[start >>> 5]!;
    if (bits === 0) continue;
    const end = Math.min(start + 32, used);
    for (let slot = start; slot < end; slot++) {
      const best = larger(worth[bytes[slot]!]!, otherWorth[otherBytes[slot]!]!);
      const score = best & -((bits >>> slot) & 1);
      scores[slot] = score;
      hits[listed] = slot;
      listed += isZero(score) ^ 1;
    }
  }
  return listed;
}

/** Lists what the column has besides the first `listed` hits, and says how many there are then. */
export function listMore(
  { bytes, worth }: Dense,
  admitted: Uint32Array,
  used: number,
  { hits, scores }: Found,
  listed: number,
): number {
  let more = listed;
  for (let slot = 0; slot < used; slot++) {
    const score = worth[bytes[slot]!]! & -((admitted[slot >>> 5]! >>> slot) & 1);
    const known = scores[slot]!;
    hits[more] = slot;
    more += isZero(known) & (isZero(score) ^ 1);
    scores[slot] = larger(known, score);
  }
  return more;
}
