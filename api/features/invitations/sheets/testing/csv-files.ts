/** Writes CSV as spreadsheets do. */
export function writtenCsv(
  rows: readonly (readonly string[])[],
  delimiter: string,
  end: string,
): string {
  const written = (cell: string) =>
    /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((cells) => cells.map(written).join(delimiter) + end).join("");
}

/** The rows as CSV is read, with one kind of line end. */
export function readFromCsv(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((cells) => cells.map((cell) => cell.replaceAll(/\r\n?/g, "\n")));
}

/** A text's bytes in an encoding of spreadsheets. */
export function encoded(text: string, encoding: CsvEncoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "windows-1252") return windows1252(text);
  const bytes = new Uint8Array(Buffer.from(text, "utf16le"));
  return encoding === "utf-16le" ? bytes : new Uint8Array(Buffer.from(bytes).swap16());
}

export const csvEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type CsvEncoding = typeof csvEncodings[number];

/** The byte of each character, computed with the decoder. */
const bytesOf1252 = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder("windows-1252").decode(new Uint8Array([byte])),
    byte,
  ]),
);

function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => bytesOf1252.get(character) ?? 0x3f);
}
