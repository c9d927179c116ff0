import { fewerThanFive, type Figure, type Table } from "./tables.ts";

/** A figure for outside readers: none below five, and rounded to fives above. */
export function shareFigure(figure: Figure): Figure {
  if (typeof figure !== "number") return figure;
  return figure < 5 ? fewerThanFive : Math.round(figure / 5) * 5;
}

export function shareTable(table: Table): Table {
  const rows = table.rows.map((row) => ({ ...row, figures: row.figures.map(shareFigure) }));
  return { ...table, rows };
}
