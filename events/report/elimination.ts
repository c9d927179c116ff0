import type { Terms } from "./suppress.ts";

/** A prime below 2^26: products of two remainders are exact. */
const prime = 67_108_859;

/**
 * Cells that can be computed from the open sums by adding and subtracting them: those that stand
 * alone in a row once the sums are in reduced form.
 *
 * @param open The terms of each sum that are held back.
 * @see {@link https://en.wikipedia.org/wiki/Gaussian_elimination} done with remainders of a prime,
 * so that nothing is rounded.
 */
export function determined(open: readonly Terms[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const sums of components(open.filter((terms) => terms.length > 0))) {
    for (const place of determinedIn(sums)) found.add(place);
  }
  return found;
}

/** Sums that share cells, directly or through others. */
function components(sums: readonly Terms[]): Terms[][] {
  const sumsOf = new Map<number, number[]>();
  for (const [index, terms] of sums.entries()) {
    for (const [place] of terms) {
      const list = sumsOf.get(place);
      if (list === undefined) sumsOf.set(place, [index]);
      else list.push(index);
    }
  }
  const seen = new Set<number>();
  return sums.flatMap((_, first) => {
    if (seen.has(first)) return [];
    seen.add(first);
    const members = [first];
    for (let next = 0; next < members.length; next++) {
      for (const [place] of sums[members[next] ?? -1] ?? []) {
        for (const other of sumsOf.get(place) ?? []) {
          if (seen.has(other)) continue;
          seen.add(other);
          members.push(other);
        }
        sumsOf.delete(place);
      }
    }
    return [members.flatMap((index) => sums[index] === undefined ? [] : [sums[index]])];
  });
}

function determinedIn(sums: readonly Terms[]): number[] {
  const places = [...new Set(sums.flatMap((terms) => terms.map(([place]) => place)))];
  const columnOf = new Map(places.map((place, column) => [place, column]));
  const rows = sums.map((terms) => {
    const row = new Float64Array(places.length);
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

function reduce(rows: Float64Array[], width: number): void {
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
