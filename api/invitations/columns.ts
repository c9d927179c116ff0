/**
 * The columns of a program's list of alumni, by the names that spreadsheets give them.
 *
 * @module
 */
import {
  byName,
  type Column as Named,
  type FieldName,
  importColumns,
  isListField,
  profileField,
  profileFields,
} from "../../events/members/profile-fields.ts";
import type { ProfileField } from "../../events/members/profile-field.ts";
import type { Topics } from "../../events/program/topics.ts";

interface Column extends Named {
  /** A cell has several texts, divided by `|`. */
  readonly isList?: boolean;
  /** Values that the product knows, whatever their case. */
  readonly known?: readonly string[] | undefined;
}

/** By the name of the field that a column fills. */
export const columns = {
  email: { title: "Email", also: ["mail", "emailaddress"], example: "pat.doe@example.com" },
  firstName: { title: "First name", also: ["first", "givenname"], example: "Pat" },
  lastName: {
    title: "Last name",
    also: ["last", "surname", "familyname"],
    example: "Doe",
  },
  username: { title: "Username", also: ["user", "login"], example: "" },
  ...byName(profileFields.filter(isImported), ofField),
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnName = keyof typeof columns;

type ImportedField = keyof typeof importColumns;

function isImported(name: FieldName): name is ImportedField {
  return Object.hasOwn(importColumns, name);
}

function ofField(name: ImportedField): Column {
  const { choices }: ProfileField = profileField[name];
  return { ...importColumns[name], isList: isListField(name), known: choices };
}

const all: readonly (readonly [ColumnName, Column])[] = Object.entries(columns) as [
  ColumnName,
  Column,
][];

/** No name of a column is half as long. */
const maxHeader = 100;

/** The column that a header names; `undefined` for one that is not used. */
export function columnOf(header: string): ColumnName | undefined {
  if (header.length > maxHeader) return undefined;
  const name = plain(header);
  return all.find(([, { title, also }]) => plain(title) === name || also.includes(name))?.[0];
}

/** A cell as the form would have it: lists divided, known words in their own spelling. */
export function valueOf(
  name: ColumnName,
  cell: string,
  topics: Topics,
): string | readonly string[] {
  const column: Column = columns[name];
  const spelled = (text: string) => {
    if (name === "helpTopics") return topics.named(text) ?? text;
    const wanted = text.toLowerCase();
    return column.known?.find((known) => known.toLowerCase() === wanted) ?? text;
  };
  if (!column.isList) return spelled(cell.trim());
  return cell.split("|").map((text) => spelled(text.trim())).filter((text) => text !== "");
}

/** A file to begin with: every column, and one made-up person. */
export function template(): string {
  const quoted = (text: string) => /[",]/.test(text) ? `"${text}"` : text;
  const line = (part: "title" | "example") =>
    all.map(([, column]) => quoted(column[part])).join(",");
  return `${line("title")}\n${line("example")}\n`;
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[^a-z0-9]/g, "");
}
