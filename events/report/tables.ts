export const fewerThanFive = "fewer than 5";

/** `null` for a month that hasn't begun; "fewer than five" for outside readers. */
export type Figure = number | null | typeof fewerThanFive;

export interface Column {
  readonly label: string;
  /** Label for narrow columns. */
  readonly short?: string;
  /** One sentence that defines the figure. */
  readonly means: string;
}

export interface ReportRow {
  readonly label: string;
  readonly figures: readonly Figure[];
  readonly isTotal?: boolean;
}

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
  readonly heading: string;
  readonly columns: readonly Column[];
  readonly rows: readonly ReportRow[];
  readonly charts?: readonly Chart[];
}

export type Tables = Readonly<Record<string, readonly Table[]>>;

/** @param meanings What each column counts, by its label. */
export function columnsOf(
  meanings: Readonly<Record<string, string>>,
  shorts: Readonly<Record<string, string>> = {},
): readonly Column[] {
  return Object.entries(meanings).map(([label, means]) => {
    const short = shorts[label];
    return { label, ...short !== undefined && { short }, means };
  });
}

export function totalOf(counts: readonly (readonly number[])[]): ReportRow {
  const [first = []] = counts;
  const figures = first.map((_, at) => counts.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  return { label: "Total", figures, isTotal: true };
}

export function withTotal(
  rows: readonly { readonly label: string; readonly figures: readonly number[] }[],
): ReportRow[] {
  return [...rows, totalOf(rows.map(({ figures }) => figures))];
}

/** Counts by name, such as `asked/cadet`. A slash separates the parts of a name. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.#counts.set(name, this.of(name) + count);
  }
  addAll(others: Counts): void {
    for (const [name, count] of others.#counts) this.add(name, count);
  }
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
  names(): string[] {
    return [...this.#counts.keys()];
  }
  /** The values counted under a name, such as topics. */
  under(name: string): string[] {
    return this.names().filter((each) => each.startsWith(`${name}/`))
      .map((each) => each.slice(name.length + 1));
  }
  sumUnder(name: string): number {
    return this.under(name).reduce((sum, value) => sum + this.of(`${name}/${value}`), 0);
  }
}

/** How many have each value; items without one aren't counted. */
export function countBy<T>(
  all: Iterable<T>,
  valueOf: (one: T) => string | readonly string[] | undefined,
): Counts {
  const counts = new Counts();
  for (const one of all) for (const value of [valueOf(one) ?? []].flat()) counts.add(value);
  return counts;
}

export function tableIn(tables: Tables, id: string): Table {
  const found = Object.values(tables).flat().find((table) => table.id === id);
  if (found === undefined) throw new RangeError(`There is no table ${id}`);
  return found;
}

export function figureOf({ columns }: Table, row: ReportRow | undefined, column: string): number {
  const at = columns.findIndex(({ label }) => label === column);
  if (at < 0) throw new RangeError(`There is no column ${column}`);
  return Number(row?.figures[at] ?? 0) || 0;
}

/** One figure of a cycle; of the total row, unless a row is named. */
export function figureIn(tables: Tables, id: string, column: string, label?: string): number {
  const table = tableIn(tables, id);
  const row = table.rows.find((one) => label === undefined ? one.isTotal : one.label === label);
  return figureOf(table, row, column);
}

/** A figure for outside readers: none below five, and rounded to fives above. */
export function shareFigure(figure: Figure): Figure {
  if (typeof figure !== "number") return figure;
  return figure < 5 ? fewerThanFive : Math.round(figure / 5) * 5;
}

export function shareTable(table: Table): Table {
  const rows = table.rows.map((row) => ({ ...row, figures: row.figures.map(shareFigure) }));
  return { ...table, rows };
}
