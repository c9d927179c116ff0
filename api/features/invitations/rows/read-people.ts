/** Reads people from a spreadsheet. Everyone with an address is invited, unless marked otherwise. */
import { SheetWords } from "./choices.ts";
import { guessSheet, isHeader, type SheetGuess } from "./guess-sheet.ts";
import { isNothing } from "./lists.ts";
import { plainTitle } from "./mark-titles.ts";
import { mergePeople, type PersonRow } from "./merge-people.ts";
import {
  endsSection,
  explainedSign,
  legendReader,
  markOfSection,
  markReader,
} from "./not-invited.ts";
import {
  isContinued,
  mailboxesIn,
  namesIn,
  peopleInRow,
  type PersonAbove,
  withNamesOf,
} from "./people-in-row.ts";
import type { Mark, ReadContext, Rows } from "./person-row.ts";
import { headingTitle, type ReadRow, readRow } from "./read-row.ts";
import { shortened } from "./row-draft.ts";
import { findAddresses } from "./contact-cells.ts";

/**
 * How each row with a person was read, in order. Titles, totals and empty rows are left out.
 * @param elsewhere Marked rows of other sheets. The same people aren't invited from this one.
 */
export function readPeople(
  rows: Rows,
  guess: SheetGuess,
  context: ReadContext,
  elsewhere: readonly ReadRow[] = [],
): readonly PersonRow[] {
  return mergePeople(readRows(rows, guess, context), elsewhere);
}

/** People in another sheet who must not be invited. */
export function markedElsewhere(
  rows: Rows,
  guess: SheetGuess,
  context: ReadContext & { readonly markOfAll: Mark },
): readonly ReadRow[] {
  return readRows(rows, guess, context).filter(({ mark }) => mark !== undefined)
    .map((row) => ({ ...row, record: `${context.markOfAll.text}: ${row.record}` }));
}

function readRows(rows: Rows, guess: SheetGuess, context: ReadContext): readonly ReadRow[] {
  const headerRow = guess.headerRow ?? -1;
  const header = rows[headerRow];
  const words = new SheetWords(context.topics);
  const read: ReadRow[] = [];
  const legendOf = legendReader(rows, guess.columns);
  let table = tableOf(guess.columns, context);
  let heading = context.heading ?? "";
  let section: Mark | undefined;
  let above: PersonAbove | undefined;
  for (const [at, row] of rows.entries()) {
    const number = at + 1;
    const filled = row.filter(isFilled);
    const [alone = ""] = filled.length === 1 && at > headerRow ? filled : [];
    const sign = explainedSign(alone);
    const newSection = sign === undefined ? markOfSection(alone.trim()) : undefined;
    const isEnd = section !== undefined && endsSection(alone) && !alone.includes("@");
    section = newSection ?? (isEnd ? undefined : section);
    const isHeading = newSection !== undefined || isEnd ||
      sign !== undefined;
    let mayBePerson = !isHeading && !isSkippedRow(row, at <= headerRow, header);
    if (at > headerRow && header !== undefined && isHeader(row)) {
      // Another table below the first one has its own columns.
      section = undefined;
      const isSame = isSameRow(header, row);
      table = tableOf(
        isSame ? guess.columns : guessSheet(rows.slice(at, at + belowHeader), 0).columns,
        context,
      );
      mayBePerson &&= isSame;
    }
    if (mayBePerson) {
      const people = peopleOf(row, number, heading, table, above, {
        ...context,
        words,
        section: section ?? legendOf(row),
      });
      above = people.above;
      if (people.read.some((person) => person.emails.length > 0 || !isRemark(row, person))) {
        read.push(...people.read);
        continue;
      }
    }
    if (filled.length === 1) heading = filled[0]?.trim() ?? "";
  }
  return read;
}

/** Reads the people of a row, which may continue the person above it. */
function peopleOf(
  row: readonly string[],
  number: number,
  heading: string,
  { columns, markOf, answerOf, idOf }: ReturnType<typeof tableOf>,
  previous: PersonAbove | undefined,
  context: Parameters<typeof readRow>[2] & { readonly section: Mark | undefined },
): { readonly read: readonly ReadRow[]; readonly above: PersonAbove } {
  const continued = previous?.number === number - 1 && isContinued(row, columns, previous)
    ? previous
    : undefined;
  const whole = continued ? withNamesOf(continued.row, row, columns) : row;
  const name = namesIn(whole, columns);
  const record = continued?.record ?? `${number}`;
  const { section, includesOptedOut = false } = context;
  const ofSection = includesOptedOut && section?.kind !== "deceased" ? undefined : section;
  const read = peopleInRow(whole, columns).map((part, at): ReadRow => {
    const filled = withHeading(part, columns, heading);
    const person = readRow(filled, columns, context);
    const own = namesIn(part, columns);
    const takenAs = `${person.firstName} ${person.lastName}`.trim();
    return {
      ...person,
      number,
      answer: answerOf(row, number),
      id: at === 0 ? idOf(row) : undefined,
      record: at === 0 ? record : `${record}, ${at}`,
      mark: markOf(filled) ?? markOf(row) ?? ofSection ?? context.marks?.get(number - 1),
      notes: own === "" || own === name
        ? person.notes
        : [{ title: "Name", text: shortened(name), takenAs }, ...person.notes],
    };
  });
  const hasEmail = continued?.hasEmail || read.some(({ emails }) => emails.length > 0);
  return { read, above: { row: whole, number, name, record, hasEmail } };
}

/** Enough rows to guess another table's columns. */
const belowHeader = 40;

const headingColumn = { title: headingTitle, field: "classYear", examples: [] } as const;

/** Adds a column for headings such as "Class of 2007" if no column has the year. */
function tableOf(
  columns: SheetGuess["columns"],
  { includesOptedOut = false, markOfAll: ofAll }: ReadContext,
) {
  const hasYear = columns.some(({ field }) => field === "classYear");
  const reader = markReader(columns, includesOptedOut);
  const markOfAll = includesOptedOut && ofAll?.kind !== "deceased" ? undefined : ofAll;
  return {
    columns: hasYear ? columns : [...columns, headingColumn],
    markOf(row: readonly string[]) {
      const own = reader(row);
      return own?.kind === "deceased" ? own : markOfAll ?? own;
    },
    answerOf: answerOrder(columns),
    idOf: idReader(columns),
  };
}

const idTitle =
  /^(?:(?:alum\w*|constituent|contact|person|people|member|membership|record|student|donor|prospect|entity|lookup|banner|university|school|salesforce|crm|unique|external|customer|profile|user) )*(?:id|identifier|id number|number|no|ref)$|^(?:emplid|pidm|uin)$/;

/** Reads a person's id in the program that the list was exported from. */
function idReader(columns: SheetGuess["columns"]): (row: readonly string[]) => string | undefined {
  const at = columns.findIndex(({ title, field }) =>
    (field === undefined || field === "username") && idTitle.test(plainTitle(title))
  );
  return (row) => {
    const text = (row[at] ?? "").trim();
    return text !== "" && text.length <= maxId && !isNothing(text) ? text : undefined;
  };
}

const maxId = 64;
const timeTitle =
  /^(?:time ?stamp|submi(?:t|ssion|tted)\b.*|date submitted|completion time|completed(?: at| on)?|end ?(?:date|time)|recorded ?date|response (?:date|time)|answered(?: at| on)?)\b/i;

/**
 * Orders a form's answers by their time, or otherwise by row. A form has a column of times, or
 * questions as titles.
 */
function answerOrder(
  columns: SheetGuess["columns"],
): (row: readonly string[], number: number) => number | undefined {
  const at = columns.findIndex(({ title }) => timeTitle.test(title.trim()));
  const questions = columns.filter(({ title }) => title.trim().endsWith("?")).length;
  if (at === -1 && questions < 2) return () => undefined;
  return (row, number) => {
    const text = (row[at] ?? "").trim();
    const days = /^\d{5}(?:\.\d+)?$/.test(text) ? Number(text) * 86_400_000 : NaN;
    const atMs = Number.isNaN(days) ? Date.parse(text.replace(/ [A-Z]{3,4}$/, "")) : days;
    // Rows without a time are in the order of the sheet.
    return (Number.isNaN(atMs) ? 0 : atMs) + number / 10_000;
  };
}

function withHeading(row: readonly string[], columns: SheetGuess["columns"], heading: string) {
  return columns.at(-1) === headingColumn && isClass.test(heading)
    ? [...columns.slice(0, -1).map((_, at) => row[at] ?? ""), heading]
    : row;
}

const isClass = /^(?:class|yg|year group|graduat|commissioned)[^\d]{0,20}\d\d/i;

/** Whether a row is empty, a title, a total, or the header again. */
function isSkippedRow(
  row: readonly string[],
  isAbove: boolean,
  header: readonly string[] | undefined,
): boolean {
  const [first, ...others] = row.filter(isFilled);
  if (first === undefined || first.startsWith('{"ImportId":')) return true;
  const isAlone = others.length === 0;
  const hasAddress = row.some((cell) => findAddresses(cell).addresses.length > 0);
  return isAbove && (isAlone || !hasAddress) || isAlone && isSentence(first) ||
    header !== undefined && isSameRow(header, row);
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
  const plain = (cell = "") => cell.slice(0, 200).trim().toLowerCase();
  return header.every((title, at) => plain(title) === plain(row[at]));
}

/** "Total: 43", "As of May 2025", or only numbers. */
function isRemark(row: readonly string[], { firstName, lastName }: ReadRow): boolean {
  if (isTotal(row)) return true;
  const filled = row.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const hasName = firstName !== "" && lastName !== "" && !/\d/.test(firstName + lastName);
  return !hasName &&
    (filled.length === 1 || filled.every((cell) => /^[\d\s.,%$()/-]+$/.test(cell)));
}

function isTotal(row: readonly string[]): boolean {
  const first = row.find(isFilled) ?? "";
  return first.length < 100 &&
    /^\s*(?:grand |sub)?(?:total|totals|count|sum|average|number of)\b/i.test(first);
}
