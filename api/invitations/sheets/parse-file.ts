import { BadFile } from "./bad-file.ts";
import { parseCsv } from "./csv.ts";
import { decodeText } from "./decode-text.ts";
import type { Sheet } from "./read-sheets.ts";

const maxBytes = 20_000_000;

/** The sheets of a file, in this thread. @throws {BadFile} */
export function parseFile(bytes: Uint8Array): readonly Sheet[] {
  if (bytes.byteLength > maxBytes) {
    throw new BadFile("This file is larger than 20 MB. Delete pictures and sheets you don't need.");
  }
  const sheets = [parseCsv(decodeText(bytes))];
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) throw new BadFile("This file is empty. Choose another file.");
  return filled;
}
