import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadFile } from "./bad-file.ts";
import { parseCsv } from "./csv.ts";
import { writtenCsv } from "./testing/csv-files.ts";
import { aTable, withoutEmptyEnds } from "./testing/tables.ts";

const rowsOf = (text: string) => parseCsv(text).rows;

describe("the cells of a CSV file", () => {
  it("are read as they were written, whatever is in them", () => {
    const delimiters = fc.constantFrom(",", ";", "\t");
    fc.assert(fc.property(
      aTable,
      delimiters,
      fc.constantFrom("\n", "\r\n", "\r"),
      (rows, delimiter, end) => {
        const text = `sep=${delimiter}\n${writtenCsv(rows, delimiter, end)}`;
        expect(rowsOf(text)).toEqual(withoutEmptyEnds(rows));
        expect(rowsOf(text.slice(0, -end.length))).toEqual(withoutEmptyEnds(rows));
      },
    ));
  });

  it.each([
    ["commas", "Name,Email\nDoe;Pat,pat@example.com\n"],
    [
      "semicolons below a title",
      "Alumni, 2007 to 2009\nName;Email\nRoe, Kim;kim@example.com\nDoe, Pat;pat@example.com\n",
    ],
    ["semicolons before spaces", "Name; Email; City\nDoe, Pat; pat@example.com; Waco\n"],
    ["tabs", "Name\tEmail\tCity\nDoe, Pat\tpat@example.com\tWaco, TX; USA\n"],
  ])("may be divided by %s without naming it", (_, text) => {
    const [name] = rowsOf(text).at(-1) ?? [];
    expect(name).toMatch(/^Doe[;,] ?Pat$/);
  });

  it.each([
    ["in a word", 'Pat "P" Doe,x', [['Pat "P" Doe', "x"]]],
    ["around a first word", '"Pat" Doe,x', [['"Pat" Doe', "x"]]],
    ["that is never closed", 'a,"b\nc,"d, e"\n', [["a", '"b'], ["c", "d, e"]]],
    ["at the end of the file", 'a,"', [["a", '"']]],
    ["of inches", `5' 11",x`, [[`5' 11"`, "x"]]],
  ])("keep a quote %s", (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  it("keep their row, also after empty rows and rows of another length", () => {
    expect(rowsOf("a,b\n\n,,,\nc,d,e\n\n")).toEqual([["a", "b"], [], [], ["c", "d", "e"]]);
  });

  it("lose the sign that marks a number as text", () => {
    expect(rowsOf('="0123",="x"y"\n"=""045"""\n')).toEqual([["0123", '="x"y"'], ["045"]]);
  });

  it.each([
    ["a\n".repeat(5_021), "This file has more than 5,000 rows. Split it into several files."],
    [`a\n${",".repeat(256)}b`, "Row 2 uses more than 256 columns."],
    [`a\n${"b".repeat(10_001)}`, "Row 2 has a cell with more than 10,000 characters."],
    [`${"b".repeat(9_000)},\n`.repeat(1_200), "This file has too much text."],
  ])("are refused: %.20j", (text, message) => {
    expect(() => rowsOf(text)).toThrow(BadFile);
    expect(() => rowsOf(text)).toThrow(message);
  });

  it("may have room around them without end", () => {
    expect(rowsOf(`a${",".repeat(2_000)}\n${"\n".repeat(50_000)}`)).toEqual([["a"]]);
  });
});
