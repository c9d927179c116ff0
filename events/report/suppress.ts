/**
 * Which counts may not be printed. Small ones name people to those who know the rest of the group,
 * and a small one that is held back must not be computed from others: further counts are held back
 * until nothing that is held back can be found out.
 *
 * @module
 */
import type { Cell, Ledger } from "./book.ts";
import { narrowed, widthFor } from "./bounds.ts";
import { components } from "./components.ts";
import { determined } from "./elimination.ts";

/** A sum over cells, by their place in a list. */
export type Terms = readonly (readonly [place: number, factor: number])[];

interface Sum {
  readonly terms: Terms;
  readonly isTable: boolean;
}

interface Problem {
  readonly cells: readonly Cell[];
  readonly sums: readonly Sum[];
  /** The sums that a cell is in, by its place. */
  readonly sumsOf: ReadonlyMap<number, readonly Sum[]>;
  /** The cycle that is decided; cells of others stay as they are. */
  readonly cycle: number;
  readonly minCell: number;
  /** Grows until nothing in it can be found out. */
  readonly hidden: Set<number>;
}

/**
 * Keys of the counts that must not be printed. Counts of 1 to `minCell` - 1 are small. A 0 names
 * nobody, but stands for itself only where no other part of its total is held back: otherwise what
 * is held back would be known not to be 0. Cycles are decided one after the other, and nothing that
 * was decided for an earlier one changes, so that reports of different cycles agree.
 *
 * What a reader may do is add and subtract any printed counts, also those of other tables and of
 * earlier cycles, and use that no count is negative.
 */
export function suppress(ledger: Ledger, minCell: number): ReadonlySet<string> {
  const cells = [...ledger.cells.values()];
  const all = sumsOver(cells, ledger);
  const hidden = new Set<number>();
  for (const cycle of [...new Set(cells.map((cell) => cell.cycle))].sort((a, b) => a - b)) {
    const sums = all.filter(({ terms }) =>
      terms.every(([place]) => (cells[place]?.cycle ?? Infinity) <= cycle)
    );
    for (const [place, cell] of cells.entries()) {
      if (cell.cycle === cycle && cell.value > 0 && cell.value < minCell) hidden.add(place);
    }
    protect({ cells, sums, sumsOf: byPlace(sums), cycle, minCell, hidden });
  }
  return new Set([...hidden].map((place) => cells[place]?.key ?? ""));
}

/** Sums over counts that were never written down cannot be used by anyone. */
function sumsOver(cells: readonly Cell[], { relations }: Ledger): Sum[] {
  const places = new Map(cells.map(({ key }, place) => [key, place]));
  return relations.flatMap(({ terms: named, isTable }) => {
    const terms = named.flatMap(([key, factor]) => {
      const place = places.get(key);
      return place === undefined ? [] : [[place, factor] as const];
    });
    return terms.length < named.length ? [] : [{ terms, isTable }];
  });
}

function byPlace(sums: readonly Sum[]): Map<number, Sum[]> {
  const found = new Map<number, Sum[]>();
  for (const sum of sums) {
    for (const [place] of sum.terms) {
      const list = found.get(place);
      if (list === undefined) found.set(place, [sum]);
      else list.push(sum);
    }
  }
  return found;
}

function protect(problem: Problem): void {
  const { cells, sums, hidden, cycle, minCell } = problem;
  const cellOf = (place: number) => {
    const { value = 0, showsZero = false } = cells[place] ?? {};
    return { value, least: showsZero ? 1 : 0 };
  };
  // What shares no sum with this cycle was decided with an earlier one. A printed count of this cycle
  // is enough: with it, one of an earlier cycle can be computed.
  const near = new Set(
    sums.map(({ terms }) => terms.map(([place]) => place))
      .filter((places) => places.some((place) => cells[place]?.cycle === cycle))
      .flat(),
  );
  for (;;) {
    hideZeros(problem);
    const open = sums.map(({ terms }) => terms.filter(([place]) => hidden.has(place)));
    const linked = components(open).filter((together) =>
      together.some((terms) => terms.some(([place]) => near.has(place)))
    );
    // Cheaper first: most of what is exposed already shows in a single sum.
    let exposed = narrowed(linked.flat(), cellOf, minCell);
    if (exposed.size === 0) exposed = determined(linked);
    if (exposed.size === 0 || !hideMore(problem, exposed)) return;
  }
}

/**
 * Holds the zeros back that stand beside a part which is held back, and those that a total of 0
 * which is held back is made of.
 */
function hideZeros({ cells, sums, sumsOf, cycle, hidden }: Problem): void {
  const canHide = (place: number) => {
    const cell = cells[place];
    return cell?.value === 0 && !cell.showsZero && cell.cycle === cycle && !hidden.has(place);
  };
  const waiting = new Set(sums);
  for (const sum of waiting) {
    waiting.delete(sum);
    if (!sum.isTable) continue;
    const parts = sum.terms.filter(([, factor]) => factor > 0);
    const isEmptyTotal = sum.terms.some(([place, factor]) =>
      factor < 0 && hidden.has(place) && cells[place]?.value === 0
    );
    if (!isEmptyTotal && !parts.some(([place]) => hidden.has(place))) continue;
    for (const [place] of parts) {
      if (!canHide(place)) continue;
      hidden.add(place);
      for (const other of sumsOf.get(place) ?? []) waiting.add(other);
    }
  }
}

/** Holds back one more count near each exposed one. Returns whether there was any left to take. */
function hideMore(problem: Problem, exposed: ReadonlySet<number>): boolean {
  const { sumsOf, hidden } = problem;
  for (let reach = exposed;;) {
    const touched = new Set<Sum>();
    for (const place of reach) {
      const around = sumsOf.get(place) ?? [];
      if (around.some((sum) => touched.has(sum))) continue;
      const next = cheapest(problem, around);
      if (next === undefined) continue;
      hidden.add(next);
      for (const sum of sumsOf.get(next) ?? []) touched.add(sum);
    }
    if (touched.size > 0) return true;
    const wider = new Set(
      [...reach].flatMap((place) =>
        (sumsOf.get(place) ?? []).flatMap(({ terms }) =>
          terms.map(([other]) => other).filter((other) => hidden.has(other))
        )
      ),
    );
    if (wider.size <= reach.size) return false;
    reach = wider;
  }
}

/** The printed count of this cycle that the report can do without best. */
function cheapest(problem: Problem, around: readonly Sum[]): number | undefined {
  const { cells, hidden, cycle, minCell } = problem;
  let best: number | undefined;
  let least = Infinity;
  for (const { terms } of around) {
    const open = terms.reduce(
      (sum, [place]) => sum + (hidden.has(place) ? cells[place]?.value ?? 0 : 0),
      0,
    );
    for (const [place] of terms) {
      const cell = cells[place];
      if (cell === undefined || cell.cycle !== cycle || hidden.has(place)) continue;
      // A zero leaves as much open as there is already: that has to be enough.
      if (cell.value === 0 && (cell.showsZero || open < widthFor(minCell))) continue;
      const cost = cell.weight * 1e9 + cell.value;
      if (cost >= least) continue;
      least = cost;
      best = place;
    }
  }
  return best;
}
