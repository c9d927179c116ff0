import type { FieldName } from "../../../events/members/profile-fields.ts";
import type { CellNote } from "./person-row.ts";
import type { ColumnName } from "./columns.ts";

export interface FieldCell extends Cell {
  readonly field: ColumnName | undefined;
}

/** A cell of a column that is used. */
export interface Cell {
  readonly title: string;
  readonly text: string;
}

export type DraftFields = Partial<
  Record<Exclude<FieldName, "primaryEmail">, string | readonly string[]>
>;

/** A person while their row is read: what was understood, and what was not. */
export type RowDraft = ReturnType<typeof createRowDraft>;

const maxText = 200;
export const maxNotes = 50;

export function createRowDraft() {
  const fields: DraftFields = {};
  const notes: CellNote[] = [];
  const cells = new Map<keyof DraftFields, Cell>();
  const note = ({ title }: Cell, whole: string, takenAs?: string) => {
    const text = shortened(whole);
    const at = notes.findIndex((one) => one.title === title && one.text === text);
    const before = notes[at]?.takenAs;
    if (at === -1 && notes.length < maxNotes) {
      notes.push({ title, text, ...takenAs !== undefined && { takenAs } });
    } else if (before !== undefined && takenAs !== undefined) {
      notes[at] = { title, text, takenAs: `${before}, ${takenAs}` };
    }
  };
  type Field = keyof DraftFields;
  const draft = {
    fields,
    notes,
    /** Takes a value, unless there is another one: the first counts. A cell without one is left out. */
    put(field: Field, value: string | readonly string[] | undefined, cell: Cell) {
      const before = fields[field];
      if (value !== undefined && before === undefined) {
        fields[field] = value;
        cells.set(field, cell);
      } else if (value === undefined || before === undefined || !isSame(before, value)) {
        note(cell, cell.text);
      }
    },
    /** The same, and notes where the cell says it otherwise. */
    understand(field: Field, value: string | undefined, cell: Cell) {
      const isFirst = fields[field] === undefined;
      draft.put(field, value, cell);
      if (isFirst && value !== undefined && !isAsWritten(cell.text, value)) {
        note(cell, cell.text, value);
      }
    },
    /** Takes a value of another column's cell, where its own says nothing. */
    suggest(field: Field, value: string, cell: Cell) {
      if (fields[field] !== undefined) return;
      fields[field] = value;
      cells.set(field, cell);
      note(cell, cell.text, value);
    },
    leaveOut: (cell: Cell, text = cell.text) => note(cell, text),
    takeAs: (cell: Cell, value: string) => note(cell, cell.text, value),
    /** The cell that a field was read from. */
    cellOf: (field: Field) => cells.get(field),
  };
  return draft;
}

/** On one line, without what no text of a member may have. */
export function shortened(text: string): string {
  // deno-lint-ignore no-control-regex
  const line = text.slice(0, 2 * maxText).replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return line.length <= maxText ? line : `${line.slice(0, maxText - 1).toWellFormed()}…`;
}

function isSame(one: string | readonly string[], other: string | readonly string[]): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

function isAsWritten(text: string, value: string): boolean {
  return text.trim().toLowerCase() === value.toLowerCase();
}
