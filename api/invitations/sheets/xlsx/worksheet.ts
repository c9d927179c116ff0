import type { Grid } from "../grid.ts";
import { type Archive, damaged } from "./archive.ts";
import { isoDateText, type NumberFormat, numberText } from "./numbers.ts";
import { type Attributes, parseXml } from "./parse-xml.ts";
import { createTextCollector } from "./shared-strings.ts";

/** Parts of a workbook that cells of all sheets refer to. */
export interface WorkbookContext {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

/** Puts a sheet's cells into the grid. @throws {BadFile} */
export async function readWorksheet(
  archive: Archive,
  path: string,
  context: WorkbookContext,
  grid: Grid,
): Promise<void> {
  let [row, column] = [-1, -1];
  let cell: Attributes = {};
  let value = "";
  let isValue = false;
  const inline = createTextCollector();
  await parseXml(archive, path, {
    open(name, attributes) {
      if (name === "row") {
        row = attributes.r === undefined ? row + 1 : indexOf(attributes.r);
        column = -1;
      } else if (name === "c") {
        [row, column] = positionOf(attributes.r) ?? [row, column + 1];
        if (row < 0) throw damaged();
        cell = attributes;
        value = "";
        inline.begin();
      } else if (name === "mergeCell") {
        fillDown(grid, attributes.ref ?? "");
      }
      isValue = name === "v";
      inline.open(name);
    },
    close(name) {
      isValue = false;
      inline.close(name);
      if (name !== "c") return;
      const text = cell.t === "inlineStr" ? inline.end() : textOf(value, cell, context);
      grid.put(row, column, text);
    },
    text(text) {
      if (isValue) value += text;
      inline.text(text);
    },
  });
}

function textOf(value: string, cell: Attributes, context: WorkbookContext): string {
  switch (cell.t) {
    case "s":
      return context.strings[Number(value)] ?? "";
    case "str":
      return value;
    case "b":
      return value === "" ? "" : value === "1" ? "TRUE" : "FALSE";
    case "e":
      return "";
    case "d":
      return isoDateText(value);
    default:
      return numberText(value, context.formats[Number(cell.s ?? 0)], context.is1904);
  }
}

/** Excel's limits. */
const position = /^([A-Z]{1,3})([1-9]\d{0,6})$/;

/** Row and column, from 0, of "B7". */
function positionOf(reference: string | undefined): [row: number, column: number] | undefined {
  if (reference === undefined) return undefined;
  const [, letters, digits] = position.exec(reference) ?? [];
  if (letters === undefined || digits === undefined) throw damaged();
  const column = Array.from(letters).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return [indexOf(digits), column - 1];
}

function indexOf(number: string): number {
  if (!/^[1-9]\d{0,6}$/.test(number)) throw damaged();
  return Number(number) - 1;
}

/** Repeats a cell that was merged downward, such as a class year, in each row. */
function fillDown(grid: Grid, range: string): void {
  const [[from, column] = [0, 0], [to] = [0]] = range.split(":").map(positionOf)
    .filter((corner) => corner !== undefined);
  const text = grid.textAt(from, column);
  if (text === "") return;
  for (let row = from + 1; row <= Math.min(to, grid.lastRow()); row++) grid.put(row, column, text);
}
