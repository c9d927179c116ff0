import { BadFile } from "./bad-file.ts";
import { parseCsv } from "./csv.ts";
import { decodeText } from "./decode-text.ts";
import { maxFileBytes, maxFileMegabytes } from "./limits.ts";
import type { Sheet } from "./sheet.ts";
import { refuseBinary, refuseOtherKinds } from "./other-kinds.ts";
import { isVCard, parseVCards } from "./vcard.ts";
import { parseWorkbook } from "./xlsx/workbook.ts";

/** Reads a file's sheets, without empty ones. Runs in this thread. @throws {BadFile} */
export async function parseFile(bytes: Uint8Array): Promise<readonly Sheet[]> {
  if (bytes.byteLength > maxFileBytes) {
    throw new BadFile(
      `This file is larger than ${maxFileMegabytes} MB. Copy the list into a new spreadsheet.`,
    );
  }
  // Workbooks are ZIP archives.
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) < 9;
  const sheets = isArchive ? await parseWorkbook(bytes) : [parseText(bytes)];
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) throw new BadFile("This file is empty. Choose another file.");
  return filled;
}

function parseText(bytes: Uint8Array): Sheet {
  refuseOtherKinds(bytes);
  // Old programs end a file with this character.
  // deno-lint-ignore no-control-regex
  const text = decodeText(bytes).replace(/[\0\x1a]+$/, "");
  refuseBinary(text);
  return isVCard(text) ? parseVCards(text) : parseCsv(text);
}
