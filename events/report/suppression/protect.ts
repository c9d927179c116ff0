import type { Cell } from "./count-graph.ts";
import { type Bounds, createWorlds, type Term } from "./worlds.ts";

/** Counts, the sums that readers know, and which counts are held back so far. */
export interface Problem {
  readonly cells: readonly Cell[];
  readonly sums: readonly (readonly Term[])[];
  /** 1 for what is not printed; grows. */
  readonly isHeld: Uint8Array;
  /** 1 for what the next cycle goes on from. */
  readonly isStock: Uint8Array;
  readonly minCell: number;
  /** The cycle that is decided; what is printed of others stays so. */
  readonly cycle: number;
  /** The first cycle whose sums these are; a reader is taken to know all counts of earlier ones. */
  readonly from: number;
}

export interface Outcome {
  /** Those that are something else in worlds where the cycle ends otherwise: later cycles may know better. */
  readonly open: readonly number[];
  /** Those that have too few values still. */
  readonly missing: readonly number[];
}

/** What a small count is in the worlds that were found. */
interface Range {
  least: number;
  most: number;
  /** Whether one of those worlds ends otherwise than the true one. */
  endsOtherwise: boolean;
}

/**
 * Protection of small counts. For each one, worlds are looked for in which it has another value, until the
 * values found are as many as a small count can have. Where they are too few, printed counts that fix the
 * small one are held back as well.
 *
 * Worlds with the true counts at the end of the cycle are looked for first: nothing that is printed of later
 * cycles rules them out.
 */
export function protect(problem: Problem, places: readonly number[]): Outcome {
  const { isHeld, isStock, minCell, cycle, from } = problem;
  // Only counts that are in a sum change with others.
  const all = [
    ...new Set([...places, ...problem.sums.flatMap((terms) => terms.map(([at]) => at))]),
  ];
  const cells = all.flatMap((at) => problem.cells[at] ?? []);
  const numberOf = new Map(all.map((at, number) => [at, number]));
  const sumsOf = invert(problem.sums, numberOf);
  const truth = cells.map(({ value }) => value);
  const worlds = createWorlds(truth, sumsOf, problem.sums.length);
  /** How many more values than one. */
  const width = Math.max(1, minCell - 2);
  const ranges = places.map((at): readonly [number, Range] => {
    const number = numberOf.get(at) ?? -1;
    const value = truth[number] ?? 0;
    return [number, { least: value, most: value, endsOtherwise: false }];
  });
  /** A count that is held back and is not 0 is not taken for one: zeros can be seen. */
  const least = Uint8Array.from(cells, ({ isPrinted, value }) => Number(isPrinted && value > 0));
  const isFixed = Uint8Array.from(
    all,
    (at, number) => Number(!isHeld[at] || (cells[number]?.cycle ?? 0) < from),
  );
  const isEnd = Uint8Array.from(
    all,
    (at, number) => Number(isStock[at] === 1 && cells[number]?.cycle === cycle),
  );
  const ends = [...isEnd.keys()].filter((number) => isEnd[number] === 1);
  const leastOf = (number: number) => least[number] ?? 0;
  const isFree = (number: number) => isFixed[number] === 0;
  const asItEnds: Bounds = {
    leastOf,
    isFree: (number) => isFixed[number] === 0 && isEnd[number] === 0,
    free: () => undefined,
  };
  const anyEnd: Bounds = { leastOf, isFree, free: () => undefined };
  const holding: Bounds = {
    leastOf,
    isFree,
    free(helpful) {
      const number = cheapest(cells, helpful, isFixed, cycle);
      const at = all[number ?? -1];
      if (number === undefined || at === undefined) return undefined;
      isFixed[number] = 0;
      isHeld[at] = 1;
      return number;
    },
  };
  function widen(range: Range, value: number): void {
    if (value >= range.least && value <= range.most) return;
    range.least = Math.min(range.least, value);
    range.most = Math.max(range.most, value);
    range.endsOtherwise ||= ends.some((number) => worlds.world[number] !== truth[number]);
  }
  function notice(): void {
    if (!worlds.world.every(Number.isInteger)) return;
    for (const [number, range] of ranges) widen(range, worlds.world[number] ?? 0);
  }
  /** Looks for worlds in which a count has the values that it lacks. Returns whether it has enough. */
  function look(number: number, range: Range, bounds: Bounds): boolean {
    const missing = () => width - (range.most - Math.max(1, range.least));
    for (const up of [true, false]) {
      if (missing() <= 0 || (!up && range.least <= 1)) continue;
      worlds.startOver();
      const wished = up ? range.most + missing() : Math.max(1, range.least - missing());
      const isThere = worlds.walk(number, wished, bounds, notice);
      // Counts in halves are between two worlds: adding and subtracting does not rule them out.
      if (isThere && bounds === holding) widen(range, wished);
    }
    return missing() <= 0;
  }

  const missing = ranges.filter(([number, range]) =>
    ![asItEnds, anyEnd, holding].some((bounds) => look(number, range, bounds))
  );
  const open = ranges.filter((one) => one[1].endsOtherwise && !missing.includes(one));
  const placesOf = (found: typeof ranges) => found.map(([number]) => all[number] ?? -1);
  return { open: placesOf(open), missing: placesOf(missing) };
}

/** Of printed counts, details are held back before totals, and large ones last among their like. */
function cheapest(
  cells: readonly Cell[],
  places: readonly number[],
  isFixed: Uint8Array,
  cycle: number,
): number | undefined {
  const costOf = (place: number) => {
    const cell = cells[place];
    if (cell === undefined || cell.cycle !== cycle || !cell.isPrinted || !isFixed[place]) {
      return Infinity;
    }
    if (cell.value === 0) return cell.showsZero ? Infinity : 4e6 * 100 ** cell.weight;
    return 1e6 * 100 ** cell.weight + cell.value;
  };
  let best: number | undefined;
  let least = Infinity;
  for (const place of places) {
    const cost = costOf(place);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** The sums that each count is in. */
function invert(
  sums: readonly (readonly Term[])[],
  numberOf: ReadonlyMap<number, number>,
): Term[][] {
  const sumsOf: Term[][] = Array.from({ length: numberOf.size }, () => []);
  for (const [sum, terms] of sums.entries()) {
    for (const [at, factor] of terms) sumsOf[numberOf.get(at) ?? -1]?.push([sum, factor]);
  }
  return sumsOf;
}
