/** Reads CSV with any delimiter. */
import Papa, { type ParseResult } from "papaparse";
import { BadFile } from "./bad-file.ts";
import { createGrid, refuseCells } from "./grid.ts";
import { withoutEntitiesBetween } from "./html-entities.ts";
import { linkIn, withLink } from "./links.ts";
import type { Sheet } from "./sheet.ts";

/** A first line for Excel that names the delimiter. */
const namedDelimiter = /^sep=([,;|\t])(\n|$)/i;
/** Written around a text that Excel would read as a number. */
const quotedFormula = /^="([^"]*)"$/;
/** Enough characters to guess the delimiter. */
const sampleLength = 20_000;
/** Characters that are parsed at once: Papa Parse collects every wrong quote in them. */
const chunkSize = 500_000;

/** @throws {BadFile} When a quote is wrong, or it is larger than any list of people. */
export function parseCsv(written: string): Sheet {
  const text = withoutEntitiesBetween(written).replaceAll(/\r\n?/g, "\n");
  const [line = "", delimiter = delimiterOf(text)] = namedDelimiter.exec(text) ?? [];
  refuseCells(countOf(delimiter, text) + countOf("\n", text));
  const grid = createGrid();
  let before = 0;
  Papa.parse(text.slice(line.length), {
    delimiter,
    newline: "\n",
    chunkSize,
    chunk({ data, errors: [error] }: ParseResult<string[]>) {
      if (error !== undefined) {
        throw new BadFile(
          `Row ${before + (error.row ?? 0) + 1} has a quotation mark that begins a cell and ` +
            "doesn't end it. Delete it, or save the list as Excel Workbook (.xlsx).",
        );
      }
      for (const [at, cells] of data.entries()) {
        for (const [column, cell] of cells.entries()) {
          grid.put(before + at, column, cell.startsWith("=") ? valueOf(cell) : cell);
        }
      }
      before += data.length;
    },
    // Required by its types.
    complete() {},
  });
  return grid.take("");
}

function delimiterOf(text: string): string {
  const { meta } = Papa.parse(text.slice(0, sampleLength), {
    newline: "\n",
    skipEmptyLines: "greedy",
    delimitersToGuess: [",", ";", "\t", "|"],
  });
  return meta.delimiter;
}

/** Papa Parse has no limit of its own. */
function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

function valueOf(formula: string): string {
  const link = linkIn(formula);
  return link ? withLink(link.text, link.target) : formula.replace(quotedFormula, "$1");
}
