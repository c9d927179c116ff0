import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCells } from "./cells.ts";
import { BadFile } from "./sheets/bad-file.ts";

const cellsOf = (text: string) => [...readCells(text, ",")];

/** As spreadsheets write it. */
const written = (cell: string) => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

describe("cells", () => {
  it("are what was written, whatever is in them", () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab ,"\r\né'), maxLength: 8 });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    fc.assert(fc.property(table, fc.constantFrom("\n", "\r\n", "\r"), (rows, end) => {
      const text = rows.map((cells) => cells.map(written).join() + end).join("");
      expect(cellsOf(text)).toEqual(rows);
      const whole = rows.at(-1)?.join("") !== "";
      if (whole) expect(cellsOf(text.slice(0, text.length - end.length))).toEqual(rows);
    }));
  });

  it("have as many columns as are allowed", () => {
    expect(cellsOf(",".repeat(59))).toEqual([Array.from({ length: 60 }, () => "")]);
  });

  it.each([
    ['a,b\n"c,d', "Line 2: the quotes do not fit"],
    ['a,"b"c', "Line 1: the quotes do not fit"],
    ['a,b"c"', "Line 1: the quotes do not fit"],
    [`a\n${"b".repeat(10_001)}`, "Line 2: a cell has more than 10000 characters"],
    [`"${'""'.repeat(10_000)}"`, "Line 1: a cell has more than 10000 characters"],
    [",".repeat(60), "Line 1: there are more than 60 columns. Delete those that are not needed"],
    ["\n".repeat(20_002), "The file has more than 20000 rows. Divide it into several files"],
  ])("are refused: %.20j", (text, message) => {
    expect(() => cellsOf(text)).toThrow(BadFile);
    expect(() => cellsOf(text)).toThrow(message);
  });
});
