import { BadFile } from "../bad-file.ts";
import type { Archive } from "./archive.ts";

const asWorkbook = "Excel Workbook (.xlsx) or CSV";

/** The error for an archive that is no XLSX workbook. */
export function otherKindOfArchive(archive: Archive): BadFile {
  if (archive.has("Index/") || archive.has("Index.zip")) {
    return new BadFile(
      "This is a Numbers file. In Numbers, choose File > Export To > Excel, and choose that file.",
    );
  }
  if (archive.has("content.xml")) {
    return new BadFile(
      `This is an OpenDocument file (.ods). In LibreOffice, choose File > Save As, and ${asWorkbook}.`,
    );
  }
  if (archive.has("xl/workbook.bin")) {
    return new BadFile(
      `This is a binary workbook (.xlsb). In Excel, choose File > Save As, and ${asWorkbook}.`,
    );
  }
  return new BadFile(`This isn't a spreadsheet. Save the list as ${asWorkbook}.`);
}
