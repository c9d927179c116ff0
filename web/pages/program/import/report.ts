import { csvText } from "../../../../events/report/formats/csv-text.ts";
import type { Import, ImportRow } from "../../../../api/contract/program.ts";

/** How many rows there are of each kind. */
export function countRows(rows: Import["rows"]): Readonly<Record<ImportRow["is"], number>> {
  const counts = { new: 0, invited: 0, there: 0, wrong: 0 };
  for (const { is } of rows) counts[is] += 1;
  return counts;
}

/** What becomes, or became, of a row; in the words of the command. */
export function outcomeText({ is, why }: ImportRow): string {
  if (is === "wrong") return `Skipped: ${why}`;
  if (is === "there") return "Has an account already, left alone";
  const what = is === "invited" ? "Invited" : "Would be invited";
  return why === null ? what : `${what}, ${why}`;
}

/** Every row for a spreadsheet, in the order of the file. */
export function reportOf({ rows }: Pick<Import, "rows">): string {
  const lines = [
    ["Row", "Name", "Outcome"],
    ...rows.toSorted((one, other) => one.number - other.number).map((row) => [
      String(row.number),
      row.name ?? "",
      outcomeText(row),
    ]),
  ];
  // With a byte order mark: spreadsheets take it for another encoding without.
  return `\ufeff${csvText(lines)}`;
}
