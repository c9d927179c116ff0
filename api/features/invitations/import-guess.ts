import type { ImportChoice } from "../../contract/program.ts";
import { type ColumnName, columns } from "./rows/columns.ts";
import { guessSheet, type SheetGuess } from "./rows/guess-sheet.ts";
import type { Rows } from "./rows/person-row.ts";

/** Fields that staff chose for columns in earlier imports, by title. */
export type ColumnChoices = Readonly<Record<string, string | null>>;

/** A header is among the first rows, which staff can choose from. */
export const headerRows = 15;

/** Guesses by titles, or by staff's earlier choices for them. */
export function guessWith(
  rows: Rows,
  remembered: ColumnChoices,
  headerRow?: number,
): SheetGuess {
  const isKnown = (title: string) => Object.hasOwn(remembered, title);
  const found = guessSheet(rows, headerRow);
  const known = rows.slice(0, headerRows).findIndex((row) =>
    row.some((cell) => isKnown(cell.trim()))
  );
  const isHeaderless = found.headerRow === undefined && headerRow === undefined;
  const guess = isHeaderless && known !== -1 ? guessSheet(rows, known) : found;
  const columns = guess.columns.map((column) =>
    isKnown(column.title) ? { ...column, field: columnNamed(remembered[column.title]) } : column
  );
  return { ...guess, columns };
}

/** Guesses with staff's choices for this file. Another header row changes the guess of columns. */
export function guessAfter(
  guess: SheetGuess,
  { headerRow, columns: fields }: ImportChoice,
  rows: Rows,
  remembered: ColumnChoices,
): SheetGuess {
  if (headerRow !== undefined && headerRow !== (guess.headerRow ?? null)) {
    const wanted = guessWith(rows, remembered, headerRow ?? -1);
    return headerRow === null ? { ...wanted, headerRow: undefined } : wanted;
  }
  if (fields === undefined) return guess;
  const columns = guess.columns.map((column, at) => ({
    ...column,
    field: columnNamed(fields[at]),
  }));
  return { ...guess, columns };
}

function columnNamed(text: string | null | undefined): ColumnName | undefined {
  return typeof text === "string" && Object.hasOwn(columns, text) ? text as ColumnName : undefined;
}
