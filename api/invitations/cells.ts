/**
 * CSV reader (RFC 4180): the cells of a table, row by row. It knows its bounds while it reads, so that
 * what is no list of people is refused before it takes long.
 *
 * @module
 */
import { BadFile } from "./sheets/bad-file.ts";

const maxRows = 20_000;
/** A list of alumni has some twenty. */
const maxColumns = 60;
/** More than the longest text of a profile may come with. */
const maxCell = 10_000;

/**
 * A row for each record, as long as it is written; an empty line is a row of one empty cell.
 *
 * @param delimiter One character.
 * @throws {BadFile}
 */
export function* readCells(text: string, delimiter: string): Generator<string[]> {
  let rows = 0;
  const plainEnd = new RegExp(`[${delimiter}\r\n]`, "g");
  let row: string[] = [];
  let at = 0;

  function refuse(what: string): never {
    throw new BadFile(`Line ${text.slice(0, at).split(/\r\n|\r|\n/).length}: ${what}`);
  }

  /** The cell that begins here; then `at` is behind it. */
  function readCell(): string {
    const start = at;
    const isQuoted = text[at] === '"';
    if (isQuoted) {
      let closing = text.indexOf('"', start + 1);
      while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
      if (closing === -1) refuse(quotesDoNotFit);
      at = closing + 1;
    } else {
      plainEnd.lastIndex = at;
      at = plainEnd.exec(text)?.index ?? text.length;
    }
    if (at - start > maxCell) refuse(`a cell has more than ${maxCell} characters`);
    const written = text.slice(start, at);
    if (!isQuoted && !written.includes('"')) return written;
    if (!isQuoted || !endsCell(text[at])) refuse(quotesDoNotFit);
    return written.slice(1, -1).replaceAll('""', '"');
  }

  function endsCell(character: string | undefined): boolean {
    return character === undefined || character === delimiter || character === "\r" ||
      character === "\n";
  }

  while (at < text.length) {
    row.push(readCell());
    if (text[at] === delimiter) {
      if (row.length === maxColumns) refuse(tooManyColumns);
      at++;
      if (at < text.length) continue;
      row.push("");
    }
    if (++rows > maxRows + 1) {
      throw new BadFile(`The file has more than ${maxRows} rows. Divide it into several files`);
    }
    yield row;
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
}

const tooManyColumns =
  `there are more than ${maxColumns} columns. Delete those that are not needed, and try again`;
const quotesDoNotFit = 'the quotes do not fit; "" stands for a quote in quotes';
