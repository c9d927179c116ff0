import { words } from "../../../../search/text.ts";
import { rankNames } from "./choices.ts";
import { isEmail } from "./columns.ts";
import type { GuessedColumn } from "./guess-sheet.ts";
import { isOnePerson } from "./merge-people.ts";
import { isTitle, nameInAddress, noName, type PersonName, readFullName } from "./names.ts";
import { resembles } from "./person-emails.ts";
import { findAddresses, findPhones, isNameOf } from "./contact-cells.ts";

type SheetRow = readonly string[];
type Columns = readonly GuessedColumn[];

/** One row for each person; the row itself for one person. */
export function peopleInRow(row: SheetRow, columns: Columns): readonly SheetRow[] {
  const cells = columns.map((_, at) => row[at] ?? "");
  return couple(cells, columns) ?? listed(cells, columns) ?? [row];
}

export function namesIn(row: SheetRow, columns: Columns): string {
  return columns.flatMap((column, at) => isName(column) ? row[at]?.trim() || [] : []).join(" ");
}

export interface PersonAbove {
  readonly row: SheetRow;
  readonly number: number;
  readonly name: string;
  readonly record: string;
  readonly hasEmail: boolean;
}

/** Whether a row only has phone numbers, and addresses resembling the name in the row above. */
export function isContinued(row: SheetRow, columns: Columns, above: PersonAbove): boolean {
  const isTheirs = (address: string) =>
    resembles(address, above.name) || !above.hasEmail && nameInAddress(address) === undefined;
  const isMore = (text: string, at: number) => {
    if (!isEmail(columns[at])) {
      return columns[at]?.field === "phoneNumber" && findPhones(text).length > 0;
    }
    const { addresses } = findAddresses(text);
    return addresses.length > 0 && addresses.every(isTheirs);
  };
  const cells = columns.map((_, at) => row[at]?.trim() ?? "");
  return above.name !== "" && cells.some((text) => text !== "") &&
    cells.every((text, at) => text === "" || isMore(text, at));
}

export function withNamesOf(above: SheetRow, row: SheetRow, columns: Columns): SheetRow {
  return columns.map((column, at) => (isName(column) ? above[at] : row[at]) ?? "");
}

function isName(column: Pick<GuessedColumn, "field"> | undefined): boolean {
  return /^(?:first|last|full)Name$/.test(column?.field ?? "");
}

/** "John & Mary Doe" with two addresses. The second person only gets name and addresses. */
function couple(row: SheetRow, columns: Columns): SheetRow[] | undefined {
  const names = columns.map((column, at) => isName(column) ? bothIn(row[at] ?? "") : undefined);
  const given = names.find((both, at) => both && columns[at]?.field !== "lastName");
  if (given === undefined) return undefined;
  const addresses = columns.flatMap((column, at) =>
    isEmail(column) ? findAddresses(row[at] ?? "").addresses : []
  );
  const [first, second] = shareAddresses(addresses, given);
  if (addresses.length === 0) return undefined;
  if (first.length === 0 || second.length === 0) {
    // Only one address: the second person is invited if it has their name, otherwise the first.
    const who = addresses.some((one) => hasFirstName(one, given[1])) ? 1 : 0;
    return [row.map((cell, at) => names[at]?.[who] ?? cell)];
  }
  const emailAt = columns.findIndex(isEmail);
  return [
    row.map((cell, at) => isEmail(columns[at]) ? "" : names[at]?.[0] ?? cell)
      .with(emailAt, first.join("; ")),
    row.map((cell, at) => isName(columns[at]) ? names[at]?.[1] ?? cell : "")
      .with(emailAt, second.join("; ")),
  ];
}

/** Two whole names from one cell: "Doe, John & Mary" is "Doe, John" and "Doe, Mary". */
function bothIn(cell: string): readonly [string, string] | undefined {
  const [one = "", other = "", ...more] = cell.length > 200 ? [] : cell.split(/ (?:&|and|\+|\/) /i);
  const isNoName = (text: string) =>
    text.trim() === "" || isTitle(text) || rankNames.named(words(text)) !== undefined;
  if (more.length > 0 || isNoName(one) || isNoName(other)) return undefined;
  const [, last] = /^([^,]+),/.exec(one) ?? [];
  if (last !== undefined) return [one, other.includes(",") ? other : `${last}, ${other}`];
  const { firstName, lastName } = readFullName(other);
  const isWhole = readFullName(one).firstName !== "" && readFullName(one).lastName !== "";
  return [isWhole || firstName === "" ? one : `${one} ${lastName}`.trim(), other];
}

/** Whether it is mary@, mary.doe@ or mdoe@ for Mary Doe. */
function hasFirstName(address: string, name: string): boolean {
  const { firstName, lastName } = readFullName(name);
  const [local, first = "", last] = [
    address.slice(0, address.lastIndexOf("@")),
    firstName,
    lastName,
  ]
    .map((text) => words(text).join(""));
  const isWhole = first.length > 1 && local?.includes(first) === true;
  return isWhole || first !== "" && last !== "" && local?.startsWith(`${first[0]}${last}`) === true;
}

/** Addresses by the first name or initial in them; the first person gets the others. */
function shareAddresses(addresses: readonly string[], names: readonly [string, string]) {
  const [one, other] = names.map((name) => words(readFullName(name).firstName || name)[0] ?? "");
  const score = (local: string, name = "") =>
    Number(local.startsWith(name.slice(0, 1))) + 2 * Number(local.includes(name));
  const [first, second, unclear]: [string[], string[], string[]] = [[], [], []];
  for (const address of addresses) {
    const local = words(address.slice(0, address.lastIndexOf("@"))).join("");
    const lead = score(local, one) - score(local, other);
    (lead > 0 ? first : lead < 0 ? second : unclear).push(address);
  }
  for (const address of unclear) {
    (first.length > 0 && second.length === 0 ? second : first).push(address);
  }
  return [first, second] as const;
}

/** "Pat Doe <pat@example.com>; Kim Roe <kim@example.com>", in one cell or in several. */
function listed(row: SheetRow, columns: Columns): SheetRow[] | undefined {
  const found = row.map((cell, at) =>
    isEmail(columns[at]) || columns[at]?.field === "fullName" ? mailboxesIn(cell) : []
  );
  const all = found.flat();
  const isBare = all.every(({ name }) => name === noName);
  const filled = row.filter((cell) => cell.trim() !== "");
  const places = found.flatMap((some, at) => some.length > 0 ? [at] : []);
  if (all.length < 2 || isBare && filled.length > places.length) return undefined;
  // Addresses in several cells without titles are a list of people if two have names.
  const isSpread = columns.every(({ title }) => /^(?:Column [A-Z]+|Heading)$/.test(title)) &&
    all.filter(({ address }) => nameInAddress(address) !== undefined).length > 1;
  const isList = isBare && all.length > 2 && (filled.length === 1 || isSpread);
  const rest = row.map((cell, at) => places.includes(at) ? "" : cell);
  const name = namesIn(rest, columns);
  const inRow = readFullName(name);
  const named = all.map((one) => {
    if (isBare) return { ...one, name: nameInAddress(one.address) ?? noName };
    // "Gmail <pat@example.com>" beside a name.
    return name !== "" && one.name.lastName === "" ? { ...one, name: noName } : one;
  });
  const people: Mailbox[][] = [];
  const isNamed = (one: Mailbox | undefined) => one !== undefined && one.name !== noName;
  // An address without a name belongs to the row's person, or to the one before it.
  const ownerOf = (at: number): Mailbox | undefined =>
    isList || isNamed(named[at])
      ? named[at]
      : name !== ""
      ? { name: inRow, address: "", text: "" }
      : named.slice(0, at).findLast(isNamed) ?? named.find(isNamed) ?? named[at];
  for (const [at, one] of named.entries()) {
    const person = ownerOf(at) ?? one;
    const same = people.find(([first]) => !isList && first && isSamePerson(first, person));
    if (same === undefined) people.push([{ ...one, name: person.name }]);
    else same.push(one);
  }
  if (people.length < 2) return undefined;
  // Other cells belong to the person named in the row, or else to the first.
  const owner = people.find(([one]) => name !== "" && one && isOnePerson(one.name, inRow));
  const own = owner ? rest : rest.map((cell, at) => isName(columns[at]) ? "" : cell);
  const nothing = row.map(() => "");
  const [first = [], ...others] = new Set([...owner ? [owner] : [], ...people]);
  const withMailboxes = (cells: SheetRow, some: readonly Mailbox[]) =>
    cells.with(places[0] ?? 0, some.map(({ text }) => text).join("; "));
  return [
    withMailboxes(own, first),
    ...others.map((some) => withMailboxes(nothing, some)),
  ];
}

interface Mailbox {
  readonly name: PersonName;
  readonly address: string;
  readonly text: string;
}

function isSamePerson({ name }: Mailbox, other: Mailbox): boolean {
  return other.name === noName
    ? resembles(other.address, `${name.firstName} ${name.lastName}`)
    : isOnePerson(name, other.name);
}

const maxLength = 20_000;
const mailbox = /([<([]?)(?<![^\s,;<([])([^\s,;<>()[\]]+@[^\s,;<>()[\]]+)[>)\]]?/;
const label = /\b(?:e?-?mail|home|work|personal|private|office|school|army|civilian)\b|:/i;

/** People with their addresses, if a cell is just a list of them. */
export function mailboxesIn(cell: string): readonly Mailbox[] {
  if (cell.length > maxLength || !cell.includes("@")) return [];
  if (cell.split("<").length !== cell.split(">").length) return [];
  const parts = cell.split(mailbox);
  const all: Mailbox[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [before = "", bracket, address = ""] = parts.slice(at, at + 3);
    const written = before.replace(/["“”]/g, "").replace(/^[\s,;|]+|[\s,;|]+$/g, "");
    const name = written === "" ? noName : readFullName(written);
    const isLabel = label.test(written) || name.lastName === "" && bracket !== "<";
    const isClear = bracket !== "" || written === "" || isNameOf(written, address);
    if (written !== "" && isLabel || !isClear) return [];
    if (findAddresses(address).addresses.length !== 1) return [];
    all.push({ name, address, text: written === "" ? address : `${written} <${address}>` });
  }
  return /^[\s,;.]*$/.test(parts.at(-1) ?? "") ? all : [];
}
