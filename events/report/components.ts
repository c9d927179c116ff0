import type { Terms } from "./suppress.ts";

/** Sums that share cells, directly or through others; sums without terms are left out. */
export function components(sums: readonly Terms[]): Terms[][] {
  const sumsOf = new Map<number, Terms[]>();
  for (const terms of sums) {
    for (const [place] of terms) {
      const list = sumsOf.get(place);
      if (list === undefined) sumsOf.set(place, [terms]);
      else list.push(terms);
    }
  }
  const seen = new Set<Terms>();
  return sums.flatMap((first) => {
    if (seen.has(first) || first.length === 0) return [];
    const together = new Set([first]);
    for (const terms of together) {
      seen.add(terms);
      for (const [place] of terms) {
        for (const other of sumsOf.get(place) ?? []) together.add(other);
        sumsOf.delete(place);
      }
    }
    return [[...together]];
  });
}
