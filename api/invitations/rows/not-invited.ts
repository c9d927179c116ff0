import type { ColumnName } from "./columns.ts";
import type { GuessedColumn } from "./guess-sheet.ts";
import type { Mark } from "./person-row.ts";

const deceased = /^\s*(?:deceased|died\b|passed away|r\.?i\.?p\b|in memoriam)/i;
/** Only in capitals, since Kia is also a first name and a car. */
const killed = /^\s*KIA(?:$|[ ,;.(]+(?!Motor|car\b))/;
const unwanted = new RegExp(
  "^\\s*(?:(?:do not|don['’]t) (?:contact|e-?mail|invite|solicit)|no contact\\b|dnc\\b|opt(?:ed|s)?[ -]?out|" +
    "unsubscribed?\\b|asked (?:to be removed|not to be)|remove from)",
  "i",
);
const maxLength = 500;

function markIn(text: string): Mark | undefined {
  if (deceased.test(text) || killed.test(text)) return "deceased";
  return unwanted.test(text) ? "do not contact" : undefined;
}

/** Columns in which programs note it. Others have names, employers and biographies. */
const noted: readonly ColumnName[] = [
  ...["fullName", "email", "phoneNumber", "rank", "dutyStatus", "jobTitle"] as const,
];
const remarks = /remark|note|comment|status|info|else/i;
const family = /wife|husband|spouse|father|mother|parents|\bson\b|daughter|brother|sister/i;
const no = /^\s*(?:|n|no|false|0|-|n\/?a|none|null|alive|living)\s*$/i;

/** Finds a row's mark: in status, remarks or name, or in a column such as "Deceased". */
export function markReader(
  columns: readonly GuessedColumn[],
): (row: readonly string[]) => Mark | undefined {
  const places = columns.flatMap(({ title, field }, at) =>
    field === undefined || noted.includes(field)
      ? [{
        at,
        titled: /date of death/i.test(title) ? "deceased" as const : markIn(title),
        isLong: field === "fullName" || remarks.test(title) || field === "dutyStatus",
      }]
      : []
  );
  return (row) => {
    for (const { at, titled, isLong } of places) {
      const text = row[at] ?? "";
      if (text === "" || text.length > maxLength) continue;
      if (titled !== undefined && !no.test(text)) return titled;
      const parts = isLong && !family.test(text) ? text.split(/[.;,(\n–-]/) : [text];
      const mark = parts.map(markIn).find((one) => one !== undefined);
      if (mark !== undefined) return mark;
    }
    return undefined;
  };
}

/** The sheet to show first: not one of people who aren't invited. */
export function firstSheet(sheets: readonly { readonly name: string }[]): number {
  const isNotInvitedSheet =
    /deceased|memoria[ml]|fallen|do not (?:contact|e-?mail)|opt(?:ed)?[ -]?out/i;
  return Math.max(0, sheets.findIndex(({ name }) => !isNotInvitedSheet.test(name)));
}
