import type { Terms } from "./suppress.ts";

/** A prime below 2^15: products of two remainders are small integers, which machines divide fast. */
const prime = 32_749;

/**
 * Cells that can be computed from the open sums by adding and subtracting them: those that stand
 * alone in a row once the sums are in reduced form.
 *
 * @param open Sums that share cells; of each, the terms that are held back.
 * @see {@link https://en.wikipedia.org/wiki/Gaussian_elimination} done with remainders of a prime,
 * so that nothing is rounded.
 */
export function determined(open: readonly (readonly Terms[])[]): ReadonlySet<number> {
  return new Set(open.flatMap(determinedIn));
}

function determinedIn(sums: readonly Terms[]): number[] {
  const places = [...new Set(sums.flatMap((terms) => terms.map(([place]) => place)))];
  const columnOf = new Map(places.map((place, column) => [place, column]));
  const rows = sums.map((terms) => {
    const row = new Int32Array(places.length);
    for (const [place, factor] of terms) {
      const column = columnOf.get(place) ?? 0;
      row[column] = ((row[column] ?? 0) + factor + prime) % prime;
    }
    return row;
  });
  reduce(rows, places.length);
  return rows.flatMap((row) => {
    const first = row.findIndex((value) => value !== 0);
    const isAlone = first !== -1 && row.findLastIndex((value) => value !== 0) === first;
    return isAlone ? [places[first] ?? -1] : [];
  });
}

function reduce(rows: Int32Array[], width: number): void {
  let pivot = 0;
  for (let column = 0; column < width && pivot < rows.length; column++) {
    const found = rows.findIndex((row, at) => at >= pivot && row[column] !== 0);
    const chosen = rows[found];
    if (chosen === undefined) continue;
    rows[found] = rows[pivot] ?? chosen;
    rows[pivot] = chosen;
    const inverse = power(chosen[column] ?? 1, prime - 2);
    for (let at = column; at < width; at++) chosen[at] = ((chosen[at] ?? 0) * inverse) % prime;
    for (const row of rows) {
      const factor = row[column] ?? 0;
      if (row === chosen || factor === 0) continue;
      for (let at = column; at < width; at++) {
        row[at] = ((row[at] ?? 0) + (prime - factor) * (chosen[at] ?? 0)) % prime;
      }
    }
    pivot += 1;
  }
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let factor = base, rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * factor) % prime;
    factor = (factor * factor) % prime;
  }
  return result;
}
