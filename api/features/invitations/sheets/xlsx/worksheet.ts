import type { Grid } from "../grid.ts";
import { type Archive, damaged } from "./archive.ts";
import { linkIn, withLink } from "../links.ts";
import { type CellStyle, isoDateText, isOn, numberText } from "./numbers.ts";
import { type Attributes, parseXml } from "./parse-xml.ts";
import { type CellText, createTextCollector } from "./shared-strings.ts";

/** Parts of a workbook that cells of all sheets refer to. */
export interface WorkbookContext {
  readonly strings: readonly CellText[];
  readonly styles: readonly CellStyle[];
  readonly is1904: boolean;
}

/**
 * Puts a sheet's cells into the grid.
 *
 * @param linkOf The target of a link that cells refer to.
 * @throws {BadFile}
 */
export async function readWorksheet(
  archive: Archive,
  path: string,
  context: WorkbookContext,
  linkOf: (id: string) => string | undefined,
  grid: Grid,
): Promise<void> {
  let [row, column] = [-1, -1];
  let cell: Attributes = {};
  let [value, formula, inside] = ["", "", ""];
  const inline = createTextCollector();
  await parseXml(archive, path, {
    open(name, attributes) {
      if (name === "row") {
        row = attributes.r === undefined ? row + 1 : indexOf(attributes.r);
        column = -1;
        const { hidden = "0", ht } = attributes;
        if (isOn(hidden) || Number(ht ?? 1) === 0) grid.hideRow(row);
      } else if (name === "c") {
        [row, column] = positionOf(attributes.r) ?? [row, column + 1];
        if (row < 0) throw damaged();
        cell = attributes;
        [value, formula] = ["", ""];
        inline.begin();
      } else if (name === "mergeCell") {
        fillDown(grid, attributes.ref ?? "");
      } else if (name === "hyperlink") {
        const [, id = ""] = Object.entries(attributes).find(([key]) => /:id$/i.test(key)) ?? [];
        addLink(grid, attributes.ref ?? "", linkOf(id));
      }
      inside = name;
      inline.open(name, attributes);
    },
    close(name) {
      inside = "";
      inline.close(name);
      if (name !== "c") return;
      const { text, isStruck } = cell.t === "inlineStr"
        ? inline.end()
        : textOf(value, cell, context);
      const link = linkIn(formula);
      grid.put(row, column, link ? withLink(text, link.target) : text);
      const style = context.styles[Number(cell.s ?? 0)];
      if ((isStruck || style?.isStruck) && text.trim() !== "") grid.strike(row, column);
    },
    text(text) {
      if (inside === "v") value += text;
      if (inside === "f") formula += text;
      inline.text(text);
    },
  });
}

function textOf(value: string, cell: Attributes, context: WorkbookContext): CellText {
  const plain = (text: string) => ({ text, isStruck: false });
  switch (cell.t) {
    case "s":
      return context.strings[Number(value)] ?? plain("");
    case "str":
      return plain(value);
    case "b":
      return plain(value === "" ? "" : value === "1" ? "TRUE" : "FALSE");
    case "e":
      return plain("");
    case "d":
      return plain(isoDateText(value));
    default: {
      const { format } = context.styles[Number(cell.s ?? 0)] ?? {};
      return plain(numberText(value, format, context.is1904));
    }
  }
}

function addLink(grid: Grid, range: string, target: string | undefined): void {
  const [row, column] = positionOf(range.split(":")[0]) ?? [0, 0];
  const text = grid.textAt(row, column);
  if (target !== undefined && text !== "") grid.put(row, column, withLink(text, target));
}

/** Excel's limits. */
const position = /^([A-Z]{1,3})([1-9]\d{0,6})$/;

/** Row and column, from 0, of "B7". */
export function positionOf(
  reference: string | undefined,
): [row: number, column: number] | undefined {
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
