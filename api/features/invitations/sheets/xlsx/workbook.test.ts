import fc from "fast-check";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseFile } from "../parse-file.ts";
import { aTable, withoutEmptyEnds } from "../testing/tables.ts";
import { workbookOf, workbookParts, writtenXlsx } from "../testing/workbooks.ts";
import { zipOf } from "../testing/zip-files.ts";

const fixture = (name: string) =>
  readFile(fileURLToPath(new URL(`../testing/files/${name}`, import.meta.url)));

/** Texts of the cells of one row. */
async function cellsOf(cells: string, more = {}): Promise<readonly string[]> {
  const [sheet] = await parseFile(workbookOf(`<row>${cells}</row>`, more));
  return sheet?.rows[0] ?? [];
}

describe("a workbook", () => {
  it("has the table that was written", async () => {
    await fc.assert(fc.asyncProperty(aTable, async (rows) => {
      const table = [["Name"], ...rows];
      const [sheet] = await parseFile(writtenXlsx(table));
      expect(sheet?.rows).toEqual(withoutEmptyEnds(table));
    }));
  });

  const cellsIn = (...lines: readonly string[]) => lines.map((line) => line.split(" | "));
  const made = {
    name: "Alumni",
    rows: cellsIn(
      "Name | Email | Date | Short | Moment | Time | Amount | Phone | Formula | Bool | Error",
      'Reed, Kayla "Kay" | kayla@example.com | 2007-12-15 | 1999-05-08 | 2007-12-15 13:30 | 07:05 | ' +
        '0.3 | 8175550142 | Reed, Kayla "Kay" x | TRUE',
    ),
    comments: new Map([[1, "note"]]),
  };
  const hidden = { name: "Codes", rows: [["secret"]] };
  it("is read from XlsxWriter, which writes like Excel, with both calendars", async () => {
    expect(await parseFile(await fixture("xlsxwriter.xlsx"))).toEqual([made, hidden]);
    expect(await parseFile(await fixture("xlsxwriter-1904.xlsx")))
      .toEqual([{ ...made, is1904: true }, { ...hidden, is1904: true }]);
  });

  it("is read from LibreOffice, with merged cells", async () => {
    const sheets = await parseFile(await fixture("libreoffice.xlsx"));
    expect(sheets.map(({ name }) => name)).toEqual(["Lookup", "Alumni"]);
    expect(sheets[1]?.rows).toEqual([
      ["Alumni & friends"],
      [],
      ...cellsIn(
        "Name | Email | Commissioned | Phone | ZIP | Class | Mentor | Error",
        "Núñez, José “Pepe” | jose@example.com | 2007-12-15 | 8175550142 | 02134 | 2007 | TRUE",
        "O’Brien, Sean\nsecond line | sean@example.com | 2007-05-01 | (817) 555-0143 | 02135 | 2007 | " +
          "FALSE | 1",
      ),
    ]);
  });

  it.each([
    ["a shared text with runs", `<c t="s"><v>0</v></c>`, "Kayla Reed"],
    ["an inline text", `<c t="inlineStr"><is><t>Kayla</t><rPh><t>x</t></rPh></is></c>`, "Kayla"],
    ["a formula's text", `<c t="str"><f>A1&amp;B1</f><v>a &amp; b</v></c>`, "a & b"],
    ["a character by its code", `<c t="inlineStr"><is><t>a_x000A_b</t></is></c>`, "a\nb"],
    ["an error", `<c t="e"><v>#N/A</v></c>`, ""],
    ["yes", `<c t="b"><v>1</v></c>`, "TRUE"],
    ["no", `<c t="b"><v>0</v></c>`, "FALSE"],
    ["a date as text", `<c t="d"><v>2007-12-15T00:00:00Z</v></c>`, "2007-12-15"],
    ["a moment as text", `<c t="d"><v>2007-12-15T13:30:00</v></c>`, "2007-12-15 13:30:00"],
    ["a large number", `<c><v>8.175550142E9</v></c>`, "8175550142"],
    ["a larger number", `<c><v>1E+21</v></c>`, "1000000000000000000000"],
    ["a sum", `<c><v>0.30000000000000004</v></c>`, "0.3"],
    ["a number with zeros before it", `<c s="1"><v>2134</v></c>`, "02134"],
    ["a date", `<c s="2"><v>39431</v></c>`, "2007-12-15"],
    ["a date of its own format", `<c s="3"><v>39431</v></c>`, "2007-12-15"],
    ["a date before March of 1900", `<c s="2"><v>1</v></c>`, "1900-01-01"],
    ["a year in a date's format", `<c s="2"><v>2007</v></c>`, "2007"],
    ["a year in a format of its own", `<c s="3"><v>1998</v></c>`, "1998"],
    ["a month", `<c s="4"><v>39431</v></c>`, "2007-12-15"],
    ["minutes and seconds", `<c s="5"><v>0.5</v></c>`, "12:00"],
    ["a number with words that have a d", `<c s="6"><v>3</v></c>`, "3"],
    ["what is no date in a date's format", `<c s="2"><v>-5</v></c>`, "-5"],
    ["a cell of an unknown style", `<c s="99"><v>5</v></c>`, "5"],
  ])("has %s as a person would type it", async (_, cell, text) => {
    const strings =
      `<si><r><t>Kayla </t></r><r><rPr><b/></rPr><t>Reed</t></r><rPh><t>x</t></rPh></si>`;
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="00000"/>` +
      `<numFmt numFmtId="171" formatCode="[$-409]mmmm\\ d\\,\\ yyyy;@"/>` +
      `<numFmt numFmtId="172" formatCode="mmm"/><numFmt numFmtId="173" formatCode="mm:ss"/>` +
      `<numFmt numFmtId="174" formatCode="[Red]0 &quot;days&quot;"/></numFmts>` +
      `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
      `<cellXfs>${
        [0, 170, 14, 171, 172, 173, 174].map((id) => `<xf numFmtId="${id}"/>`).join("")
      }</cellXfs>`;
    const cells = await cellsOf(`${cell}<c t="str"><v>end</v></c>`, { strings, styles });
    expect(cells).toEqual([text, "end"]);
  });

  it("may omit positions of rows and cells, and use other element prefixes", async () => {
    const parts = workbookParts([{ xml: "" }]).map((part) =>
      part.name.endsWith("sheet1.xml")
        ? {
          ...part,
          name: "xl\\Worksheets\\Sheet1.xml",
          content: `<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c>` +
            `<x:c r="C1"><x:v>3</x:v></x:c></x:row><x:row r="3"><x:c><x:v>4</x:v></x:c></x:row>` +
            `</x:sheetData></x:worksheet>`,
        }
        : part
    );
    const [sheet] = await parseFile(zipOf(parts));
    expect(sheet?.rows).toEqual([["1", "", "3"], [], ["4"]]);
  });

  const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
  const sheetOf = async (xml: string, links: readonly string[] = [], more = {}) => {
    const [sheet] = await parseFile(zipOf(workbookParts([{ xml, links }], more)));
    return sheet;
  };

  it("has the targets of links with their texts", async () => {
    const cells = ["Pat Doe", "Email", "old@example.com", "Site", "Kim Roe", "Jo"].map(text).join(
      "",
    );
    const formula = `<c t="str"><f>HYPERLINK("mailto:sam@example.com","Sam")</f><v>Sam</v></c>`;
    const link = (ref: string, id: number) => `<hyperlink ref="${ref}" r:id="rId${id}"/>`;
    const sheet = await sheetOf(
      `<sheetData><row>${cells}${formula}</row></sheetData><hyperlinks>${link("A1", 1)}${
        link("B1", 1)
      }` +
        `${link("C1", 1)}${link("D1", 2)}${link("E1:E3", 3)}${link("F1", 9)}${
          link("H1", 1)
        }</hyperlinks>`,
      [
        "mailto:pat@example.com",
        "https://example.com/?a=pat@example.com",
        "mailto:kim%40example.com?subject=Hi%20Kim",
      ],
    );
    expect(sheet?.rows).toEqual([[
      ...["Pat Doe <pat@example.com>", "pat@example.com", "old@example.com", "Site"],
      ...["Kim Roe <kim@example.com>", "Jo", "Sam <sam@example.com>"],
    ]]);
  });

  it("reports hidden rows, and cells that are struck out", async () => {
    const styles = `<fonts><font><sz val="11"/></font><font><strike/></font>` +
      `<font><strike val="0"/></font></fonts>` +
      `<cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs>`;
    const runs = (...all: readonly (readonly [string, string])[]) =>
      `<si>${all.map(([mark, text]) => `<r><rPr>${mark}</rPr><t>${text}</t></r>`).join("")}</si>`;
    const strings = runs(["<strike/>", "old@example.com"], ["", " new@example.com"]) +
      runs(["<strike/>", "Jo"], ['<strike val="1"/>', " Doe"]);
    const cell = (style: number, text: string) => `<c s="${style}" t="str"><v>${text}</v></c>`;
    const sheet = await sheetOf(
      `<sheetData><row>${cell(0, "a")}</row><row hidden="1">${cell(0, "b")}</row>` +
        `<row ht="0" customHeight="1">${cell(0, "c")}</row><row hidden="0" ht="15">${
          cell(2, "d")
        }</row>` +
        `<row>${cell(1, "e")}${cell(0, "f")}</row>` +
        `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row></sheetData>`,
      [],
      { styles, strings },
    );
    expect(sheet).toEqual({
      name: "People",
      rows: [["a"], ["b"], ["c"], ["d"], ["e", "f"], [" new@example.com", "Jo Doe"]],
      hidden: new Set([1, 2]),
      struck: new Map([[4, new Set([0])], [5, new Set([1])]]),
    });
  });

  it("lists hidden sheets last, and leaves out those that are too large", async () => {
    const cell = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`;
    const sheet = (name: string, xml: string, state?: "hidden" | "veryHidden") => ({
      ...{ name, xml: `<sheetData>${xml}</sheetData>` },
      ...state && { state },
    });
    const file = zipOf(workbookParts([
      sheet("Small", cell("a"), "hidden"),
      sheet("List", cell("b")),
      sheet("Large", cell("c").repeat(6_000), "veryHidden"),
    ]));
    const sheets = await parseFile(file);
    expect(sheets.map(({ name }) => name)).toEqual(["List", "Small"]);
  });

  it("is refused as damaged if it is, and never fails otherwise", async () => {
    const whole = await fixture("xlsxwriter.xlsx");
    await expect(parseFile(whole.subarray(0, 4_000))).rejects.toThrow("This file is damaged.");
    const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
    const changes = fc.array(change, { minLength: 1, maxLength: 20 });
    await fc.assert(fc.asyncProperty(changes, async (all) => {
      const file = new Uint8Array(whole);
      for (const { at, byte } of all) file[at] = byte;
      const result = await parseFile(file).then(() => "BadFile", (error) => error.name);
      expect(result).toBe("BadFile");
    }));
  });
});
