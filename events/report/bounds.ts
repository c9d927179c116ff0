import type { Terms } from "./suppress.ts";

/** Rounds of narrowing; each sum of a chain of sums takes one. */
const maxRounds = 40;

/** How many more values than one a cell must have left, about as many as a small one has anyway. */
export const widthFor = (minCell: number) => Math.max(1, minCell - 2);

/**
 * Cells of which the open sums say nearly what they are, since no count is negative: those with
 * fewer possible values than a small cell has anyway.
 *
 * @param open The terms of each sum that are held back; what they add up to is known.
 * @param cellOf The true value, of which the known sums are made, and the least it can be.
 */
export function narrowed(
  open: readonly Terms[],
  cellOf: (place: number) => { readonly value: number; readonly least: number },
  minCell: number,
): ReadonlySet<number> {
  const low = new Map<number, number>();
  const high = new Map<number, number>();
  for (const [place] of open.flat()) low.set(place, cellOf(place).least);
  const sums = open.filter((terms) => terms.length > 0).map((terms) => ({
    terms,
    sum: terms.reduce((sum, [place, factor]) => sum + factor * cellOf(place).value, 0),
  }));
  for (let round = 0; round < maxRounds; round++) {
    const moved = sums.map(({ terms, sum }) => narrow(terms, sum, low, high));
    if (!moved.includes(true)) break;
  }
  const width = widthFor(minCell);
  const places = new Set(sums.flatMap(({ terms }) => terms.map(([place]) => place)));
  return new Set(
    [...places].filter((place) => (high.get(place) ?? Infinity) - (low.get(place) ?? 0) < width),
  );
}

/** Narrows the cells of one sum by what its other cells can be. */
function narrow(
  terms: Terms,
  sum: number,
  low: Map<number, number>,
  high: Map<number, number>,
): boolean {
  const limits = terms.map(([place, factor]) => {
    const ends = [factor * (low.get(place) ?? 0), factor * (high.get(place) ?? Infinity)] as const;
    return { place, factor, least: Math.min(...ends), most: Math.max(...ends) };
  });
  const least = totalOf(limits.map((limit) => limit.least));
  const most = totalOf(limits.map((limit) => limit.most));
  let moved = false;
  for (const limit of limits) {
    const { place, factor } = limit;
    const ends = [
      (sum - most.without(limit.most)) / factor,
      (sum - least.without(limit.least)) / factor,
    ];
    const from = Math.ceil(Math.min(...ends));
    const to = Math.floor(Math.max(...ends));
    if (from > (low.get(place) ?? 0)) {
      low.set(place, from);
      moved = true;
    }
    if (to < (high.get(place) ?? Infinity)) {
      high.set(place, to);
      moved = true;
    }
  }
  return moved;
}

/** A sum from which one of its values can be taken again, also an infinite one. */
function totalOf(values: readonly number[]) {
  let finite = 0;
  let infinite = 0;
  let sign = 1;
  for (const value of values) {
    if (Number.isFinite(value)) finite += value;
    else {
      infinite += 1;
      sign = Math.sign(value);
    }
  }
  return {
    without(value: number): number {
      const isFinite = Number.isFinite(value);
      if (infinite > (isFinite ? 0 : 1)) return sign * Infinity;
      return isFinite ? finite - value : finite;
    },
  };
}
