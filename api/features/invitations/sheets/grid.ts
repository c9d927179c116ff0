import { counted } from "../../../../events/amounts.ts";
import { BadFile } from "./bad-file.ts";
import { withoutEntities } from "./html-entities.ts";
import { maxColumns, maxPeople, peopleText } from "./limits.ts";
import type { Sheet } from "./sheet.ts";

/** Includes some rows for titles, headers and totals. */
const maxRows = maxPeople + 20;
const maxCell = 10_000;
/** Cells with and without text: more than spreadsheets write around a list. */
const maxCells = 2_000_000;
/** Characters in a whole file: 5,000 rows with 60 cells of 30 characters fit. */
const maxText = 10_000_000;

/** @throws {BadFile} When there are more than around any list of people. */
export function refuseCells(count: number): void {
  if (count > maxCells) {
    throw new BadFile("This file has too many empty cells. Copy the list into a new file.");
  }
}

/** Collects the cells of one file's sheets, and refuses more than a list of people can have. */
export type Grid = ReturnType<typeof createGrid>;

export function createGrid() {
  let rows: string[][] = [];
  let [length, cells] = [0, 0];
  let hidden = new Set<number>();
  let struck = new Map<number, Set<number>>();
  return {
    /** From 0. @throws {BadFile} When a cell with text is too much or too far out. */
    put(row: number, column: number, written: string): void {
      refuseCells(++cells);
      const text = written.length > 2 * maxCell ? written : withoutEntities(written);
      if (text.trim() === "") return;
      if (row >= maxRows) {
        throw new BadFile(
          `This file has more than ${peopleText} rows. Split it into several files.`,
        );
      }
      if (column >= maxColumns) {
        throw new BadFile(
          `Row ${row + 1} uses more than ${maxColumns} columns. Delete the columns you don't need.`,
        );
      }
      if (text.length > maxCell) {
        throw new BadFile(
          `Row ${row + 1} has a cell with more than ${
            counted(maxCell, "character")
          }. Shorten it or delete it.`,
        );
      }
      length += text.length;
      if (length > maxText) {
        throw new BadFile("This file has too much text. Delete the columns you don't need.");
      }
      while (rows.length <= row) rows.push([]);
      const filled = rows[row] ?? [];
      while (filled.length < column) filled.push("");
      filled[column] = text;
    },
    hideRow(row: number): void {
      if (row < maxRows) hidden.add(row);
    },
    strike(row: number, column: number): void {
      const columns = struck.get(row);
      if (columns === undefined) struck.set(row, new Set([column]));
      else columns.add(column);
    },
    /** "" if nothing was put. */
    textAt: (row: number, column: number): string => rows[row]?.[column] ?? "",
    /** -1 if nothing was put. */
    lastRow: (): number => rows.length - 1,
    /** The sheet with everything put since the last call. */
    take(name: string): Sheet {
      const sheet = {
        ...{ name, rows },
        ...hidden.size > 0 && { hidden },
        ...struck.size > 0 && { struck },
      };
      [rows, hidden, struck] = [[], new Set(), new Map()];
      return sheet;
    },
  };
}
