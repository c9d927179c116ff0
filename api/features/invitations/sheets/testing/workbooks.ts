import { zipOf, type ZipPart } from "./zip-files.ts";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export interface SheetXml {
  readonly name?: string;
  readonly state?: "hidden" | "veryHidden";
  /** `sheetData`, and what follows it. */
  readonly xml: string;
  /** Targets of links: rId1, rId2 ... */
  readonly links?: readonly string[];
  /** `commentList` of comments on cells. */
  readonly comments?: string;
}

export interface WorkbookXml {
  /** Children of `sst`. */
  readonly strings?: string;
  /** Children of `styleSheet`. */
  readonly styles?: string;
}

/** The parts of a workbook with these sheets. */
export function workbookParts(
  sheets: readonly SheetXml[],
  { strings = "", styles = "" }: WorkbookXml = {},
): ZipPart[] {
  const xml = (name: string, content: string, attributes = "") =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n` +
    `<${name} xmlns="${main}" xmlns:r="${relations}"${attributes}>${content}</${name}>`;
  const relationsOf = (targets: readonly (readonly [kind: string, target: string])[]) =>
    `<Relationships xmlns="${packages}/relationships">` +
    targets.map(([kind, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/${kind}" Target="${target}"` +
      `${kind === "hyperlink" ? ' TargetMode="External"' : ""}/>`
    ).join("") + "</Relationships>";
  const overrides: [string, string][] = [
    ["workbook", "sheet.main"],
    ["sharedStrings", "sharedStrings"],
    ["styles", "styles"],
    ...sheets.map((_, at): [string, string] => [`worksheets/sheet${at + 1}`, "worksheet"]),
  ];
  const parts: [string, string][] = [
    [
      "[Content_Types].xml",
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      overrides.map(([name, type]) =>
        `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`
      ).join("") + "</Types>",
    ],
    ["_rels/.rels", relationsOf([["officeDocument", "xl/workbook.xml"]])],
    [
      "xl/workbook.xml",
      xml(
        "workbook",
        `<sheets>${
          sheets.map(({ name = "People", state }, at) =>
            `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} ` +
            `r:id="rId${at + 1}"/>`
          ).join("")
        }</sheets>`,
      ),
    ],
    [
      "xl/_rels/workbook.xml.rels",
      relationsOf([
        ...sheets.map((_, at) => ["worksheet", `worksheets/sheet${at + 1}.xml`] as const),
        ["sharedStrings", "sharedStrings.xml"],
        ["styles", "/xl/styles.xml"],
      ]),
    ],
    ["xl/sharedStrings.xml", xml("sst", strings)],
    ["xl/styles.xml", xml("styleSheet", styles)],
    ...sheets.flatMap(({ xml: content, links = [], comments }, at): [string, string][] => [
      [`xl/worksheets/sheet${at + 1}.xml`, xml("worksheet", content)],
      [
        `xl/worksheets/_rels/sheet${at + 1}.xml.rels`,
        relationsOf([
          ...links.map((link) => ["hyperlink", link] as const),
          ...comments === undefined ? [] : [["comments", `../comments${at + 1}.xml`] as const],
        ]),
      ],
      ...comments === undefined
        ? []
        : [[`xl/comments${at + 1}.xml`, xml("comments", comments)] as [string, string]],
    ]),
  ];
  return parts.map(([name, content]) => ({ name, content }));
}

/** A workbook of one sheet. */
export function workbookOf(cells: string, more: WorkbookXml = {}): Uint8Array {
  return zipOf(workbookParts([{ xml: `<sheetData>${cells}</sheetData>` }], more));
}

/** Writes a table as Excel does: texts are shared, and empty cells are left out. */
export function writtenXlsx(rows: readonly (readonly string[])[]): Uint8Array {
  const strings: string[] = [];
  const cell = (text: string, row: number, column: number) =>
    text === ""
      ? ""
      : `<c r="${letters(column)}${row + 1}" t="s"><v>${strings.push(escapeXml(text)) - 1}</v></c>`;
  const data = rows.map((cells, row) =>
    `<row r="${row + 1}">${cells.map((text, column) => cell(text, row, column)).join("")}</row>`
  );
  return workbookOf(data.join(""), {
    strings: strings.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join(""),
  });
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + column % 26);
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "_x000D_");
}
