import { type ColumnName, fieldNamed, isEmail, isRemarks } from "./columns.ts";
import { areAddresses, contradicts, fieldByContent, sampleOf } from "./guess-content.ts";
import { guessNames } from "./guess-names.ts";
import { isNothing, isPlaceholder } from "./lists.ts";
import { isTitle } from "./names.ts";
import { isOfPost, plainTitle } from "./mark-titles.ts";
import type { Rows } from "./person-row.ts";

export interface SheetGuess {
  readonly headerRow: number | undefined;
  /** Columns without a field are only read for addresses, `notUsed` ones not at all. */
  readonly columns: readonly GuessedColumn[];
}

export interface GuessedColumn {
  readonly title: string;
  readonly field: ColumnName | undefined;
  readonly examples: readonly string[];
}

const maxShown = 100;

/** @param headerRow Index of the header that staff chose; `null` for none. */
export function guessSheet(
  rows: Rows,
  headerRow: number | null | undefined = findHeader(rows),
): SheetGuess {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const places = Array.from({ length: width }, (_, at) => at);
  const header = rows[headerRow ?? -1] ?? [];
  const all = rows.slice((headerRow ?? -1) + 1);
  // A sample: the first rows, and others from the whole sheet.
  const below = all.filter((_, at) => at < 100 || at % Math.ceil(all.length / 200) === 0);
  const samples = places.map((at) => sampleOf(below, at));
  const titles = places.map((at) => shown(header[at] ?? ""));
  const isTitled = headerRow !== null && headerRow !== undefined;
  const named = fieldsByTitle(titles, isTitled ? rows[headerRow - 1] ?? [] : []);
  const fields = guessFields(titles, named, samples, isTitled)
    .map((field, at) => isYesNo(titles[at] ?? "", below, at) ? "mayContact" : field);
  const isMark = (at: number) => fields[at] === "doNotContact" || fields[at] === "mayContact";
  if (titles.some((title, at) => isMark(at) && /email/.test(plainTitle(title)))) {
    for (const [at, title] of titles.entries()) {
      if (isMark(at) && isOfPost(title)) fields[at] = "notUsed";
    }
  }
  if (
    !fields.some((field) => field === "fullName" || field === "firstName" || field === "lastName")
  ) {
    const free = samples.map((sample, at) => fields[at] === undefined ? sample : []);
    const names = guessNames(free, below, {
      emailAt: fields.indexOf("email"),
      hasTitles: header.length > 0,
    });
    for (const [at, name] of names) fields[at] = name;
  }
  return {
    headerRow: headerRow ?? undefined,
    columns: places.map((at) => ({
      title: titles[at] || `Column ${letters(at)}`,
      field: fields[at],
      examples: firstValues(below, at),
    })),
  };
}

/** "Contact?", "Email?" or "Invite?" above yes and no. */
function isYesNo(title: string, rows: Rows, at: number): boolean {
  if (
    !/^\s*(?:contact|e-?mails?|mail|(?:send )?invit(?:e|ation)|include|keep)\s*\??$/i.test(title)
  ) return false;
  const filled = rows.map((row) => row[at]?.trim() ?? "").filter((text) => text !== "");
  return filled.length > 0 && filled.every((text) => /^(?:y|yes|n|no|true|false)$/i.test(text));
}

/** Titles above may group columns: "Spouse" over "Name" and "Email". The first group is read. */
function fieldsByTitle(titles: readonly string[], above: readonly string[]) {
  const isBand = above.filter((cell) => cell.trim() !== "").length > 1;
  const couple = titles.flatMap((title) => /^(?:husband|wife)\b/i.exec(title)?.[0] ?? []);
  // Beside "Job title", a title is "Mr." or a rank.
  const hasJobTitle = titles.some((title) =>
    !isBareTitle(title) && fieldNamed(title) === "jobTitle"
  );
  const first = new Set(couple.map((word) => word.toLowerCase())).size > 1 ? couple[0] : undefined;
  let band = "";
  return titles.map((title, at): ColumnName | undefined => {
    if (isBand) band = above[at]?.trim() || band;
    if (first !== undefined && title.startsWith(first)) {
      return fieldNamed(title.slice(first.length).replace(/^['’]s\b/, "") || "name");
    }
    const field = hasJobTitle && isBareTitle(title) ? "rank" : fieldNamed(title);
    return field !== undefined && fieldNamed(band) === "notUsed" ? "notUsed" : field;
  });
}

function isBareTitle(title: string): boolean {
  return /^\s*title\s*$/i.test(title);
}

/** Fields with interchangeable titles: "Status" for a rank, "Branch" for a component. */
const unclear: readonly ColumnName[] = ["rank", "armyBranch", "dutyStatus", "mos", "classYear"];
/** Fields guessed from cells below an unknown title. Only addresses and links may repeat. */
const byCells: readonly ColumnName[] = [
  ...["email", "linkedinUrl", "phoneNumber", "rank", "dutyStatus", "armyBranch"] as const,
  ...["helpTopics", "classYear"] as const,
];
const neverAddresses: readonly ColumnName[] = [
  ...["email", "secondaryEmail", "notUsed", "bio", "fullName"] as const,
  ...["deceased", "doNotContact"] as const,
];
/** Titles of dates other than commissioning. */
const dates = /updat|contact|connect|time|birth|join|sent|add|creat|modif|start|end|expir|since/i;

function guessFields(
  titles: readonly string[],
  named: readonly (ColumnName | undefined)[],
  samples: readonly (readonly string[])[],
  hasHeader: boolean,
): (ColumnName | undefined)[] {
  const fields = [...named];
  const isFree = (field: ColumnName) =>
    field === "email" || field === "linkedinUrl" || !fields.includes(field);
  for (const [at, sample] of samples.entries()) {
    const field = named[at];
    const title = titles[at] ?? "";
    if (field !== undefined && !neverAddresses.includes(field) && areAddresses(sample)) {
      fields[at] = "email";
    } else if (field !== undefined && (unclear.includes(field) || field === "jobTitle")) {
      // "Engineer" in a job title isn't a branch.
      const others = field === "jobTitle" ? ["rank" as const] : unclear;
      // "Ms." isn't the Medical Service Corps.
      if (!contradicts(field, sample) || sample.every(isTitle)) continue;
      fields[at] = fieldByContent(sample, others.filter(isFree)) ?? field;
    } else if (field === undefined) {
      const isTitled = hasHeader && title !== "";
      const among = byCells.filter((name) =>
        !isRemarks(title) && (name !== "email" || areAddresses(sample))
      );
      const other = fieldByContent(sample, isTitled ? among : undefined);
      const isDated = (text: string) => isDate(text) || !isTitled && dateInDigits.test(text);
      const isYear = other !== "classYear" || !dates.test(title) && sample.every(isDated);
      // An address that many rows share belongs to an office.
      const isShared = other === "email" && new Set(sample).size <= sample.length / 2;
      if (other !== undefined && isFree(other) && isYear && !isShared) fields[at] = other;
    }
  }
  return fields;
}

const dateInDigits = /^\d{4}(?:-\d\d-\d\d)?$|^\d{1,2}\/\d{1,2}\/\d{2,4}$/;

/** A date as the Army writes it, or a class such as '07. */
function isDate(text: string): boolean {
  return /^(?:\d{1,2}[ -]?[A-Z]{3}[ -]?(?:\d\d){1,2}|(?:19|20)\d{6}|['’]\d\d)$/i.test(text);
}

const shownExamples = 3;

function firstValues(rows: Rows, at: number): string[] {
  const values = new Set<string>();
  for (const row of rows) {
    const value = shown(row[at] ?? "");
    if (value !== "") values.add(value);
    if (values.size === shownExamples) break;
  }
  return [...values];
}

function shown(text: string): string {
  return text.slice(0, 2 * maxShown).replace(/\s+/g, " ").trim().slice(0, maxShown);
}

/** A to Z, then AA: the name of a column in spreadsheets. */
function letters(at: number): string {
  const before = Math.floor(at / 26);
  return (before > 0 ? letters(before - 1) : "") + String.fromCharCode(65 + at % 26);
}

const searchedRows = 30;
/** Exports of other programs have many more titles that mean nothing here. */
const enoughTitles = 6;

/** Index of the row with the most known titles, or of one above a column of addresses. */
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
    const isHeader =
      known.length > 1 && (known.length * 4 > filled.length || known.length >= enoughTitles) ||
      known[0] === "email" && filled.length === 1;
    if (isHeader && known.length > most) [best, most] = [at, known.length];
  }
  return best ?? aboveAddresses(rows);
}

/** A header in another language: words above addresses. */
function aboveAddresses(rows: Rows): number | undefined {
  const at = rows.findIndex((row) => row.filter((cell) => cell.trim() !== "").length > 1);
  const row = rows[at] ?? [];
  if (at === -1 || row.some((cell) => hasAddress(cell) || /\d/.test(cell))) return undefined;
  const isTitle = (cell: string, place: number) =>
    !isNothing(cell) && !isPlaceholder(cell) &&
    rows.slice(at + 1, at + 6).some((below) => hasAddress(below[place] ?? ""));
  return row.some(isTitle) ? at : undefined;
}

/** Whether a row below the header is another table's header. */
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
