import { words } from "../../../../search/text.ts";
import { Registration } from "../../../contract/account.ts";
import type { EntryField, FieldName } from "../../../../events/members/profile-fields.ts";
import type { ArmyField, SheetWords } from "./choices.ts";
import { isGuessedYear, readClassYear } from "./class-years.ts";
import { type ColumnName, isEmail } from "./columns.ts";
import type { GuessedColumn } from "./guess-sheet.ts";
import { entriesOf, fitting, isNothing, isPlaceholder } from "./lists.ts";
import { isAddress } from "../../../../events/members/texts.ts";
import { isTitle, oneLine, withoutAddress } from "./names.ts";
import { addressesAnywhere, addressesIn, isMilitary } from "./person-emails.ts";
import { nameOfRow } from "./person-name.ts";
import type { CellNote } from "../../../contract/program.ts";
import type { Mark, OfferedFields, ReadContext, RowName } from "./person-row.ts";
import { spacedTitle } from "./mark-titles.ts";
import { isShortPlace, joinPlace } from "./places.ts";
import { type FieldCell, findCell, RowDraft, shortened } from "./row-draft.ts";
import { findPhones, readLink, readLinkedIn } from "./contact-cells.ts";

export interface ReadRow extends RowName {
  readonly number: number;
  /** Equal for rows of one person. */
  readonly record: string;
  /** Their id in the program that the list was exported from. */
  readonly id: string | undefined;
  /** Order of a form's answers, later ones higher; `undefined` in other sheets. */
  readonly answer: number | undefined;
  readonly username: string | undefined;
  /** The first one is invited. */
  readonly emails: readonly string[];
  readonly fields: OfferedFields;
  readonly notes: readonly CellNote[];
  /** The text in a column of addresses that isn't one. */
  readonly unclear: string | undefined;
  readonly mark: Mark | undefined;
}

export interface RowContext extends ReadContext {
  readonly words: SheetWords;
}

/** The column of a heading above several rows. */
export const headingTitle = "Heading";

export function readRow(
  row: readonly string[],
  columns: readonly GuessedColumn[],
  context: RowContext,
): Omit<ReadRow, "number" | "record" | "id" | "answer" | "mark"> {
  const draft = new RowDraft();
  const cells = usedCells(row, columns);
  const own = addressesIn(cells, draft);
  const emails = own.length > 0 ? own : addressesAnywhere(cells, draft);
  const username = usernameOf(cells, draft);
  readFields(cells, draft, context);
  // After the columns: the rank before a name counts if no column has a rank.
  const name = nameOfRow(cells, emails, draft, context);
  const others = emails.slice(1);
  const second = others.find(({ address }) => isMilitary(address)) ?? others[0];
  if (second !== undefined) draft.put("secondaryEmail", second.address, second.cell);
  for (const { address, cell } of others) {
    if (address !== second?.address) draft.leaveOut(cell, address);
  }
  const { firstName, lastName } = name;
  const unclear = cells.find((cell) => isEmail(cell) && !isNothing(cell.text))?.text;
  return {
    unclear: unclear === undefined ? undefined : shortened(unclear),
    ...{ firstName, lastName, username, fields: draft.validFields(context), notes: draft.notes },
    emails: emails.map(({ address }) => address),
  };
}

/** Filled cells of columns that are read; unknown columns only if they may have an address. */
function usedCells(row: readonly string[], columns: readonly GuessedColumn[]): FieldCell[] {
  return columns.flatMap(({ title, field }, at) => {
    const text = row[at] ?? "";
    const isUsed = field === undefined ? /[@＠]/.test(text) : text.trim() !== "";
    return isUsed && field !== "notUsed" ? [{ title, field, text }] : [];
  });
}

function usernameOf(cells: readonly FieldCell[], draft: RowDraft): string | undefined {
  const cell = findCell(cells, "username");
  if (cell === undefined || isAddress(cell.text)) return undefined;
  const { data } = Registration.shape.username.safeParse(cell.text);
  if (data === undefined) draft.leaveOut(cell);
  return data;
}

type Suggestion = Parameters<RowDraft["suggest"]>;

interface RowState {
  readonly draft: RowDraft;
  readonly context: RowContext;
  /** Values for other fields, whose own columns have priority. */
  readonly suggestions: Suggestion[];
}

type Reader = (cell: FieldCell, row: RowState) => void;

/** A profile field without one doesn't compile. The primary email is the invitation's own address. */
type FieldReaders = Readonly<Record<Exclude<FieldName, "primaryEmail">, Reader>>;

/** "Cadet" under "Role" is their role in the program, not a job. */
const isRoleHere = /^\s*(?:current |former |rotc )*(?:cadets?|alum|alumn(?:i|us|a)|cadre)\s*$/i;

/** How cells fill the profile. Names, addresses and places are read from several columns. */
const readers: FieldReaders & Readonly<Partial<Record<ColumnName, Reader>>> = {
  classYear(cell, { draft, context }) {
    const year = readClassYear(cell.text, context.year);
    // Staff see a guessed year, and one from a heading.
    if (isGuessedYear(cell.text) || cell.title === headingTitle) {
      draft.putRead("classYear", year, cell);
    } else draft.put("classYear", year, cell);
  },
  rank: readArmy,
  armyBranch: readArmy,
  mos: readArmy,
  dutyStatus: readArmy,
  phoneNumber(cell, { draft }) {
    const [first, ...others] = findPhones(cell.text);
    draft.put("phoneNumber", first, cell);
    for (const one of others) draft.leaveOut(cell, one);
  },
  email: readPhoneBeside,
  secondaryEmail: readPhoneBeside,
  linkedinUrl: (cell, { draft }) => draft.put("linkedinUrl", readLinkedIn(cell.text), cell),
  calendarUrl: (cell, { draft }) => draft.put("calendarUrl", readLink(cell.text), cell),
  industry: (cell, { draft, context }) =>
    draft.putRead("industry", context.words.industry(oneLine(cell.text)), cell),
  company: (cell, { draft }) => draft.put("company", oneLine(cell.text), cell),
  formerName: (cell, { draft }) => draft.put("formerName", oneLine(cell.text), cell),
  jobTitle(cell, { draft }) {
    if (isRoleHere.test(cell.text)) draft.leaveOut(cell);
    else draft.put("jobTitle", oneLine(cell.text), cell);
  },
  bio: (cell, { draft }) => draft.put("bio", cell.text.trim(), cell),
  helpTopics: readList,
  expertise: readList,
  armySchools: readList,
  previousPositions: readList,
  // With city, state and country.
  location() {},
};

function readFields(cells: readonly FieldCell[], draft: RowDraft, context: RowContext): void {
  const row: RowState = { draft, context, suggestions: [] };
  for (const cell of mobilesFirst(cells)) {
    const { field, text } = cell;
    if (field === undefined || isNothing(text)) continue;
    if ((field === "rank" || field === "jobTitle") && isTitle(text)) continue;
    if (isPlaceholder(text)) draft.leaveOut(cell);
    else readers[field]?.(cell, row);
  }
  putPlace(cells, draft);
  for (const suggestion of row.suggestions) draft.suggest(...suggestion);
}

/** The mobile number counts. */
function mobilesFirst(cells: readonly FieldCell[]): FieldCell[] {
  const order = ({ field, title }: FieldCell) =>
    field === "phoneNumber" && /cell|mobile/i.test(title) ? 0 : 1;
  return cells.toSorted((one, other) => order(one) - order(other));
}

function readArmy(cell: FieldCell, { draft, context, suggestions }: RowState): void {
  const field = cell.field as ArmyField;
  const { [field]: named, ...others } = context.words.army(field, cell.text, cell.title);
  const own = named ?? (field === "mos" ? oneLine(cell.text) : undefined);
  if (own !== undefined) draft.putRead(field, own, cell);
  const found = Object.entries(others) as [ArmyField, string][];
  if (own === undefined && found.length === 0) draft.leaveOut(cell);
  suggestions.push(...found.map(([name, value]): Suggestion => [name, value, cell]));
}

function readPhoneBeside(cell: FieldCell, { suggestions }: RowState): void {
  const [phone] = findPhones(withoutAddress(cell.text));
  if (phone !== undefined) suggestions.push(["phoneNumber", phone, cell]);
}

function readList(cell: FieldCell, { draft, context: { topics, words } }: RowState): void {
  const field = cell.field as EntryField | "helpTopics";
  const isTopics = field === "helpTopics";
  const whole = isTopics ? topics.named(cell.text.trim()) : undefined;
  const { taken, left } = fitting(field, whole ? [whole] : entriesOf(field, cell.text));
  const known = new Set<string>();
  const unknown: string[] = [];
  for (const text of taken) {
    const stored = isTopics ? words.topic(text) : text;
    if (stored === undefined) unknown.push(text);
    else known.add(stored);
  }
  if (known.size > 0) draft.put(field, [...known], cell);
  for (const one of [...unknown, ...left]) draft.leaveOut(cell, one);
}

const placeWords = new Set("city town state province region country or and of nation".split(" "));

function putPlace(cells: readonly FieldCell[], draft: RowDraft): void {
  const isUsable = (text: string) => !isPlaceholder(text);
  const [location, city] = (["location", "city"] as const)
    .map((name) => findCell(cells, name, isUsable));
  const town = location ?? city;
  // "Business City" and "Home State" are two places.
  const of = (title: string) =>
    words(spacedTitle(title)).filter((word) => !placeWords.has(word)).join(" ");
  const placeCell = city ?? findCell(cells, "state", isUsable);
  const sameCells = cells.filter(({ title }) =>
    placeCell === undefined || of(title) === "" || of(title) === of(placeCell.title)
  );
  const state = findCell(sameCells, "state", isUsable);
  const country = findCell(sameCells, "country", isUsable);
  const cell = town ?? state ?? country;
  if (cell === undefined) return;
  const place = joinPlace(town?.text ?? "", state?.text ?? "", country?.text ?? "");
  if (place !== "") draft.put("location", place, cell);
  if (isShortPlace(cell.text)) draft.note(cell, place);
  if (
    location !== undefined && city !== undefined &&
    !place.toLowerCase().includes(oneLine(city.text).toLowerCase())
  ) {
    draft.leaveOut(city);
  }
}
