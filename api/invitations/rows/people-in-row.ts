/**
 * Several people in one row, each with an address of their own: a couple, or a cell that lists people as mail
 * programs do. The row's other cells are the first one's.
 *
 * @module
 */
import { words } from "../../../search/text.ts";
import { findAddresses, type FoundAddresses } from "./addresses.ts";
import { rankNames } from "./choices.ts";
import { isEmail } from "./columns.ts";
import type { GuessedColumn } from "./guess-sheet.ts";
import { isOnePerson } from "./merge-people.ts";
import { createLikeness } from "./person-emails.ts";
import { isTitle, nameInAddress, noName, type PersonName, readFullName } from "./names.ts";
import { findPhones } from "./phones.ts";

type Row = readonly string[];

/** The row of each person; the row itself where it is one person's. */
export function peopleInRow(row: Row, columns: readonly GuessedColumn[]): readonly Row[] {
  const cells = columns.map((_, at) => row[at] ?? "");
  return couple(cells, columns) ?? listed(cells, columns) ?? [row];
}

/** What a row's columns of names have. */
export function namesIn(row: Row, columns: readonly GuessedColumn[]): string {
  return columns.flatMap((column, at) => isName(column) ? row[at]?.trim() || [] : []).join(" ");
}

export interface Above {
  readonly name: string;
  readonly record: string;
  readonly hasEmail: boolean;
}

/** Whether a row without a name goes on with the person above it: it has a phone number, or an address that is like theirs. */
export function isContinued(
  row: Row,
  columns: readonly GuessedColumn[],
  above: Above,
): boolean {
  const isLike = createLikeness([above.name]);
  const isTheirs = (address: string) =>
    isLike(address) || !above.hasEmail && nameInAddress(address) === undefined;
  const areTheirs = ({ addresses }: FoundAddresses) =>
    addresses.length > 0 && addresses.every(isTheirs);
  const filled = columns.flatMap(({ field }, at) =>
    row[at]?.trim() ? [{ field, text: row[at] ?? "" }] : []
  );
  return above.name !== "" && filled.length > 0 &&
    filled.every(({ field, text }) =>
      isEmail({ field })
        ? areTheirs(findAddresses(text))
        : field === "phoneNumber" && findPhones(text).length > 0
    );
}

/** The row, with the names of the one above it. */
export function withNamesOf(above: Row, row: Row, columns: readonly GuessedColumn[]): Row {
  return columns.map((column, at) => (isName(column) ? above[at] : row[at]) ?? "");
}

type Field = Pick<GuessedColumn, "field"> | undefined;

function isName(column: Field): boolean {
  return /^(?:first|last|full)Name$/.test(column?.field ?? "");
}

/** "John & Mary Doe" with two addresses. */
function couple(row: Row, columns: readonly GuessedColumn[]): Row[] | undefined {
  const names = columns.map((column, at) => isName(column) ? bothIn(row[at] ?? "") : undefined);
  const given = names.find((both, at) => both && columns[at]?.field !== "lastName");
  if (given === undefined) return undefined;
  const [his, hers] = shared(
    columns.flatMap((column, at) => isEmail(column) ? findAddresses(row[at] ?? "").addresses : []),
    given,
  );
  if (his.length === 0 || hers.length === 0) return undefined;
  const at = columns.findIndex(isEmail);
  return [
    row.map((cell, place) => isEmail(columns[place]) ? "" : names[place]?.[0] ?? cell)
      .with(at, his.join("; ")),
    row.map((cell, place) => isName(columns[place]) ? names[place]?.[1] ?? cell : "")
      .with(at, hers.join("; ")),
  ];
}

/** Two names of one cell, each whole: "Doe, John & Mary" is "Doe, John" and "Doe, Mary". */
function bothIn(cell: string): readonly [string, string] | undefined {
  const [one = "", other = "", ...more] = cell.length > 200 ? [] : cell.split(/ (?:&|and|\+|\/) /i);
  const isNone = (text: string) =>
    text.trim() === "" || isTitle(text) || rankNames.named(words(text)) !== undefined;
  if (more.length > 0 || isNone(one) || isNone(other)) return undefined;
  const [, last] = /^([^,]+),/.exec(one) ?? [];
  if (last !== undefined) return [one, other.includes(",") ? other : `${last}, ${other}`];
  const { firstName, lastName } = readFullName(other);
  const isWhole = readFullName(one).firstName !== "" && readFullName(one).lastName !== "";
  return [isWhole || firstName === "" ? one : `${one} ${lastName}`.trim(), other];
}

/** Whose each address is: by the first name in it, or its initial; where that says nothing the first is the one's. */
function shared(addresses: readonly string[], names: readonly [string, string]) {
  const [one, other] = names.map((name) => words(readFullName(name).firstName || name)[0] ?? "");
  const score = (local: string, name = "") =>
    Number(local.startsWith(name.slice(0, 1))) + 2 * Number(local.includes(name));
  const his: string[] = [];
  const hers: string[] = [];
  const open: string[] = [];
  for (const address of addresses) {
    const local = words(address.slice(0, address.lastIndexOf("@"))).join("");
    const lead = score(local, one) - score(local, other);
    (lead > 0 ? his : lead < 0 ? hers : open).push(address);
  }
  for (const address of open) (his.length > 0 && hers.length === 0 ? hers : his).push(address);
  return [his, hers] as const;
}

/** "Pat Doe <pat@example.com>; Kim Roe <kim@example.com>", in one cell or in several. */
function listed(row: Row, columns: readonly GuessedColumn[]): Row[] | undefined {
  const found = row.map((cell, at) =>
    isEmail(columns[at]) || columns[at]?.field === "fullName" ? mailboxesIn(cell) : []
  );
  const all = found.flat();
  const isBare = all.every(({ name }) => name === noName);
  const filled = row.filter((cell) => cell.trim() !== "");
  const places = found.flatMap((some, at) => some.length > 0 ? [at] : []);
  if (all.length < 2 || isBare && filled.length > places.length) return undefined;
  const isList = isBare && all.length > 2 &&
    (filled.length === 1 || columns.every(({ title }) => /^Column [A-Z]+$/.test(title)));
  const people: Mailbox[][] = [];
  for (const one of isBare ? all.map(named) : all) {
    const same = people.find(([first]) => !isList && first && isOf(first, one));
    if (same === undefined) people.push([one]);
    else same.push(one);
  }
  if (people.length < 2) return undefined;
  const others = row.map((cell, at) => places.includes(at) ? "" : cell);
  const name = namesIn(others, columns);
  const whose = readFullName(name);
  const owner = people.find(([one]) => name !== "" && one && isOnePerson(one.name, whose));
  const first = owner ?? people[0];
  const rest = owner ? others : others.map((cell, at) => isName(columns[at]) ? "" : cell);
  const having = (cells: Row, some: readonly Mailbox[] = []) =>
    cells.with(places[0] ?? 0, some.map(({ text }) => text).join("; "));
  const nothing = row.map(() => "");
  return [
    having(rest, first),
    ...people.filter((one) => one !== first).map((some) => having(nothing, some)),
  ];
}

interface Mailbox {
  readonly name: PersonName;
  readonly address: string;
  readonly text: string;
}

function isOf({ name }: Mailbox, other: Mailbox): boolean {
  return other.name === noName
    ? createLikeness([`${name.firstName} ${name.lastName}`])(other.address)
    : isOnePerson(name, other.name);
}

function named(one: Mailbox): Mailbox {
  return { ...one, name: nameInAddress(one.address) ?? noName };
}

const longest = 20_000;
const mailbox = /([<([]?)(?<![^\s,;<([])([^\s,;<>()[\]]+@[^\s,;<>()[\]]+)[>)\]]?/;
const label = /\b(?:e?-?mail|home|work|personal|private|office|school|army|civilian)\b|:/i;

/** People with their addresses, where a cell is nothing but a list of them. */
export function mailboxesIn(cell: string): readonly Mailbox[] {
  if (cell.length > longest || !cell.includes("@")) return [];
  const parts = cell.split(mailbox);
  const all: Mailbox[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [before = "", bracket, address = ""] = parts.slice(at, at + 3);
    const said = before.replace(/["“”]/g, "").replace(/^[\s,;|]+|[\s,;|]+$/g, "");
    const name = said === "" ? noName : readFullName(said);
    const isLabel = label.test(said) || name.lastName === "" && bracket !== "<";
    if (said !== "" && isLabel || findAddresses(address).addresses.length !== 1) return [];
    all.push({ name, address, text: said === "" ? address : `${said} <${address}>` });
  }
  return /^[\s,;.]*$/.test(parts.at(-1) ?? "") ? all : [];
}
