/** Reads XLSX (ECMA-376). No formula is calculated, and nothing outside the file is opened. */
import { BadFile } from "../bad-file.ts";
import { createGrid } from "../grid.ts";
import { otherKindOfArchive } from "../other-kinds.ts";
import type { Sheet } from "../sheet.ts";
import { type Archive, openArchive } from "./archive.ts";
import { readComments } from "./comments.ts";
import { readStyles } from "./numbers.ts";
import { parseXml } from "./parse-xml.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { readWorksheet } from "./worksheet.ts";

/** The sheets in their order, hidden ones last. @throws {BadFile} */
export async function parseWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const archive = await openArchive(bytes);
  const [{ path } = { path: "" }] = await partsOf(archive, "", "/officeDocument");
  const { sheets, is1904 } = await readIndex(archive, path);
  if (sheets.length === 0) throw otherKindOfArchive(archive);
  if (archive.has("xl/externalLinks/")) throw new BadFile(linked);

  const parts = await partsOf(archive, path, "");
  const pathOf = (kind: string) => parts.find(({ type }) => type.endsWith(kind))?.path;
  const context = {
    is1904,
    strings: await readSharedStrings(archive, pathOf("/sharedStrings")),
    styles: await readStyles(archive, pathOf("/styles")),
  };
  const grid = createGrid();
  const read: Sheet[] = [];
  for (const { name, id, isHidden } of sheets) {
    const sheet = parts.find((part) => part.id === id && part.type.endsWith("/worksheet"));
    if (sheet === undefined) continue;
    let comments: ReadonlyMap<number, string>;
    try {
      const linkOf = await readLinks(archive, sheet.path);
      const commentParts = await partsOf(archive, sheet.path, "/comments");
      comments = await readComments(archive, commentParts.map((part) => part.path));
      await readWorksheet(archive, sheet.path, context, linkOf, grid);
    } catch (error) {
      // A hidden sheet that is too large is left out with all later ones.
      if (isHidden && error instanceof BadFile) break;
      throw error;
    }
    const extras = { ...comments.size > 0 && { comments }, ...is1904 && { is1904 } };
    read.push({ ...grid.take(name), ...extras });
  }
  return read;
}

const linked =
  "This workbook takes values from other files. In Excel, choose Data > Edit Links > " +
  "Break Link, and save it. Or save the list as CSV.";
/** All of these sheets are read. */
const maxSheets = 100;

async function readIndex(archive: Archive, path: string) {
  const sheets: { readonly name: string; readonly id: string; readonly isHidden: boolean }[] = [];
  let is1904 = false;
  await parseXml(archive, path, {
    open(element, attributes) {
      if (element === "workbookPr") is1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (element !== "sheet") return;
      if (sheets.length === maxSheets) {
        throw new BadFile(
          `This workbook has more than ${maxSheets} sheets. Copy the list into a new workbook.`,
        );
      }
      const [, id = ""] = Object.entries(attributes).find(([name]) => /:id$/i.test(name)) ?? [];
      const isHidden = attributes.state !== undefined && attributes.state !== "visible";
      sheets.push({ name: attributes.name ?? "", id, isHidden });
    },
  });
  const byVisibility = sheets.toSorted((one, other) =>
    Number(one.isHidden) - Number(other.isHidden)
  );
  return { sheets: byVisibility, is1904 };
}

interface Part {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

/** Targets of a sheet's links, by id. */
async function readLinks(archive: Archive, path: string) {
  const targets = new Map<string, string>();
  await parseXml(archive, relationsOf(path), {
    open(_, { Id: id = "", Type: type = "", Target: target = "" }) {
      if (type.endsWith("/hyperlink")) targets.set(id, target);
    },
  });
  return (id: string) => targets.get(id);
}

function relationsOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return `${folder}_rels/${path.slice(folder.length)}.rels`;
}

/** The parts that a part refers to whose type ends with `kind`. */
async function partsOf(archive: Archive, path: string, kind: string): Promise<Part[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const parts: Part[] = [];
  await parseXml(archive, relationsOf(path), {
    open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (name !== "Relationship" || mode === "External" || !type.endsWith(kind)) return;
      const [, part = ""] = /^\/(.*)$/.exec(new URL(target, `file:///${folder}`).pathname) ?? [];
      parts.push({ id, type, path: decodeURI(part) });
    },
  });
  return parts;
}
