import type { CountedCycle } from "./replay.ts";
import type { Row, Table } from "./tables.ts";

/** A table of a cycle by its id. */
export function tableIn({ tables }: Pick<CountedCycle, "tables">, id: string): Table {
  const found = Object.values(tables).flatMap((ofOne) => ofOne ?? []).find((table) =>
    table.id === id
  );
  if (found === undefined) throw new RangeError(`There is no table ${id}`);
  return found;
}

/** One figure of a row, by the column's label; 0 if there is none. */
export function figureOf({ columns }: Table, row: Row | undefined, column: string): number {
  const at = columns.findIndex(({ label }) => label === column);
  if (at < 0) throw new RangeError(`There is no column ${column}`);
  const figure = row?.figures[at];
  return typeof figure === "number" ? figure : 0;
}

/** One figure of a cycle; of the total row, unless a row is named. */
export function figureIn(
  cycle: Pick<CountedCycle, "tables">,
  id: string,
  column: string,
  label?: string,
): number {
  const table = tableIn(cycle, id);
  const row = table.rows.find((one) => label === undefined ? one.isTotal : one.label === label);
  return figureOf(table, row, column);
}
