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
  let moved = false;
  for (const [place, factor] of terms) {
    let [least, most] = [0, 0];
    for (const [other, its] of terms) {
      if (other === place) continue;
      const [from, to] = [low.get(other) ?? 0, high.get(other) ?? Infinity];
      least += its > 0 ? its * from : its * to;
      most += its > 0 ? its * to : its * from;
    }
    const [from, to] = [(sum - most) / factor, (sum - least) / factor].sort((a, b) => a - b) as [
      number,
      number,
    ];
    if (Math.ceil(from) > (low.get(place) ?? 0)) {
      low.set(place, Math.ceil(from));
      moved = true;
    }
    if (Math.floor(to) < (high.get(place) ?? Infinity)) {
      high.set(place, Math.floor(to));
      moved = true;
    }
  }
  return moved;
}
