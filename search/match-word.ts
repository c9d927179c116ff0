export interface Wanted {
  readonly word: string;
  /** Whether it may be unfinished: only a text's last word can be. */
  readonly isPrefix: boolean;
  readonly isExact: boolean;
}

/** Matches a query word with a document's word: the reference rule of every engine. */

export function allowedTypos(letters: number): 0 | 1 | 2 {
  return letters >= 9 ? 2 : letters >= 4 ? 1 : 0;
}

/**
 * Edits (insert, delete, substitute, swap); one more if first letters differ. `rows[i][j]` is the
 * distance of the first `i` and `j` letters.
 * @see {@link https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance}
 */
export function typosBetween(wanted: string, word: string): number {
  const [a, b] = [[...wanted], [...word]];
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 1; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    const [row, before] = [rows[i]!, rows[i - 1]!];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity;
      row[j] = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + same, swapped);
    }
  }
  return rows[a.length]![b.length]! + (a[0] === b[0] ? 0 : 1);
}
