import type { Cycle } from "../cycle.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import type { Column, CountFigure, RowOf } from "../tables.ts";

/** A column of counts; `name` is what its total is called in the count graph. */
export interface CountColumn extends Column {
  readonly name: string;
  /** Its total is one of the report's headlines. */
  readonly isHeadline?: boolean;
  /** A row without anyone has to be seen. */
  readonly showsZero?: boolean;
}

export interface CountRow {
  readonly label: string;
  /** What the row is called in the count graph, such as `role=cadet`. */
  readonly name: string;
  /** One count a column. */
  readonly values: readonly number[];
}

/**
 * Rows of counts, which are added to the count graph.
 *
 * @returns The rows in their order and, unless some members stand in several rows or in none, the
 * total as the last one.
 */
export function countRows(
  graph: CycleGraph,
  columns: readonly CountColumn[],
  rows: readonly CountRow[],
  { hasTotal = true }: { readonly hasTotal?: boolean } = {},
): RowOf<CountFigure>[] {
  const body = rows.map(({ label, name, values }) => ({
    label: capital(label),
    figures: columns.map((column, at) =>
      graph.count(`${column.name}/${name}`, values[at] ?? 0, { showsZero: column.showsZero })
    ),
  }));
  if (!hasTotal) return body;
  const totals = columns.map(({ name, isHeadline }, at) => {
    graph.sum(name, rows.map((row) => `${name}/${row.name}`));
    const total = rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
    return graph.count(name, total, { weight: isHeadline ? 2 : 1 });
  });
  return [...body, { label: "Total", figures: totals, isTotal: true }];
}

/** Rows of what happened in each month of a cycle, with their total. */
export function countMonths(
  graph: CycleGraph,
  columns: readonly CountColumn[],
  { months }: Pick<Cycle, "months">,
  byMonth: readonly (readonly number[])[],
): RowOf<CountFigure>[] {
  const rows = months.map(({ label }, at) => ({ label, name: label, values: byMonth[at] ?? [] }));
  return countRows(graph, columns, rows);
}

/** The text with a capital first letter, as labels begin. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
