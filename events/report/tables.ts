import type { Cycle } from "./cycle.ts";

export const fewerThanFive = "fewer than 5";

/**
 * A shown figure: a count, `null` (a month that hasn't begun), or "fewer than five" for outside readers.
 */
export type Figure = number | null | typeof fewerThanFive;

export interface Column {
  readonly label: string;
  /** Label for narrow columns. */
  readonly short?: string;
  /** What it counts, and for whom: one sentence. */
  readonly means: string;
}

export interface Row {
  readonly label: string;
  readonly figures: readonly Figure[];
  readonly isTotal?: boolean;
}

/** How a table is charted: its columns, without the total row. */
export interface Chart {
  readonly kind: "bars" | "columns";
  readonly series: readonly number[];
  /** Charts the total row instead: one bar for each column. */
  readonly ofTotal?: boolean;
}

export interface Table {
  /** Unique in a report, such as `requests-by-month`. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Heading of the rows. */
  readonly heading: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly charts?: readonly Chart[];
}

/** Counts for each month of a cycle, by column. */
export type MonthCounts = number[][];

export const noCounts = (columns: number): MonthCounts =>
  Array.from({ length: 12 }, () => Array(columns).fill(0));

/** Rows of months with their total. Months that hadn't begun have no figures. */
export function monthRows(cycle: Cycle, atMs: number, counts: MonthCounts): Row[] {
  const begun = cycle.months.map(({ startMs }) => startMs < atMs);
  const rows = cycle.months.map(({ label }, month) => {
    const figures = counts[month] ?? [];
    return { label, figures: begun[month] ? figures : figures.map(() => null) };
  });
  return [...rows, totalOf(counts)];
}

export function totalOf(counts: readonly (readonly number[])[]): Row {
  const [first = []] = counts;
  const figures = first.map((_, at) => counts.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  return { label: "Total", figures, isTotal: true };
}

/** Counts of values. */
export class Counts {
  readonly #counts = new Map<string, { count: number }>();

  add(value: string, count = 1): void {
    const counted = this.#counts.get(value);
    if (counted === undefined) this.#counts.set(value, { count });
    else counted.count += count;
  }
  of(value: string): number {
    return this.#counts.get(value)?.count ?? 0;
  }
  values(): string[] {
    return [...this.#counts.keys()];
  }
  total(): number {
    return this.#counts.values().reduce((sum, { count }) => sum + count, 0);
  }
}

/** How many have each value; items without one aren't counted. */
export function countBy<T>(
  all: Iterable<T>,
  valueOf: (one: T) => string | readonly string[] | undefined,
): Counts {
  const counts = new Counts();
  for (const one of all) {
    const value = valueOf(one);
    if (typeof value === "string") counts.add(value);
    else for (const each of value ?? []) counts.add(each);
  }
  return counts;
}
