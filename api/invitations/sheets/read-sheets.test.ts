import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadFile } from "./bad-file.ts";
import { decodeText } from "./decode-text.ts";
import { parseFile } from "./parse-file.ts";
import { readSheets } from "./read-sheets.ts";
import { csvEncodings, encoded, writtenCsv } from "./testing/csv-files.ts";
import { aTable, withoutEmptyEnds } from "./testing/tables.ts";

const names = "Núñez,O’Brien\nZoë,Łukasz\n";

describe("a spreadsheet that is read on a thread", () => {
  it("has its cells where they are", async () => {
    expect(await readSheets(encoded(names, "utf-8"))).toEqual([
      { name: "", rows: [["Núñez", "O’Brien"], ["Zoë", "Łukasz"]] },
    ]);
  });

  it("is refused when it is empty, too large, or takes too long", async () => {
    await expect(readSheets(new Uint8Array())).rejects.toThrow("This file is empty.");
    await expect(readSheets(new Uint8Array(20_000_001))).rejects.toThrow("larger than 20 MB");
    await expect(readSheets(encoded(names, "utf-8"), 0)).rejects.toThrow(BadFile);
  });
});

describe("text", () => {
  it.each([
    ["UTF-8", encoded(names, "utf-8"), names],
    ["UTF-8 with a mark", encoded(`\ufeff${names}`, "utf-8"), names],
    ["UTF-16 LE with a mark", encoded(`\ufeff${names}`, "utf-16le"), names],
    ["UTF-16 BE with a mark", encoded(`\ufeff${names}`, "utf-16be"), names],
    ["UTF-16 LE", encoded(names, "utf-16le"), names],
    ["UTF-16 BE", encoded(names, "utf-16be"), names],
    ["Windows-1252", encoded("Núñez,O’Brien", "windows-1252"), "Núñez,O’Brien"],
  ])("is read in %s", (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it("in each encoding is the table that was written", () => {
    fc.assert(fc.property(aTable, fc.constantFrom(...csvEncodings), (rows, encoding) => {
      // Enough of plain text that the encoding shows.
      const text = writtenCsv([["Name", "Email"], ...rows], ",", "\r\n");
      const sheet = parseFile(encoded(`sep=,\r\n${text}`, encoding))[0];
      expect(sheet?.rows).toEqual([["Name", "Email"], ...withoutEmptyEnds(rows)]);
    }));
  });
});
