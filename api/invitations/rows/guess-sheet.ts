/**
 * Guess of what a sheet holds: where its header is, and which field each column fills. Staff can
 * change all of it.
 *
 * @module
 */
import { type ColumnName, fieldNamed } from "./columns.ts";
import type { Rows } from "./person-row.ts";

export interface SheetGuess {
  /** Its place in the rows, from 0; `undefined` where there is none. */
  readonly headerRow: number | undefined;
  /**
   * By place. Of a column without a field only addresses are read, so that a row keeps its person when
   * the address is in an odd place; of one that is `notUsed` nothing.
   */
  readonly columns: readonly GuessedColumn[];
}

export interface GuessedColumn {
  /** As the sheet has it, or "Column C". */
  readonly title: string;
  readonly field: ColumnName | undefined;
  /** The first three different values. */
  readonly examples: readonly string[];
}

/** A header is among so many rows. */
const headerWithin = 30;
const maxShown = 100;

/** @param headerRow What staff say it is. */
export function guessSheet(rows: Rows, headerRow = findHeader(rows)): SheetGuess {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const header = headerRow === undefined ? [] : rows[headerRow] ?? [];
  const below = rows.slice((headerRow ?? -1) + 1);
  const columns = Array.from({ length: width }, (_, at) => ({
    title: shown(header[at] ?? "") || `Column ${letters(at)}`,
    field: fieldNamed(header[at] ?? ""),
    examples: firstValues(below, at),
  }));
  return { headerRow, columns };
}

/** The row with the most titles that are known. */
function findHeader(rows: Rows): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (const [at, row] of rows.slice(0, headerWithin).entries()) {
    if (row.some((cell) => cell.includes("@"))) continue;
    const known = row.map(fieldNamed).filter((field) => field !== undefined);
    const isHeader = known.length > 1 || known[0] === "email" && filled(row) === 1;
    if (isHeader && known.length > most) [best, most] = [at, known.length];
  }
  return best;
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== "").length;
}

const shownExamples = 3;

function firstValues(rows: Rows, at: number): string[] {
  const values = new Set<string>();
  for (const row of rows) {
    const value = shown(row[at] ?? "");
    if (value !== "") values.add(value);
    if (values.size === shownExamples) break;
  }
  return [...values];
}

function shown(text: string): string {
  return text.slice(0, 2 * maxShown).replace(/\s+/g, " ").trim().slice(0, maxShown);
}

/** A to Z, then AA: as spreadsheets call the column at a place. */
function letters(at: number): string {
  const before = Math.floor(at / 26);
  return (before > 0 ? letters(before - 1) : "") + String.fromCharCode(65 + at % 26);
}
