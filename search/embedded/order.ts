/**
 * Sorted list of all documents in one order. Pages of broad results are read from it, instead of sorting
 * a million hits. It consists of short sorted pieces, so that adding one document moves about a thousand
 * numbers, not all of them.
 *
 * @module
 */
import { hasBit } from "./memory/bits.ts";
import { withLength } from "./memory/numbers.ts";

/** Negative when slot `a` comes first; 0 only for the same slot. */
export type Compare = (a: number, b: number) => number;

export interface Order {
  add(slot: number): void;
  /** Takes out a slot whose keys have not changed since it was added. */
  remove(slot: number): void;
  /** The slots of a set in order, from the `skip`th that is in a band of scores, at most `count`. */
  read(skip: number, count: number, wanted: Uint32Array, band?: ScoreBand): number[];
  /** The slots in order from the first that is not `before` as long as they are `wanted`. */
  readRange(before: (slot: number) => boolean, wanted: (slot: number) => boolean): number[];
  /** All slots in order. */
  list(): Uint32Array;
  /** Makes an empty order one of these slots, which are in order. */
  restore(sorted: Uint32Array): void;
}

/** The slots that have a score from `low` to `high`. */
export interface ScoreBand {
  /** By slot. */
  readonly scores: Uint16Array;
  readonly low: number;
  readonly high: number;
}

const pieceSize = 1024;

export function createOrder(compare: Compare): Order {
  const pieces: Piece[] = [{ slots: new Uint32Array(pieceSize), length: 0 }];

  function add(slot: number): void {
    const at = pieceFor(slot);
    const piece = pieces[at]!;
    const place = placeIn(piece, slot);
    piece.slots.copyWithin(place + 1, place, piece.length);
    piece.slots[place] = slot;
    piece.length++;
    if (piece.length === pieceSize) pieces.splice(at, 1, ...halves(piece));
  }

  function remove(slot: number): void {
    const at = pieceFor(slot);
    const piece = pieces[at]!;
    const place = placeIn(piece, slot);
    if (piece.slots[place] !== slot) throw new Error(`Slot ${slot} is not in its place`);
    piece.slots.copyWithin(place, place + 1, piece.length);
    piece.length--;
    if (piece.length === 0 && pieces.length > 1) pieces.splice(at, 1);
  }

  function read(skip: number, count: number, wanted: Uint32Array, band?: ScoreBand): number[] {
    const found: number[] = [];
    const scores = band?.scores;
    const low = band?.low ?? 0;
    const high = band?.high ?? 0;
    let skipped = 0;
    for (const { slots, length } of pieces) {
      for (let place = 0; place < length; place++) {
        if (found.length === count) return found;
        const slot = slots[place]!;
        // First what refuses most slots: the hits of a text may be few where a page of them begins.
        if (scores !== undefined && (scores[slot]! < low || scores[slot]! > high)) continue;
        if (!hasBit(wanted, slot)) continue;
        if (skipped < skip) skipped++;
        else found.push(slot);
      }
    }
    return found;
  }

  function readRange(
    before: (slot: number) => boolean,
    wanted: (slot: number) => boolean,
  ): number[] {
    const found: number[] = [];
    const isBefore = ({ slots, length }: Piece) => length > 0 && before(slots[length - 1]!);
    const first = firstPlace(pieces.length, (at) => isBefore(pieces[at]!));
    for (let at = first; at < pieces.length; at++) {
      const { slots, length } = pieces[at]!;
      const start = at > first ? 0 : firstPlace(length, (place) => before(slots[place]!));
      for (let place = start; place < length; place++) {
        if (!wanted(slots[place]!)) return found;
        found.push(slots[place]!);
      }
    }
    return found;
  }

  /** The first piece whose last slot does not come before this one, or the last piece. */
  function pieceFor(slot: number): number {
    return firstPlace(pieces.length - 1, (at) => {
      const { slots, length } = pieces[at]!;
      return compare(slots[length - 1]!, slot) < 0;
    });
  }

  /** The first place in the piece whose slot does not come before this one. */
  function placeIn({ slots, length }: Piece, slot: number): number {
    return firstPlace(length, (place) => compare(slots[place]!, slot) < 0);
  }

  function list(): Uint32Array {
    const all = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const { slots, length } of pieces) {
      all.set(slots.subarray(0, length), at);
      at += length;
    }
    return all;
  }

  function restore(sorted: Uint32Array): void {
    pieces.length = 0;
    // With room in each piece for those that come.
    const step = pieceSize * 3 / 4;
    for (let at = 0; at < sorted.length || at === 0; at += step) {
      const part = sorted.subarray(at, at + step);
      pieces.push({ slots: withLength(part, pieceSize), length: part.length });
    }
  }

  return { add, remove, read, readRange, list, restore };
}

interface Piece {
  readonly slots: Uint32Array;
  length: number;
}

/** Binary search: the first of so many places that is not before what is sought, or `places`. */
export function firstPlace(places: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  let high = places;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function halves({ slots, length }: Piece): Piece[] {
  const middle = length >>> 1;
  return [[0, middle], [middle, length]].map(([start = 0, end = 0]) => {
    const half = { slots: new Uint32Array(pieceSize), length: end - start };
    half.slots.set(slots.subarray(start, end));
    return half;
  });
}
