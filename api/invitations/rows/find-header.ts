import { fieldNamed, isEmail } from "./columns.ts";
import { isNothing, isPlaceholder } from "./lists.ts";
import type { Rows } from "./person-row.ts";

/** The header is in one of the first rows. */
const searchedRows = 30;

/** Index of the row with the most known titles, else of one above a column of addresses. */
export function findHeader(rows: Rows): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (const [at, row] of rows.slice(0, searchedRows).entries()) {
    if (row.some(hasAddress)) {
      // A header below people belongs to another table.
      if (best !== undefined) break;
      continue;
    }
    const { filled, known } = titlesIn(row);
    const isHeader = known.length > 1 && known.length * 4 > filled.length ||
      known[0] === "email" && filled.length === 1;
    if (isHeader && known.length > most) [best, most] = [at, known.length];
  }
  return best ?? aboveAddresses(rows);
}

/** Finds a header in another language: words above addresses. */
function aboveAddresses(rows: Rows): number | undefined {
  const at = rows.findIndex((row) => row.filter((cell) => cell.trim() !== "").length > 1);
  const row = rows[at] ?? [];
  if (at === -1 || row.some((cell) => hasAddress(cell) || /\d/.test(cell))) return undefined;
  const isTitle = (cell: string, place: number) =>
    !isNothing(cell) && !isPlaceholder(cell) &&
    rows.slice(at + 1, at + 6).some((below) => hasAddress(below[place] ?? ""));
  return row.some(isTitle) ? at : undefined;
}

/** Whether a row below the header is the header of another table. */
export function isHeader(row: readonly string[]): boolean {
  if (row.length < 2 || row.some((cell) => cell.length > 60 || /[@\d]/.test(cell))) return false;
  const { filled, known } = titlesIn(row);
  return known.some((field) => isEmail({ field })) &&
    known.length > 1 && known.length * 2 > filled.length;
}

function titlesIn(row: readonly string[]) {
  const filled = row.filter((cell) => cell.trim() !== "");
  return { filled, known: filled.map(fieldNamed).filter((field) => field !== undefined) };
}

function hasAddress(cell: string): boolean {
  return cell.includes("@");
}
