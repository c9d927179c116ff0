import { isEmail } from "../rows/columns.ts";
import type { GuessedColumn } from "../rows/guess-sheet.ts";
import { markOfRemark } from "../rows/not-invited.ts";
import type { Mark, Rows } from "../rows/person-row.ts";
import type { Sheet } from "./sheet.ts";

/**
 * Removes cells that are struck out from a sheet's rows, and marks rows that are hidden or struck
 * out, or have a comment.
 */
export function markRows(
  { rows, hidden = new Set(), struck = new Map(), comments = new Map() }: Sheet,
  columns: readonly GuessedColumn[],
  includesOptedOut = false,
): { readonly rows: Rows; readonly marks: ReadonlyMap<number, Mark> } {
  const marks = new Map<number, Mark>();
  const mark = (row: number, kind: Mark["kind"]) => marks.set(row, { kind, title: "", text: "" });
  for (const row of hidden) mark(row, "hidden");
  const read = rows.map((row, at) => {
    const places = struck.get(at);
    if (places === undefined) return row;
    if (!isStruckOut(row, places, columns)) {
      return row.map((text, column) => places.has(column) ? "" : text);
    }
    mark(at, "struck out");
    return row;
  });
  for (const [row, text] of comments) {
    const kind = markOfRemark(text);
    if (kind === "deceased" || kind !== undefined && !includesOptedOut) {
      marks.set(row, { kind, title: "Comment", text });
    }
  }
  return { rows: read, marks };
}

/** Whether all of a row is struck out, or its name, or its only address. */
function isStruckOut(
  row: readonly string[],
  struck: ReadonlySet<number>,
  columns: readonly GuessedColumn[],
): boolean {
  const places = row.flatMap((text, at) => text.trim() === "" ? [] : [at]);
  const isName = (at: number) => /^(?:first|last|full)Name$/.test(columns[at]?.field ?? "");
  const addresses = places.filter((at) => isEmail(columns[at]) || row[at]?.includes("@"));
  return places.every((at) => struck.has(at)) ||
    places.some((at) => isName(at) && struck.has(at)) ||
    addresses.length > 0 && addresses.every((at) => struck.has(at));
}
