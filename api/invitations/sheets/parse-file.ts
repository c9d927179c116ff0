import { BadFile } from "./bad-file.ts";
import { parseCsv } from "./csv.ts";
import { decodeText } from "./decode-text.ts";
import type { Sheet } from "./read-sheets.ts";
import { refuseBinary, refuseOtherKinds } from "./refuse-other-kinds.ts";
import { parseWorkbook } from "./xlsx/workbook.ts";

const maxBytes = 20_000_000;

/** The sheets of a file, except empty ones. It runs in this thread. @throws {BadFile} */
export async function parseFile(bytes: Uint8Array): Promise<readonly Sheet[]> {
  if (bytes.byteLength > maxBytes) {
    throw new BadFile("This file is larger than 20 MB. Copy the list into a new spreadsheet.");
  }
  const sheets = isArchive(bytes) ? await parseWorkbook(bytes) : [parseText(bytes)];
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) throw new BadFile("This file is empty. Choose another file.");
  return filled;
}

/** Whether a file begins like a ZIP archive, which workbooks are. */
function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) < 9;
}

function parseText(bytes: Uint8Array): Sheet {
  refuseOtherKinds(bytes);
  const text = decodeText(bytes);
  refuseBinary(text);
  return parseCsv(text);
}
