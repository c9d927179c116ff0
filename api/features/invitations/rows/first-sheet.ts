import { fieldNamed, isEmail } from "./columns.ts";
import { findHeader } from "./guess-sheet.ts";
import { markOfName } from "./not-invited.ts";
import type { Rows } from "./person-row.ts";

/** The sheet to show first: one of people with addresses, at least one of them to be invited. */
export function firstSheet(
  sheets: readonly { readonly name: string; readonly rows: Rows }[],
): number {
  const places = sheets.flatMap(({ name, rows }, at) =>
    markOfName("Sheet", name) === undefined ? [{ at, rows }] : []
  );
  const found = places.find(({ rows }) => hasTitledAddresses(rows)) ??
    places.find(({ rows }) => rows.some(hasAddress)) ?? places[0];
  return found?.at ?? 0;
}

/** A summary may have one address, without a title for it. */
function hasTitledAddresses(rows: Rows): boolean {
  const header = findHeader(rows) ?? -1;
  return rows[header]?.some((title) => isEmail({ field: fieldNamed(title) })) === true &&
    rows.slice(header + 1).some(hasAddress);
}

function hasAddress(row: readonly string[]): boolean {
  return row.some((cell) => cell.includes("@"));
}
