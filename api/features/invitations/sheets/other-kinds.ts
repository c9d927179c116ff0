import { BadFile } from "./bad-file.ts";
import { type Archive, passwordProtected } from "./xlsx/archive.ts";

const notASpreadsheet =
  "This isn't a spreadsheet. Save the list as Excel Workbook (.xlsx) or CSV, and choose that file.";
const pdf = "This is a PDF. Choose the spreadsheet that it was made from.";
const numbers =
  "This is a Numbers file. In Numbers, choose File > Export To > Excel, and choose that file.";
const picture = "This is a picture. Choose a spreadsheet instead.";
const oldExcel = "This is an old Excel file (.xls). Open it in Excel, choose File > Save As, and " +
  "Excel Workbook (.xlsx).";
const webPage = "This is a web page or XML, not a spreadsheet. Open it in Excel, choose " +
  "File > Save As, and Excel Workbook (.xlsx).";

const kinds: readonly (readonly [start: RegExp, message: string])[] = [
  [/^%PDF/, pdf],
  [/^(\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0|II\*\0|MM\0\*|RIFF[^]{4}WEBP|[^]{4}ftyp)/, picture],
  [/^(\xef\xbb\xbf)?\s*<(\?xml|!doctype|html|table|head|meta|style)/i, webPage],
  [/^(\{\\rtf|Rar!|7z\xbc\xaf)/, notASpreadsheet],
];

/**
 * @throws {BadFile} If it is neither text nor a ZIP archive. The message says how to save it
 * instead.
 */
export function refuseOtherKinds(bytes: Uint8Array): void {
  const start = latin1(bytes.subarray(0, 1024));
  if (start.startsWith("\xd0\xcf\x11\xe0")) {
    throw latin1(bytes).includes(encrypted) ? passwordProtected() : new BadFile(oldExcel);
  }
  const [, message] = kinds.find(([pattern]) => pattern.test(start)) ?? [];
  if (message !== undefined) throw new BadFile(message);
}

/** @throws {BadFile} If a text has control characters, which no spreadsheet writes. */
export function refuseBinary(text: string): void {
  // deno-lint-ignore no-control-regex
  if (/[\0-\x08\x0e-\x1a]/.test(text)) throw new BadFile(notASpreadsheet);
}

/** Name of the stream in a password-protected Office workbook, in UTF-16. */
const encrypted = Array.from("EncryptedPackage").join("\0");

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

const asWorkbook = "Excel Workbook (.xlsx) or CSV";

const kindsOfArchive: readonly (readonly [part: string, message: string])[] = [
  ["Index/", numbers],
  ["Index.zip", numbers],
  [
    "content.xml",
    `This is an OpenDocument file (.ods). In LibreOffice, choose File > Save As, and ${asWorkbook}.`,
  ],
  [
    "xl/workbook.bin",
    `This is a binary workbook (.xlsb). In Excel, choose File > Save As, and ${asWorkbook}.`,
  ],
];

export function otherKindOfArchive(archive: Archive): BadFile {
  const [, message = `This isn't a spreadsheet. Save the list as ${asWorkbook}.`] =
    kindsOfArchive.find(([part]) => archive.has(part)) ?? [];
  return new BadFile(message);
}
