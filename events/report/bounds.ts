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
  const places = [...new Set(open.flatMap((terms) => terms.map(([place]) => place)))];
  const cells = places.map(cellOf);
  const numberOf = new Map(places.map((place, number) => [place, number]));
  const low = Float64Array.from(cells, ({ least }) => least);
  const high = new Float64Array(cells.length).fill(Infinity);
  const sums = open.filter((terms) => terms.length > 0).map((terms): KnownSum => ({
    numbers: terms.map(([place]) => numberOf.get(place) ?? 0),
    factors: terms.map(([, factor]) => factor),
    sum: terms.reduce((sum, [place, factor]) => sum + factor * cellOf(place).value, 0),
    least: new Float64Array(terms.length),
    most: new Float64Array(terms.length),
  }));
  for (let round = 0; round < maxRounds; round++) {
    let moved = false;
    for (const sum of sums) moved = narrow(sum, low, high) || moved;
    if (!moved) break;
  }
  const width = widthFor(minCell);
  return new Set(places.filter((_, number) => (high[number] ?? 0) - (low[number] ?? 0) < width));
}

/** What some cells, by their number, add up to. */
interface KnownSum {
  readonly numbers: readonly number[];
  readonly factors: readonly number[];
  readonly sum: number;
  /** Room for what each term can be. */
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** Narrows the cells of one sum by what its other cells can be. */
function narrow(known: KnownSum, low: Float64Array, high: Float64Array): boolean {
  const { numbers, factors, sum, least, most } = known;
  for (const [at, number] of numbers.entries()) {
    const factor = factors[at] ?? 0;
    const [one, other] = [factor * (low[number] ?? 0), factor * (high[number] ?? 0)];
    least[at] = Math.min(one, other);
    most[at] = Math.max(one, other);
  }
  const withoutLeast = totalWithout(least);
  const withoutMost = totalWithout(most);
  let moved = false;
  for (const [at, number] of numbers.entries()) {
    const factor = factors[at] ?? 0;
    const one = (sum - withoutMost(most[at] ?? 0)) / factor;
    const other = (sum - withoutLeast(least[at] ?? 0)) / factor;
    const from = Math.ceil(Math.min(one, other));
    const to = Math.floor(Math.max(one, other));
    if (from > (low[number] ?? 0)) {
      low[number] = from;
      moved = true;
    }
    if (to < (high[number] ?? 0)) {
      high[number] = to;
      moved = true;
    }
  }
  return moved;
}

/** Takes one of some values from their sum again, also an infinite one; those have one sign. */
function totalWithout(values: Float64Array): (value: number) => number {
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
  return (value) => {
    const isFinite = Number.isFinite(value);
    if (infinite > (isFinite ? 0 : 1)) return sign * Infinity;
    return isFinite ? finite - value : finite;
  };
}
