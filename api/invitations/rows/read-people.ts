/**
 * The people of a spreadsheet: whoever has an address is invited, whatever else their row holds.
 *
 * @module
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { createSheetWords } from "./sheet-words.ts";
import { isHeader } from "./find-header.ts";
import { guessSheet, type SheetGuess } from "./guess-sheet.ts";
import { mergePeople } from "./merge-people.ts";
import { findAddresses } from "./addresses.ts";
import { createMarks } from "./not-invited.ts";
import type { PersonRow, ReadContext, Rows } from "./person-row.ts";
import {
  type Above,
  isContinued,
  mailboxesIn,
  namesIn,
  peopleInRow,
  withNamesOf,
} from "./people-in-row.ts";
import { headingTitle, type ReadRow, readRow } from "./read-row.ts";
import { shortened } from "./row-draft.ts";

/** A row for each of the sheet's, in their order. */
export function readPeople(...sheet: Parameters<typeof peopleIn>): readonly PersonRow[] {
  const reading = peopleIn(...sheet);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

/** The same; in between others have their turn. */
export async function readPeopleInTurns(
  ...sheet: Parameters<typeof peopleIn>
): Promise<readonly PersonRow[]> {
  const reading = peopleIn(...sheet);
  for (let sinceMs = performance.now();;) {
    const { done, value } = reading.next();
    if (done) return value;
    if (performance.now() - sinceMs < turnMs) continue;
    await nextTurn();
    sinceMs = performance.now();
  }
}

/** How long one turn takes at most, but for a row. */
const turnMs = 5;

/** Stops after each row. */
function* peopleIn(
  rows: Rows,
  guess: SheetGuess,
  context: ReadContext,
): Generator<undefined, readonly PersonRow[]> {
  const read: ReadRow[] = [];
  const passed: PersonRow[] = [];
  const header = rows[guess.headerRow ?? -1];
  const words = createSheetWords(context.topics, context.synonyms);
  let table = tableOf(guess.columns);
  let heading = "";
  let above: (Above & { readonly row: readonly string[]; readonly number: number }) | undefined;
  for (const [at, row] of rows.entries()) {
    yield;
    const number = at + 1;
    const isAbove = at <= (guess.headerRow ?? -1);
    const isOther = !isAbove && header !== undefined && isHeader(row);
    const why = isOther && !isSameRow(header, row)
      ? "header-again"
      : whyPassedOver(row, isAbove, header);
    if (isOther) {
      // Another table below the first one has its own columns.
      table = isSameRow(header, row)
        ? tableOf(guess.columns)
        : tableOf(guessSheet(rows.slice(at, at + belowHeader), 0).columns);
    }
    if (why === undefined) {
      const people = readEach(row, number);
      const isNobody = people.every((person) =>
        person.emails.length === 0 && isRemark(row, person)
      );
      if (!isNobody) {
        read.push(...people);
        continue;
      }
    }
    const filled = row.filter(isFilled);
    if (filled.length === 1) heading = filled[0]?.trim() ?? "";
    passed.push({ number, is: "passed-over", why: why ?? (isTotal(row) ? "total" : "title") });
  }
  return [...passed, ...mergePeople(read)].sort((one, other) => one.number - other.number);

  /** The people of a row, which may go on with the one above it. */
  function readEach(row: readonly string[], number: number): ReadRow[] {
    const { columns, markOf } = table;
    const rowContext = { ...context, words, markOf };
    const isMore = above?.number === number - 1 && isContinued(row, columns, above);
    const whole = isMore && above ? withNamesOf(above.row, row, columns) : row;
    const name = namesIn(whole, columns);
    const record = isMore && above ? above.record : `${number}`;
    const parts = peopleInRow(whole, columns);
    const people = parts.map((part, at): ReadRow => {
      const person = readRow(table.row(part, heading), columns, number, rowContext);
      const own = namesIn(part, columns);
      const takenAs = `${person.firstName} ${person.lastName}`.trim();
      return {
        ...person,
        record: at === 0 ? record : `${record}, ${at}`,
        mark: person.mark ?? markOf(row),
        notes: own === "" || own === name
          ? person.notes
          : [{ title: "Name", text: shortened(name), takenAs }, ...person.notes],
      };
    });
    const hasEmail = isMore && above?.hasEmail || people.some(({ emails }) => emails.length > 0);
    above = { row: whole, number, name, record, hasEmail };
    return people;
  }
}

/** A few rows say what columns hold. */
const belowHeader = 40;

function tableOf(columns: SheetGuess["columns"]) {
  return { ...headedBy(columns), markOf: createMarks(columns) };
}

/** "Class of 2007" above its people is one more column of theirs, where no other has the year. */
function headedBy(columns: SheetGuess["columns"]) {
  if (columns.some(({ field }) => field === "classYear")) {
    return { columns, row: (row: readonly string[]) => row };
  }
  const heading = { title: headingTitle, field: "classYear", examples: [] } as const;
  return {
    columns: [...columns, heading],
    row: (row: readonly string[], text: string) =>
      isClass.test(text) ? [...columns.map((_, at) => row[at] ?? ""), text] : row,
  };
}

const isClass = /^(?:class|yg|year group|graduat|commissioned)[^\d]{0,20}\d\d/i;

type Why = (PersonRow & { readonly is: "passed-over" })["why"];

function whyPassedOver(
  row: readonly string[],
  isAbove: boolean,
  header: readonly string[] | undefined,
): Why | undefined {
  const first = row.findIndex(isFilled);
  if (first === -1) return "empty";
  const isAlone = !row.slice(first + 1).some(isFilled);
  if (isAbove && (isAlone || !row.some(hasAddress))) return "title";
  if (isAlone && isSentence(row[first] ?? "")) return isTotal(row) ? "total" : "title";
  return header !== undefined && isSameRow(header, row) ? "header-again" : undefined;
}

function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

const longestRemark = 500;

function isSentence(text: string): boolean {
  return text.length < longestRemark && text.trim().split(/\s+/).length > 4 &&
    mailboxesIn(text).length === 0;
}

function isSameRow(header: readonly string[], row: readonly string[]): boolean {
  return header.every((title, at) => isSame(title, row[at] ?? ""));
}

function isSame(one: string, other: string): boolean {
  return one === other ||
    one.length < 200 && one.trim().toLowerCase() === other.trim().toLowerCase();
}

function hasAddress(cell: string): boolean {
  return findAddresses(cell).addresses.length > 0;
}

/** "Total: 43", "As of May 2025", or figures alone. */
function isRemark(row: readonly string[], { firstName, lastName }: ReadRow): boolean {
  const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (isTotal(row)) return true;
  const hasName = firstName !== "" && lastName !== "" && !/\d/.test(firstName + lastName);
  return !hasName &&
    (filled.length === 1 || filled.every((cell) => /^[\d\s.,%$()/-]+$/.test(cell)));
}

function isTotal(row: readonly string[]): boolean {
  const first = row.find((cell) => cell.trim() !== "") ?? "";
  return first.length < 100 &&
    /^\s*(?:grand |sub)?(?:total|totals|count|sum|average|number of)\b/i.test(first);
}
