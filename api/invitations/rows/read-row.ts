/**
 * One row of a spreadsheet: who it is of, where they are reached, and what it says of them.
 *
 * @module
 */
import { Registration } from "../../contract/account.ts";
import type { ArmyField } from "./choices.ts";
import { isGuessedYear, readClassYear } from "./class-years.ts";
import type { EntryField } from "../../../events/members/profile-fields.ts";
import type { GuessedColumn } from "./guess-sheet.ts";
import { readLink, readLinkedIn } from "./links.ts";
import { entriesOf, fitting, isNothing, isToCome } from "./lists.ts";
import { isTitle, oneLine, withoutAddress } from "./names.ts";
import { addressesAnywhere, addressesIn, isMilitary } from "./person-emails.ts";
import type { SheetWords } from "./sheet-words.ts";
import { type FoundName, nameOfRow } from "./person-name.ts";
import { validFields } from "./valid-fields.ts";
import type { CellNote, Mark, OfferedFields, ReadContext } from "./person-row.ts";
import { findPhones } from "./phones.ts";
import { isShortPlace, joinPlace } from "./places.ts";
import { type Cell, createRowDraft, type RowDraft } from "./row-draft.ts";
import type { FieldCell } from "./row-draft.ts";

export interface ReadRow extends FoundName {
  readonly number: number;
  /** The same for rows that go on with the person above them. */
  readonly record: string;
  readonly username: string | undefined;
  /** The one to invite at first. */
  readonly emails: readonly string[];
  readonly fields: OfferedFields;
  readonly notes: readonly CellNote[];
  readonly mark: Mark | undefined;
}

export interface RowContext extends ReadContext {
  readonly words: SheetWords;
  readonly markOf: (row: readonly string[]) => Mark | undefined;
}

/** The title of what stands above several rows. */
export const headingTitle = "Heading";

/** Reads the cells of a row, whatever they hold. */
export function readRow(
  row: readonly string[],
  columns: readonly GuessedColumn[],
  number: number,
  context: RowContext,
): Omit<ReadRow, "record"> {
  const draft = createRowDraft();
  const cells: FieldCell[] = [];
  for (let at = 0; at < row.length; at++) {
    const text = row[at] ?? "";
    const column = columns[at];
    if (text === "" || column === undefined || column.field === "notUsed") continue;
    const { title, field } = column;
    const isRead = field === undefined
      ? text.includes("@") || text.includes("＠")
      : text.trim() !== "";
    if (isRead) cells.push({ title, field, text });
  }
  const own = addressesIn(cells, draft);
  const emails = own.length > 0 ? own : addressesAnywhere(cells, draft);
  const username = usernameOf(cells, draft);
  readFields(cells, draft, context);
  // The rank before a name counts where no column says a better one.
  const name = nameOfRow(cells, emails, draft, context);
  const others = emails.slice(1);
  const second = others.find(({ address }) => isMilitary(address)) ?? others[0];
  if (second !== undefined) draft.put("secondaryEmail", second.address, second.cell);
  for (const { address, cell } of others) {
    if (address !== second?.address) draft.leaveOut(cell, address);
  }
  const fields = validFields(draft, context);
  return {
    ...name,
    ...{ number, username, fields, notes: draft.notes, mark: context.markOf(row) },
    emails: emails.map(({ address }) => address),
  };
}

function usernameOf(cells: readonly FieldCell[], draft: RowDraft): string | undefined {
  const cell = cells.find(({ field, text }) => field === "username" && !isNothing(text));
  if (cell === undefined || cell.text.includes("@")) return undefined;
  const { data } = Registration.shape.username.safeParse(cell.text);
  if (data === undefined) draft.leaveOut(cell);
  return data;
}

function readFields(cells: readonly FieldCell[], draft: RowDraft, context: RowContext): void {
  const later: (() => void)[] = [];
  for (const cell of phonesFirst(cells)) {
    if (isNothing(cell.text) || cell.field === "rank" && isTitle(cell.text)) continue;
    if (isToCome(cell.text) && cell.field !== undefined) {
      draft.leaveOut(cell);
      continue;
    }
    switch (cell.field) {
      case "classYear":
        // The dry run names a guessed year, and one from a heading above several rows.
        if (isGuessedYear(cell.text) || cell.title === headingTitle) {
          draft.understand("classYear", readClassYear(cell.text, context.year), cell);
        } else draft.put("classYear", readClassYear(cell.text, context.year), cell);
        break;
      case "rank":
      case "armyBranch":
      case "dutyStatus":
      case "mos":
        later.push(...readArmy(cell.field, cell, draft, context));
        break;
      case "phoneNumber": {
        const [first, ...others] = findPhones(cell.text);
        draft.put("phoneNumber", first, cell);
        for (const one of others) draft.leaveOut(cell, one);
        break;
      }
      case "email":
      case "secondaryEmail": {
        const [phone] = findPhones(withoutAddress(cell.text));
        if (phone !== undefined) later.push(() => draft.suggest("phoneNumber", phone, cell));
        break;
      }
      case "linkedinUrl":
        draft.put("linkedinUrl", readLinkedIn(cell.text), cell);
        break;
      case "calendarUrl":
        draft.put("calendarUrl", readLink(cell.text), cell);
        break;
      case "industry":
        draft.understand("industry", context.words.industry(oneLine(cell.text)), cell);
        break;
      case "company":
      case "jobTitle":
        draft.put(cell.field, oneLine(cell.text), cell);
        break;
      case "bio":
        draft.put("bio", cell.text.trim(), cell);
        break;
      case "helpTopics":
      case "expertise":
      case "armySchools":
      case "previousPositions":
        putList(cell.field, cell, draft, context);
        break;
    }
  }
  putPlace(cells, draft);
  for (const act of later) act();
}

/** Of several numbers that of a mobile counts. */
function phonesFirst(cells: readonly FieldCell[]): FieldCell[] {
  const order = ({ field, title }: FieldCell) =>
    field === "phoneNumber" && /cell|mobile/i.test(title) ? 0 : 1;
  return cells.toSorted((one, other) => order(one) - order(other));
}

/** @returns What to do once every column has been read: what it says of other fields counts then. */
function readArmy(
  field: ArmyField,
  cell: Cell,
  draft: RowDraft,
  { words }: RowContext,
): (() => void)[] {
  const said = words.army(field, cell.text);
  const own = said[field] ?? (field === "mos" ? oneLine(cell.text) : undefined);
  if (own !== undefined) draft.understand(field, own, cell);
  const others = Object.entries(said).filter(([name]) => name !== field) as [ArmyField, string][];
  if (own === undefined && others.length === 0) draft.leaveOut(cell);
  return others.map(([name, value]) => () => draft.suggest(name, value, cell));
}

function putList(
  field: EntryField | "helpTopics",
  cell: Cell,
  draft: RowDraft,
  { topics, words }: RowContext,
): void {
  const isTopics = field === "helpTopics";
  const whole = isTopics ? topics.named(cell.text.trim()) : undefined;
  const { taken, left } = fitting(field, whole ? [whole] : entriesOf(field, cell.text));
  const stored = taken.map((text) => isTopics ? words.topic(text) : text);
  const known = stored.filter((one) => one !== undefined);
  if (known.length > 0) draft.put(field, [...new Set(known)], cell);
  for (const one of [...taken.filter((_, at) => stored[at] === undefined), ...left]) {
    draft.leaveOut(cell, one);
  }
}

function putPlace(cells: readonly FieldCell[], draft: RowDraft): void {
  const [location, city, state, country] = (["location", "city", "state", "country"] as const)
    .map((name) =>
      cells.find(({ field, text }) => field === name && !isNothing(text) && !isToCome(text))
    );
  const town = location ?? city;
  const cell = town ?? state ?? country;
  if (cell === undefined) return;
  const place = joinPlace(town?.text ?? "", state?.text ?? "", country?.text ?? "");
  if (place !== "") draft.put("location", place, cell);
  if (isShortPlace(cell.text)) draft.takeAs(cell, place);
  if (
    location !== undefined && city !== undefined &&
    !place.toLowerCase().includes(oneLine(city.text).toLowerCase())
  ) {
    draft.leaveOut(city);
  }
}
