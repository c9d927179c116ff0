import type { FieldName } from "../../../../events/members/profile-fields.ts";
import { checkProfile } from "../../../../events/members/profile.ts";
import type { ColumnName } from "./columns.ts";
import { isNothing } from "./lists.ts";
import type { CellNote } from "../../../contract/program.ts";
import type { OfferedFields, ReadContext } from "./person-row.ts";

export interface Cell {
  readonly title: string;
  readonly text: string;
}

export interface FieldCell extends Cell {
  readonly field: ColumnName | undefined;
}

type Field = Exclude<FieldName, "primaryEmail">;
type Value = string | readonly string[];

const maxText = 200;
export const maxNotes = 50;

/** A person's fields while their row is read, with notes on unused and changed cells. */
export class RowDraft {
  readonly notes: CellNote[] = [];
  readonly #fields = new Map<Field, { readonly value: Value; readonly cell: Cell }>();

  /** The first value counts. Notes an unused cell. */
  put(field: Field, value: Value | undefined, cell: Cell): void {
    const before = this.#fields.get(field)?.value;
    if (value !== undefined && before === undefined) this.#fields.set(field, { value, cell });
    else if (value === undefined || !isSame(before ?? "", value)) this.leaveOut(cell);
  }

  /** As `put`, with a note if the value differs from the cell. */
  putRead(field: Field, value: string | undefined, cell: Cell): void {
    const isUsed = value !== undefined && !this.#fields.has(field);
    this.put(field, value, cell);
    if (isUsed && !isSame(cell.text.trim(), value)) this.note(cell, value);
  }

  /** Sets a field from another column's cell, unless it has a value. */
  suggest(field: Field, value: string, cell: Cell): void {
    if (this.#fields.has(field)) return;
    this.#fields.set(field, { value, cell });
    this.note(cell, value);
  }

  leaveOut({ title, text }: Cell, part = text): void {
    this.note({ title, text: part });
  }

  /** Notes that a cell was read as a value, or left out. */
  note({ title, text: whole }: Cell, takenAs?: string): void {
    const text = shortened(whole);
    const at = this.notes.findIndex((one) => one.title === title && one.text === text);
    const before = this.notes[at]?.takenAs;
    if (at === -1 && this.notes.length < maxNotes) {
      this.notes.push({ title, text, ...takenAs !== undefined && { takenAs } });
    } else if (before !== undefined && takenAs !== undefined) {
      this.notes[at] = { title, text, takenAs: `${before}, ${takenAs}` };
    }
  }

  validFields({ year, topics }: ReadContext): OfferedFields {
    const names = [...this.#fields.keys()];
    if (names.length === 0) return {};
    const fields = Object.fromEntries(names.map((name) => [name, this.#fields.get(name)?.value]));
    const checked = checkProfile({ ...complete, ...fields }, { role: "alumni", year, topics });
    if (checked.ok) return Object.fromEntries(names.map((name) => [name, checked.profile[name]]));
    const wrong = names.filter((name) => Object.hasOwn(checked.fields, name));
    for (const name of wrong.length > 0 ? wrong : names) {
      const { cell } = this.#fields.get(name) ?? {};
      if (cell !== undefined) this.leaveOut(cell);
      this.#fields.delete(name);
    }
    return this.validFields({ year, topics });
  }
}

export function findCell(
  cells: readonly FieldCell[],
  name: ColumnName,
  isUsable: (text: string) => boolean = () => true,
): FieldCell | undefined {
  return cells.find(({ field, text }) => field === name && !isNothing(text) && isUsable(text));
}

/** Required fields, so that a check only finds errors in the others. */
const complete = {
  primaryEmail: "pat@example.com",
  classYear: "2000",
  rank: "2LT",
  armyBranch: "Armor",
  mos: "-",
};

/** On one line, without control characters, at most 200 characters. */
export function shortened(text: string): string {
  // deno-lint-ignore no-control-regex
  const line = text.slice(0, 2 * maxText).replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return line.length <= maxText ? line : `${line.slice(0, maxText - 1).toWellFormed()}…`;
}

function isSame(one: Value, other: Value): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
