import { BadFile } from "./bad-file.ts";
import { parseCsv } from "./csv.ts";
import { maxFileBytes, maxFileMegabytes } from "./limits.ts";
import type { Sheet } from "./sheet.ts";
import { refuseBinary, refuseOtherKinds } from "./other-kinds.ts";
import { parseWorkbook } from "./xlsx/workbook.ts";

/** Without empty sheets. Runs in this thread. @throws {BadFile} */
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
  const text = decodeText(bytes);
  refuseBinary(text);
  return parseCsv(text);
}

/** UTF-8, UTF-16 or Windows-1252, without byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16In(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Enough to see that every other byte is zero. */
const sampleBytes = 4096;

function utf16In(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, sampleBytes);
  const [even, odd] = [0, 1].map((parity) =>
    sample.filter((byte, at) => byte === 0 && at % 2 === parity).length
  );
  if (even === 0 && odd !== undefined && odd > sample.length / 4) return "utf-16le";
  if (odd === 0 && even !== undefined && even > sample.length / 4) return "utf-16be";
  return undefined;
}
