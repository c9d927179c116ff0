import { normalName } from "../../events/members/claims.ts";
import { checkProfile, fieldMessages } from "../../events/members/profile.ts";
import type { Topics } from "../../events/program/topics.ts";
import { Registration } from "../contract/account.ts";
import { readCells } from "./cells.ts";
import { type ColumnName, columnOf, columns, valueOf } from "./columns.ts";
import { BadFile } from "./sheets/bad-file.ts";
import { inTurns } from "./turns.ts";

/** Someone that a program wants to invite. */
export interface Invitee {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** As the file has it; without one, a name is made of theirs. */
  readonly username: string | undefined;
  /** Fields of a whole profile; missing when the file has too little for one. */
  readonly profile: Readonly<Record<string, unknown>> | undefined;
  /** Why there is no profile, when there could be one. */
  readonly note: string | undefined;
}

/** A row of the file, counted as spreadsheets do: the header is the first. */
export type Row =
  & { readonly number: number }
  & (
    | { readonly is: "person"; readonly invitee: Invitee }
    | { readonly is: "wrong"; readonly why: string }
  );

export interface AlumniFile {
  readonly rows: readonly Row[];
  /** Headers of columns that are not used. */
  readonly unused: readonly string[];
}

const maxBytes = 20_000_000;
/** Of the first line as much as says what divides it. */
const maxHeader = 10_000;
const Account = Registration
  .pick({ email: true, firstName: true, lastName: true, username: true })
  .partial({ username: true });
const account = ["email", "firstName", "lastName", "username"] as const;
const required = ["email", "firstName", "lastName"] as const;
/** Of a header as much as people need to recognize their column. */
const shownHeader = 100;

/** The cells of a file, before anybody has said what they mean. */
export interface AlumniTable {
  readonly header: readonly string[];
  readonly records: readonly (readonly string[])[];
}

/** The current year, for class years, and the program's help topics. */
export interface RowContext {
  readonly year: number;
  readonly topics: Topics;
}

/** Which field the column with a header, at a place, fills; `undefined` where it is not used. */
export type ColumnChoice = (header: string, at: number) => ColumnName | undefined;

/**
 * Reads a program's list of alumni: comma, semicolon or tab between the cells, quotes where needed,
 * UTF-8 with or without a byte order mark, or UTF-16 as spreadsheets write it.
 *
 * @throws {BadFile}
 */
export async function readTableInTurns(bytes: Uint8Array): Promise<AlumniTable> {
  return tableOf(await inTurns(cellsOf(bytes)));
}

function tableOf([header = [], ...records]: readonly (readonly string[])[]): AlumniTable {
  if (header.length === 0) throw new BadFile("The file is empty");
  return { header: header.map((text) => text.slice(0, shownHeader)), records };
}

/** What keeps the columns from being those of a list of people; `undefined` when nothing does. */
export function wrongColumns(
  { header }: Pick<AlumniTable, "header">,
  choice: ColumnChoice = columnOf,
): string | undefined {
  const names = header.map(choice);
  for (const name of required) {
    if (!names.includes(name)) return `There is no column "${columns[name].title}"`;
  }
  const twice = names.find((name, at) => name !== undefined && names.indexOf(name) !== at);
  return twice && `Two columns are the ${columns[twice].title}`;
}

/**
 * Reads a list of alumni in one go: see {@link readTableInTurns}.
 *
 * @throws {BadFile}
 */
export function readAlumni(bytes: Uint8Array, context: RowContext): AlumniFile {
  const table = tableOf([...cellsOf(bytes)]);
  const wrong = wrongColumns(table);
  const more = wrong?.startsWith("There is no")
    ? '; "npm run admin -- import --template" shows all'
    : "";
  if (wrong !== undefined) throw new BadFile(wrong + more);
  return { rows: [...rowsOf(table, context, columnOf)], unused: unusedIn(table, columnOf) };
}

/** The same of a table whose columns are those of a list of people; others have turns in between. */
export async function readAlumniInTurns(
  table: AlumniTable,
  context: RowContext,
  choice: ColumnChoice,
): Promise<AlumniFile> {
  const rows = await inTurns(rowsOf(table, context, choice));
  return { rows, unused: unusedIn(table, choice) };
}

function* rowsOf(
  { header, records }: AlumniTable,
  context: RowContext,
  choice: ColumnChoice,
): Generator<Row> {
  const names = header.map(choice);
  const seen = new Map<string, number>();
  for (const [index, cells] of records.entries()) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const number = index + 2;
    const isLonger = cells.slice(names.length).some((cell) => cell.trim() !== "");
    const row = rowOf(cellsByName(names, cells), number, context);
    yield isLonger ? tooMany(number) : unlessRepeated(row, seen);
  }
}

function unusedIn({ header }: AlumniTable, choice: ColumnChoice): string[] {
  return header.filter((text, at) => choice(text, at) === undefined && text.trim() !== "");
}

type Cells = ReadonlyMap<ColumnName, string>;

function rowOf(cells: Cells, number: number, { year, topics }: RowContext): Row {
  const cell = (name: ColumnName) => cells.get(name)?.trim() ?? "";
  const username = cell("username") || undefined;
  const details = {
    email: cell("email"),
    firstName: cell("firstName"),
    lastName: cell("lastName"),
  };
  const checked = Account.safeParse({ ...details, ...username && { username } });
  const wrong = checked.success ? {} : fieldMessages(checked.error);

  const isAccount = (name: ColumnName) => (account as readonly string[]).includes(name);
  const given = [...cells].filter(([name, text]) => !isAccount(name) && text.trim() !== "");
  const fields = Object.fromEntries(
    given.map(([name, text]) => [name, valueOf(name, text, topics)]),
  );
  const profile = { primaryEmail: details.email, ...fields };
  const check = checkProfile(profile, { role: "alumni", year, topics });
  const missing: string[] = [];
  if (given.length > 0 && !check.ok) {
    for (const [name, message] of Object.entries(check.fields)) {
      if (name === "primaryEmail") continue;
      if (Object.hasOwn(fields, name)) wrong[name] ??= message;
      else missing.push(message);
    }
  }
  const why = Object.entries(wrong).map(([name, message]) => withTitle(name, message));
  if (!checked.success || why.length > 0) return { number, is: "wrong", why: why.join("; ") };
  const { email, firstName, lastName } = checked.data;
  return {
    number,
    is: "person",
    invitee: {
      email,
      firstName,
      lastName,
      username: checked.data.username,
      profile: given.length > 0 && check.ok ? profile : undefined,
      note: missing.length > 0 ? `no profile: ${missing.join("; ")}` : undefined,
    },
  };
}

/** One person has one row: the first. */
function unlessRepeated(row: Row, seen: Map<string, number>): Row {
  if (row.is === "wrong") return row;
  const { number, invitee: { email, username } } = row;
  for (const key of [`Email:${email}`, ...username ? [`Username:${username}`] : []]) {
    const earlier = seen.get(normalName(key));
    if (earlier !== undefined) {
      const what = key.split(":")[0];
      return { number, is: "wrong", why: `${what}: The same as in row ${earlier}` };
    }
    seen.set(normalName(key), number);
  }
  return row;
}

function tooMany(number: number): Row {
  return { number, is: "wrong", why: "It has more cells than there are columns" };
}

function cellsByName(names: readonly (ColumnName | undefined)[], cells: readonly string[]): Cells {
  return new Map(
    names.flatMap((name, at) => name === undefined ? [] : [[name, cells[at] ?? ""] as const]),
  );
}

function titleOf(name: string): string {
  return Object.hasOwn(columns, name) ? columns[name as ColumnName].title : name;
}

/** Message about a field, with the field's title before it where it does not begin with that. */
function withTitle(name: string, message: string): string {
  const title = titleOf(name);
  return message.startsWith(title) ? message : `${title}: ${message}`;
}

/** Excel may be told the delimiter by a first line of its own, which it does not show. */
const told = /^\uFEFF?sep=([,;\t])\r?\n/i;
/** How a text that looks like a number is kept from becoming one. */
const formula = /^="(.*)"$/s;

function* cellsOf(bytes: Uint8Array): Generator<string[]> {
  if (bytes.byteLength > maxBytes) throw new BadFile("The file has more than 20 MB");
  const text = textOf(bytes);
  const [line = "", delimiter] = told.exec(text) ?? [];
  const table = text.slice(line.length);
  for (const cells of readCells(table, delimiter ?? delimiterOf(table))) {
    yield cells.map((cell) => cell.startsWith("=") ? cell.replace(formula, "$1") : cell);
  }
}

/** The character that divides the header most often: what countries and spreadsheets agree on. */
function delimiterOf(text: string): string {
  const [header = ""] = text.slice(0, maxHeader).split(/[\r\n]/, 1);
  const count = (character: string) => header.split(character).length;
  return [",", ";", "\t"].sort((one, other) => count(other) - count(one))[0] ?? ",";
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  // Workbooks are archives, and those begin so.
  if (first === 0x50 && second === 0x4b) {
    throw new BadFile("The file is a workbook: save it as “CSV UTF-8”");
  }
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BadFile("The file is not UTF-8: save it as “CSV UTF-8”, so that every name is right");
  }
}
