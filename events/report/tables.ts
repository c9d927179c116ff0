/** A count by its key in the count graph, which knows whether it may be printed. */
export interface CountFigure {
  readonly kind: "count";
  readonly key: string;
}

/** What is no count of members, such as a median: printed when all counts it is made of are. */
export interface OtherFigure {
  readonly kind: "other";
  readonly value: number | null;
  readonly of: readonly CountFigure[];
}

export type Figure = CountFigure | OtherFigure;

/** What a reader sees of a figure; `null` where there is none. */
export type Printed = number | "suppressed" | null;

interface TableOf<F> {
  /** Unique in a report, such as `funnel-by-month`. */
  readonly id: string;
  readonly title: string;
  /** What is counted, in a sentence. */
  readonly about: string;
  /** What the rows are. */
  readonly heading: string;
  readonly columns: readonly Column[];
  readonly rows: readonly RowOf<F>[];
  readonly charts?: readonly Chart[];
  /** Rows without any of the first column's figure first, then those with the least of it. */
  readonly isLeastFirst?: boolean;
}

export interface Column {
  readonly label: string;
  /** Where there is little room; the legend explains it. */
  readonly short?: string;
}

export interface RowOf<F> {
  readonly label: string;
  readonly figures: readonly F[];
  readonly isTotal?: boolean;
}

/** How a table is drawn: which of its columns, without its total row. */
export interface Chart {
  readonly kind: "bars" | "columns" | "heat" | "tiles";
  readonly series: readonly number[];
  /** The total row is drawn instead, one bar a column. */
  readonly ofTotal?: boolean;
}

export type Table = TableOf<Figure>;
export type PrintedTable = TableOf<Printed>;

/** A table as it may be shown. */
export function printTable(
  table: Table,
  valueOf: (key: string) => number,
  suppressed: ReadonlySet<string>,
): PrintedTable {
  const print = (figure: Figure): Printed => {
    if (figure.kind === "count") {
      return suppressed.has(figure.key) ? "suppressed" : valueOf(figure.key);
    }
    return figure.of.some(({ key }) => suppressed.has(key)) ? "suppressed" : figure.value;
  };
  const rows = table.rows.map((row) => ({ ...row, figures: row.figures.map(print) }));
  return { ...table, rows: table.isLeastFirst ? leastFirst(rows) : rows };
}

/** The row of those who do not say; it stands at the end, however many they are. */
export const notGiven = "Not given";

/** Sorts by what is printed only: the place of a suppressed figure must not give it away. */
function leastFirst(rows: readonly RowOf<Printed>[]): RowOf<Printed>[] {
  const rank = ({ label, figures: [first], isTotal }: RowOf<Printed>) => {
    if (isTotal) return Infinity;
    if (label === notGiven) return Number.MAX_VALUE;
    return first === "suppressed" ? 0.5 : first ?? 0;
  };
  return [...rows].sort((one, other) => rank(one) - rank(other));
}
