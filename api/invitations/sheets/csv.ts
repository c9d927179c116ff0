/**
 * CSV as spreadsheets and people write it: whatever is no quoted cell by RFC 4180 is taken as it stands,
 * so that a stray quote costs nobody their row.
 *
 * @module
 */
import { createGrid } from "./grid.ts";
import type { Sheet } from "./read-sheets.ts";

/** Excel may be told the delimiter by a first line of its own, which it does not show. */
const namedDelimiter = /^sep=([,;\t])(\r\n|\r|\n|$)/i;
/** How a text that looks like a number is kept from becoming one. */
const quotedFormula = /^="([^"]*)"$/;

/** @throws {BadFile} When it is more than a list of people can be. */
export function parseCsv(text: string): Sheet {
  const [line = "", delimiter = delimiterOf(text)] = namedDelimiter.exec(text) ?? [];
  const grid = createGrid();
  let row = 0;
  for (const cells of recordsOf(text.slice(line.length), delimiter)) {
    for (const [column, cell] of cells.entries()) {
      grid.put(row, column, cell.startsWith("=") ? cell.replace(quotedFormula, "$1") : cell);
    }
    row++;
  }
  return grid.take("");
}

/** Of a file as much as says what divides its cells. */
const sampleLength = 20_000;

/**
 * The delimiter that gives most lines the same number of cells, and the more the better. One before a
 * space is worth half: it may be part of a name.
 */
function delimiterOf(text: string): string {
  const sample = text.slice(0, sampleLength);
  const score = (delimiter: string) => {
    const worth = new Map<number, number>();
    for (const [, ...cells] of recordsOf(sample, delimiter)) {
      const more = cells.reduce((sum, cell) => sum + (cell.startsWith(" ") ? 0.5 : 1), 0);
      worth.set(cells.length, (worth.get(cells.length) ?? 0) + more);
    }
    return Math.max(0, ...worth.values());
  };
  const scored = [",", ";", "\t"].map((delimiter) => ({ delimiter, score: score(delimiter) }));
  return scored.sort((one, other) => other.score - one.score)[0]?.delimiter ?? ",";
}

/** The cells of each row; an empty line is a row of one empty cell. */
function* recordsOf(text: string, delimiter: string): Generator<string[]> {
  const plainEnd = new RegExp(`[${delimiter}\r\n]`, "g");
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quoted = quotedEnd(text, at, delimiter);
    plainEnd.lastIndex = at;
    const end = quoted ?? plainEnd.exec(text)?.index ?? text.length;
    cells.push(
      quoted === undefined
        ? text.slice(at, end)
        : text.slice(at + 1, end - 1).replaceAll('""', '"'),
    );
    at = end + 1;
    if (text[end] === delimiter) {
      if (at < text.length) continue;
      cells.push("");
    }
    if (text.startsWith("\r\n", end)) at++;
    yield cells;
    cells = [];
  }
}

/** Where the quoted cell ends that begins here; `undefined` when it is no quoted cell. */
function quotedEnd(text: string, start: number, delimiter: string): number | undefined {
  if (text[start] !== '"') return undefined;
  let closing = text.indexOf('"', start + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  if (closing === -1) return undefined;
  const next = text[closing + 1] ?? "\n";
  return [delimiter, "\r", "\n"].includes(next) ? closing + 1 : undefined;
}
