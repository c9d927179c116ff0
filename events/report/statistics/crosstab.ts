import type { armyBranches } from "../../vocabulary.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import type { Column, Figure, RowOf } from "../tables.ts";

/** Members by two properties at once. */
export interface CrossCounts {
  of(row: string, column: string): number;
  /** Values that were seen, in no order. */
  readonly rows: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
}

/** Adds up pairs of values, with how many have them. */
export function crossCounts(pairs: Iterable<readonly [string, string, number]>): CrossCounts {
  const byRow = new Map<string, Map<string, number>>();
  const columns = new Set<string>();
  for (const [row, column, count] of pairs) {
    columns.add(column);
    const ofRow = byRow.get(row) ?? new Map<string, number>();
    byRow.set(row, ofRow.set(column, (ofRow.get(column) ?? 0) + count));
  }
  return {
    of: (row, column) => byRow.get(row)?.get(column) ?? 0,
    rows: new Set(byRow.keys()),
    columns,
  };
}

export interface CrossTable {
  /** Name of the rows' and the columns' property in the count graph. */
  readonly rowName: string;
  readonly columnName: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Name of the grand total in the count graph. */
  readonly total: string;
}

/**
 * The rows of a table with two totals, added to the count graph with all their sums. Rows and columns
 * come in the given order, the total last in both.
 */
export function crossRows(
  counts: CrossCounts,
  table: CrossTable,
  graph: CycleGraph,
): RowOf<Figure>[] {
  const { rowName, columnName, rows, columns, total } = table;
  const rowTotal = (row: string) => `${total}/${rowName}=${row}`;
  const columnTotal = (column: string) => `${total}/${columnName}=${column}`;
  const cell = (row: string, column: string) => `${rowTotal(row)}/${columnName}=${column}`;
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

  const body = rows.map((row) => {
    const values = columns.map((column) => counts.of(row, column));
    const figures = columns.map((column, at) => graph.count(cell(row, column), values[at] ?? 0));
    const last = graph.count(rowTotal(row), add(values), { weight: 1 });
    graph.sum(rowTotal(row), columns.map((column) => cell(row, column)));
    return { label: row, figures: [...figures, last] };
  });
  const totals = columns.map((column) => {
    const value = add(rows.map((row) => counts.of(row, column)));
    const figure = graph.count(columnTotal(column), value, { weight: 1 });
    graph.sum(columnTotal(column), rows.map((row) => cell(row, column)));
    return { value, figure };
  });
  const all = graph.count(total, add(totals.map(({ value }) => value)), { weight: 2 });
  graph.sum(total, columns.map(columnTotal));
  graph.sum(total, rows.map(rowTotal));
  return [
    ...body,
    { label: "Total", figures: [...totals.map(({ figure }) => figure), all], isTotal: true },
  ];
}

export function crossColumns(labels: readonly string[]): Column[] {
  return [...labels.map((label) => ({ label, ...shortened(label) })), { label: "Total" }];
}

/** The Army's own abbreviations, and shorter words, for a terminal's narrow columns. */
const abbreviations: Readonly<Record<typeof armyBranches[number], string>> = {
  "Adjutant General": "AG",
  "Air Defense Artillery": "AD",
  "Armor": "AR",
  "Aviation": "AV",
  "Chemical Corps": "CM",
  "Corps of Engineers": "EN",
  "Cyber Corps": "CY",
  "Field Artillery": "FA",
  "Finance": "FI",
  "Infantry": "IN",
  "Medical Services": "MDS",
  "Military Intelligence": "MI",
  "Military Police": "MP",
  "Ordnance": "OD",
  "Quartermaster": "QM",
  "Signal Corps": "SC",
  "Transportation": "TC",
  "Army Nurse Corps": "AN",
  "Medical Service Corps": "MS",
  "Medical Corps": "MC",
  "Veterinary Corps": "VC",
  "Judge Advocate General": "JA",
};

function shortened(label: string): { short?: string } {
  const short = Object.entries(abbreviations).find(([branch]) => branch === label)?.[1];
  return short === undefined ? {} : { short };
}
