/**
 * How one word of a query matches one word of a document: the rule behind every engine, for a few
 * documents.
 *
 * @module
 */

/** The typos that are forgiven in a word of so many letters. */
export function forgiven(letters: number): 0 | 1 | 2 {
  return letters >= 9 ? 2 : letters >= 4 ? 1 : 0;
}

/**
 * The edits (insert, delete, substitute, swap of neighbours) from `wanted` to `word`, and one more
 * when their first letters differ.
 *
 * @see {@link https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance} "Optimal string
 * alignment distance". `rows[i][j]` is that of the first `i` letters and the first `j` letters.
 */
export function typosBetween(wanted: string, word: string): number {
  const a = [...wanted];
  const b = [...word];
  const rows: number[][] = [];
  const cell = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 0; i <= a.length; i++) {
    const row: number[] = [];
    rows.push(row);
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) {
        row.push(i + j);
        continue;
      }
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(
        cell(i - 1, j) + 1,
        cell(i, j - 1) + 1,
        cell(i - 1, j - 1) + same,
        swapped ? cell(i - 2, j - 2) + 1 : Infinity,
      ));
    }
  }
  const penalty = a[0] === b[0] ? 0 : 1;
  return cell(a.length, b.length) + penalty;
}
