/** Parses CSV as people write it: cells not quoted as in RFC 4180 are taken unchanged. */
import { createGrid } from "./grid.ts";
import { withoutEntitiesBetween } from "./html-entities.ts";
import { linkIn, withLink } from "./links.ts";
import type { Sheet } from "./sheet.ts";

/** A first line for Excel that names the delimiter. */
const namedDelimiter = /^sep=([,;|\t])(\r\n|\r|\n|$)/i;
/** Written around a text that Excel would take for a number. */
const quotedFormula = /^="([^"]*)"$/;

/** @throws {BadFile} When it is larger than any list of people. */
export function parseCsv(written: string): Sheet {
  const text = withoutEntitiesBetween(written);
  const [line = "", delimiter = delimiterOf(text)] = namedDelimiter.exec(text) ?? [];
  const grid = createGrid();
  for (const [row, column, cell] of cellsOf(text.slice(line.length), delimiter)) {
    grid.put(row, column, cell.startsWith("=") ? valueOf(cell) : cell);
  }
  return grid.take("");
}

function valueOf(formula: string): string {
  const link = linkIn(formula);
  return link ? withLink(link.text, link.target) : formula.replace(quotedFormula, "$1");
}

/** Enough characters to find the delimiter. */
const sampleLength = 20_000;

/** By which most lines have equally many cells. Before a space it counts half, as in names. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, sampleLength);
  const score = (delimiter: string) => {
    const lines: number[][] = [];
    for (const [row, column, cell] of cellsOf(sample, delimiter)) {
      if (column === 0) lines.push([]);
      else lines[row]?.push(cell.startsWith(" ") ? 0.5 : 1);
    }
    const worth = new Map<number, number>();
    for (const cells of lines) {
      const line = cells.reduce((sum, each) => sum + each, 0);
      worth.set(cells.length, (worth.get(cells.length) ?? 0) + line);
    }
    return Math.max(0, ...worth.values());
  };
  const scored = [",", ";", "\t", "|"].map((delimiter) => ({ delimiter, score: score(delimiter) }));
  return scored.sort((one, other) => other.score - one.score)[0]?.delimiter ?? ",";
}

/** Each cell with its place, counted from 0. An empty line has one empty cell. */
function* cellsOf(
  text: string,
  delimiter: string,
): Generator<[row: number, column: number, text: string]> {
  const plainEnd = new RegExp(`[${delimiter}\r\n]`, "g");
  let [row, column, at] = [0, 0, 0];
  while (at < text.length) {
    const quoted = quotedEnd(text, at, delimiter);
    plainEnd.lastIndex = at;
    const end = quoted ?? plainEnd.exec(text)?.index ?? text.length;
    const written = text.slice(at, end);
    yield [
      row,
      column,
      quoted === undefined ? written : written.slice(1, -1).replaceAll('""', '"'),
    ];
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    [row, column] = text[end] === delimiter ? [row, column + 1] : [row + 1, 0];
  }
}

/** End of a quoted cell that begins here; `undefined` if it isn't one. */
function quotedEnd(text: string, start: number, delimiter: string): number | undefined {
  if (text[start] !== '"') return undefined;
  let closing = text.indexOf('"', start + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  if (closing === -1) return undefined;
  const next = text[closing + 1] ?? "\n";
  return [delimiter, "\r", "\n"].includes(next) ? closing + 1 : undefined;
}
