import { fieldNamed } from "./columns.ts";
import { isNothing, isToCome } from "./lists.ts";
import type { Rows } from "./person-row.ts";

/** A header is among so many rows. */
const within = 30;

/** The place of the row with the most titles that are known, or of one above a column of addresses. */
export function findHeader(rows: Rows): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (const [at, row] of rows.slice(0, within).entries()) {
    if (row.some(hasAddress)) {
      // What is below people is the header of others.
      if (best !== undefined) break;
      continue;
    }
    const filled = row.filter((cell) => cell.trim() !== "");
    const known = filled.map(fieldNamed).filter((field) => field !== undefined);
    const isHeader = known.length > 1 && known.length * 4 > filled.length ||
      known[0] === "email" && filled.length === 1;
    if (isHeader && known.length > most) [best, most] = [at, known.length];
  }
  return best ?? aboveAddresses(rows);
}

/** In another language, its titles are words where addresses are below. */
function aboveAddresses(rows: Rows): number | undefined {
  const at = rows.findIndex((row) => row.filter((cell) => cell.trim() !== "").length > 1);
  const row = rows[at] ?? [];
  if (at === -1 || row.some((cell) => hasAddress(cell) || /\d/.test(cell))) return undefined;
  const isTitle = (cell: string, place: number) =>
    !isNothing(cell) && !isToCome(cell) &&
    rows.slice(at + 1, at + 6).some((below) => hasAddress(below[place] ?? ""));
  return row.some(isTitle) ? at : undefined;
}

/** Whether a row below a header is one of another table. */
export function isHeader(row: readonly string[]): boolean {
  if (row.length < 2 || row.some((cell) => cell.length > 60 || /[@\d]/.test(cell))) return false;
  const filled = row.filter((cell) => cell.trim() !== "");
  const known = filled.map(fieldNamed).filter((field) => field !== undefined);
  return known.some((field) => field === "email" || field === "secondaryEmail") &&
    known.length > 1 && known.length * 2 > filled.length;
}

function hasAddress(cell: string): boolean {
  return cell.includes("@");
}
