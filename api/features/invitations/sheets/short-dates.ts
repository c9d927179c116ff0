/** Recovers class years from cells that a spreadsheet shows as short dates, or as days. */
import type { GuessedColumn } from "../rows/guess-sheet.ts";
import type { Rows } from "../rows/person-row.ts";

const shortDate = /^(\d{1,2})[-\/. ](\d{1,2}|[a-z]{3})[-\/. ](05|09)$/i;
const dayMs = 86_400_000;
/** Years whose days in a calendar of Excel end in 05 or 09. */
const starts: Readonly<Record<string, number>> = {
  "05": Date.UTC(1899, 11, 30),
  "09": Date.UTC(1904, 0, 1),
};
/** Days between the starts of Excel's two calendars. */
const daysBetween = 1_462;
/** With fewer, the dates could be of real ceremonies. */
const leastDates = 3;
const firstYear = 1975;

/**
 * Makes class years readable. If a whole column has days such as "29-Jun-05", which are plausible
 * years in Excel's calendar, they get their year 1905. Bare days of a workbook that counts from
 * 1904 are counted from 1900.
 */
export function withWholeDates(
  rows: Rows,
  columns: readonly GuessedColumn[],
  headerRow: number,
  { year, is1904 = false }: { readonly year: number; readonly is1904?: boolean | undefined },
): Rows {
  const places = columns.flatMap(({ field }, at) => field === "classYear" ? [at] : []);
  return places.reduce((all, at) => {
    const cells = all.slice(headerRow + 1).map((row) => (row[at] ?? "").trim())
      .filter((text) => text !== "");
    const isShort = new Set(cells).size >= leastDates &&
      cells.every((text) => isYearAsDate(text, year));
    if (!isShort && !is1904) return all;
    return all.map((row, index) => {
      const text = (row[at] ?? "").trim();
      if (index <= headerRow || text === "") return row;
      if (isShort) return row.with(at, text.replace(/(\d\d)$/, "19$1"));
      return /^[2-6]\d{4}$/.test(text) ? row.with(at, String(Number(text) + daysBetween)) : row;
    });
  }, rows);
}

function isYearAsDate(text: string, year: number): boolean {
  const [, one = "", other = "", short = ""] = shortDate.exec(text) ?? [];
  const start = starts[short];
  if (start === undefined) return false;
  const isNamed = /[a-z]/i.test(other);
  const [month, day] = isNamed ? [other, one] : [one, other];
  const at = Date.parse(`${day} ${isNamed ? month : monthNames[Number(month) - 1]} 19${short} UTC`);
  const typed = (at - start) / dayMs;
  return typed >= firstYear && typed <= year + 6;
}

const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
