import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadFile } from "./bad-file.ts";
import { parseCsv } from "./csv.ts";
import { readFromCsv, writtenCsv } from "./testing/csv-files.ts";
import { aTable, withoutEmptyEnds } from "./testing/tables.ts";

const rowsOf = (text: string) => parseCsv(text).rows;

describe("the cells of a CSV file", () => {
  it("are read back exactly, for any content", () => {
    const delimiters = fc.constantFrom(",", ";", "\t");
    fc.assert(fc.property(
      aTable,
      delimiters,
      fc.constantFrom("\n", "\r\n", "\r"),
      (rows, delimiter, end) => {
        const text = `sep=${delimiter}\n${writtenCsv(rows, delimiter, end)}`;
        const read = readFromCsv(withoutEmptyEnds(rows));
        expect(rowsOf(text)).toEqual(read);
        expect(rowsOf(text.slice(0, -end.length))).toEqual(read);
      },
    ));
  });

  it.each([
    ["commas", "Name,Email\nDoe;Pat,pat@example.com\n"],
    [
      "semicolons below a title",
      "Alumni, 2007 to 2009\nName;Email;City\nRoe, Kim;kim@example.com;Waco\n" +
      "Doe, Pat;pat@example.com;Austin\n",
    ],
    ["semicolons before spaces", "Name; Email; City\nDoe, Pat; pat@example.com; Waco\n"],
    ["bars", "Name|Email|City\nDoe, Pat|pat@example.com|Waco, TX\n"],
    ["tabs", "Name\tEmail\tCity\nDoe, Pat\tpat@example.com\tWaco, TX; USA\n"],
  ])("may be divided by %s without naming it", (_, text) => {
    const [name] = rowsOf(text).at(-1) ?? [];
    expect(name).toMatch(/^Doe[;,] ?Pat$/);
  });

  it.each([
    ["in a word", 'Pat "P" Doe,x', [['Pat "P" Doe', "x"]]],
    ["of inches", `5' 11",x`, [[`5' 11"`, "x"]]],
  ])("keep a quote %s", (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  it.each([
    ["around a first word", 'Name,City\n"Pat" Doe,Waco\n', 2],
    ["that is never closed", 'Name,City\nPat,Waco\nKim,"Waco\nDoe,Austin\n', 3],
    ["at the end of the file", 'a,"', 1],
    ["far down", `${`Pat,${"x".repeat(200)}\n`.repeat(4_000)}Kim,"Waco"\nDoe,"Austin`, 4_002],
  ])("aren't guessed from a quote %s", (_, text, row) => {
    expect(() => rowsOf(text)).toThrow(BadFile);
    expect(() => rowsOf(text)).toThrow(`Row ${row} has a quotation mark`);
  });

  it("may have different line ends between them", () => {
    expect(rowsOf('a,b\r\nc,d\n"e","f"\rg,h')).toEqual([
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
      ["g", "h"],
    ]);
  });

  it("keep their row, also after empty rows and rows of another length", () => {
    expect(rowsOf("a,b\n\n,,,\nc,d,e\n\n")).toEqual([["a", "b"], [], [], ["c", "d", "e"]]);
  });

  it.each([
    ["O&#39;Brien", "O'Brien"],
    ["O&#x2019;Brien", "O’Brien"],
    ["O&amp;#39;Brien", "O'Brien"],
    ["Bob &amp; Sue", "Bob & Sue"],
    ["Jos&eacute;&nbsp;N", "José\xa0N"],
    ["&lt;pat@example.com&gt;", "<pat@example.com>"],
    ["AT&T; R&D; 1 &2", "AT&T; R&D; 1 &2"],
    ["?a=1&copy=2&lt", "?a=1&copy=2&lt"],
  ])("have characters where a website wrote entities: %s", (written, text) => {
    expect(rowsOf(`"${written}",x\n`)).toEqual([[text, "x"]]);
  });

  it("aren't divided by an entity's end", () => {
    expect(rowsOf("Name;Email\nO&#39;Brien;sean@example.com\n")[1])
      .toEqual(["O'Brien", "sean@example.com"]);
  });

  it.each([
    ['=HYPERLINK("mailto:pat@example.com","Pat Doe")', "Pat Doe <pat@example.com>"],
    ['=HYPERLINK("mailto:pat@example.com";"Email")', "pat@example.com"],
    ['=HYPERLINK("MAILTO:pat%40example.com?subject=Hi")', "pat@example.com"],
    ['=HYPERLINK("mailto:old@example.com","new@example.com")', "new@example.com"],
    ['=HYPERLINK("https://example.com","Pat Doe")', "Pat Doe"],
    ['=HYPERLINK("mailto:"&B2,"Pat")', '=HYPERLINK("mailto:"&B2,"Pat")'],
  ])("have the address of a link: %s", (formula, text) => {
    expect(rowsOf(`"${formula.replaceAll('"', '""')}",x\n`)).toEqual([[text, "x"]]);
  });

  it("lose the sign that marks numbers as text", () => {
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

  it("may have any amount of space around them", () => {
    expect(rowsOf(`a${",".repeat(2_000)}\n${"\n".repeat(50_000)}`)).toEqual([["a"]]);
  });
});
