import type { Import, ImportRow } from "../../../../api/contract/program.ts";

/** How many rows there are of each kind. */
export function countRows(rows: Import["rows"]): Readonly<Record<ImportRow["is"], number>> {
  const counts = { new: 0, there: 0, wrong: 0 };
  for (const { is } of rows) counts[is] += 1;
  return counts;
}

/** What becomes, or became, of a row; in the words of the command. */
export function outcomeText({ is, why }: ImportRow, isDone: boolean): string {
  if (is === "wrong") return `Skipped: ${why}`;
  if (is === "there") return "Has an account already, left alone";
  const what = isDone ? "Invited" : "Would be invited";
  return why === null ? what : `${what}, ${why}`;
}

/**
 * Every row for a spreadsheet, in the order of the file.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc4180}
 */
export function reportOf({ rows, state }: Pick<Import, "rows" | "state">): string {
  const lines = [
    ["Row", "Name", "Outcome"],
    ...rows.toSorted((one, other) => one.number - other.number).map((row) => [
      String(row.number),
      row.name ?? "",
      outcomeText(row, state === "done"),
    ]),
  ];
  // With a byte order mark: spreadsheets take it for another encoding without.
  return `\ufeff${lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(text: string): string {
  // A spreadsheet takes a text that begins with one of these for a formula.
  const safe = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
