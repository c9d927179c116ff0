/**
 * Suppression: which counts may not be printed. A small count names people to readers who know the rest
 * of the group. It must not be computed from other counts either: further counts are held back until
 * every small one could have other values.
 *
 * @module
 */
import type { Cell, CountGraph } from "./count-graph.ts";
import { type Problem, protect } from "./protect.ts";
import type { Term } from "./worlds.ts";

/**
 * Keys of the counts that must not be printed. Counts of 1 to `minCell` - 1 are small. Of a group that
 * is small nothing more is told, not even who it has none of; other zeros name nobody. Cycles are decided
 * one after the other, and nothing that was decided for an earlier one changes, so that reports of
 * different cycles agree.
 *
 * Each small count is found as many values from 1 on as "1 to 4" has, in worlds that print the same. In
 * those, no other count that is held back becomes a 0, since a reader expects to see zeros.
 */
export function suppress(countGraph: CountGraph, minCell: number): ReadonlySet<string> {
  const cells = [...countGraph.cells.values()];
  const placeOf = new Map(cells.map(({ key }, place) => [key, place]));
  const isHeld = Uint8Array.from(cells, ({ isPrinted }) => Number(!isPrinted));
  const cycles = [...new Set(cells.map(({ cycle }) => cycle))].sort((a, b) => a - b);
  const known = knownSums(countGraph, placeOf, cells);
  const isStock = stocksIn(known, cells);
  let open: readonly number[] = [];
  for (const cycle of cycles) {
    const problemFrom = (from: number): Problem => {
      const sums = known.filter((one) => one.cycle >= from && one.cycle <= cycle);
      return { cells, sums: sums.map(({ terms }) => terms), isHeld, isStock, minCell, cycle, from };
    };
    const small = [...cells.entries()].flatMap(([place, { isSecret, value, cycle: its }]) =>
      isSecret && its === cycle && value > 0 && value < minCell ? [place] : []
    );
    holdSmall(problemFrom(cycle), known);
    // First as if readers knew all counts of earlier cycles; where no world is left then, with those
    // that were held back.
    const protectFrom = (places: readonly number[], latest: number): readonly number[] => {
      if (places.length === 0 || latest < cycle - 3) return places;
      const outcome = protect(problemFrom(latest), places);
      return [...outcome.open, ...protectFrom(outcome.missing, latest - 1)];
    };
    const cycleOf = (place: number) => cells[place]?.cycle ?? cycle;
    const before = [2, 1].flatMap((ago) =>
      protectFrom(open.filter((place) => cycleOf(place) === cycle - ago), cycle - ago)
    );
    open = [...before, ...protectFrom(small, cycle)].filter((place) => cycleOf(place) >= cycle - 1);
  }
  return new Set(
    cells.flatMap(({ key, isPrinted }, place) => isPrinted && isHeld[place] ? [key] : []),
  );
}

interface Known {
  readonly terms: readonly Term[];
  readonly parts: readonly number[];
  /** The latest cycle of which it says something. */
  readonly cycle: number;
}

/** Sums that a reader knows. A sum that does not hold, although it usually does, only misleads readers. */
function knownSums(
  { relations }: CountGraph,
  placeOf: ReadonlyMap<string, number>,
  cells: readonly Cell[],
): Known[] {
  return relations.flatMap(({ terms: named, parts }) => {
    const terms = named.filter(([key, factor]) => factor !== 0 && placeOf.has(key))
      .map(([key, factor]): Term => [placeOf.get(key) ?? -1, factor]);
    const valueOf = (place: number) => cells[place]?.value ?? 0;
    const sum = terms.reduce((total, [place, factor]) => total + factor * valueOf(place), 0);
    if (sum !== 0) return [];
    const cycle = Math.max(...terms.map(([place]) => cells[place]?.cycle ?? 0));
    return [{ terms, parts: parts.map((key) => placeOf.get(key) ?? -1), cycle }];
  });
}

/** Marks the counts of which later cycles say something. */
function stocksIn(known: readonly Known[], cells: readonly Cell[]): Uint8Array {
  const isStock = new Uint8Array(cells.length);
  for (const { terms, cycle } of known) {
    for (const [place] of terms) {
      if ((cells[place]?.cycle ?? cycle) < cycle) isStock[place] = 1;
    }
  }
  return isStock;
}

/** Holds back what is small, and everything else about a group that is. */
function holdSmall(
  { cells, isHeld, minCell, cycle }: Problem,
  sums: readonly Known[],
): void {
  const groups = new Map<number, number[][]>();
  for (const { terms: [first], parts } of sums) {
    const [group] = first ?? [-1];
    if (parts.length > 0) groups.set(group, [...groups.get(group) ?? [], [...parts]]);
  }
  const hold = (place: number) => {
    const cell = cells[place];
    if (cell === undefined || cell.cycle !== cycle || !cell.isPrinted || isHeld[place]) return;
    if (cell.value === 0 && cell.showsZero) return;
    isHeld[place] = 1;
    for (const parts of groups.get(place) ?? []) parts.forEach(hold);
  };
  for (const [place, { value }] of cells.entries()) {
    if (value > 0 && value < minCell) hold(place);
  }
}
