/**
 * Dense columns: for a word, or a beginning of words, that very many documents have, a byte for
 * every document instead of a list of some. 0 says that the document does not have it, otherwise
 * the byte is the rank of the best field that has it, plus one.
 *
 * Where a quarter of the documents are in a list, its column takes no more memory, and it answers
 * for a document at once.
 *
 * @module
 */
import { type Image, numbersOf } from "../memory/image.ts";
import type { Growing } from "../memory/growth.ts";
import { withLength } from "../memory/numbers.ts";

export interface Columns extends Growing {
  /** By number of column. Number 0 is no column. */
  readonly bytes: Uint8Array[];
  /** By number of column: how many documents have it. */
  readonly counts: number[];
  create(): number;
  drop(column: number): void;
  /** Says that a document has it in this field, unless a better one is known. */
  mark(column: number, slot: number, field: number): void;
  /** Forgets a document. */
  clearSlot(slot: number): void;
  /** @param used Above every slot. */
  image(used: number): Image;
  /** Makes empty columns what others were; there has to be room for all slots. */
  restore(image: Image): void;
}

const nothing = new Uint8Array(0);

export function createColumns(): Columns {
  const bytes: Uint8Array[] = [nothing];
  const counts = [0];
  const free: number[] = [];
  let capacity = 0;

  return {
    bytes,
    counts,
    create() {
      const column = free.pop() ?? bytes.length;
      bytes[column] = new Uint8Array(capacity);
      counts[column] = 0;
      return column;
    },
    drop(column) {
      bytes[column] = nothing;
      free.push(column);
    },
    mark(column, slot, field) {
      const ofColumn = bytes[column]!;
      const known = ofColumn[slot]!;
      if (known === 0) counts[column]!++;
      if (known === 0 || known > field + 1) ofColumn[slot] = field + 1;
    },
    clearSlot(slot) {
      for (let column = 1; column < bytes.length; column++) {
        const ofColumn = bytes[column]!;
        if (ofColumn === nothing || ofColumn[slot] === 0) continue;
        ofColumn[slot] = 0;
        counts[column]!--;
      }
    },
    image(used) {
      const made = bytes.map((ofColumn, column) => [`column${column}`, ofColumn] as const)
        .filter(([, ofColumn]) => ofColumn !== nothing)
        .map(([name, ofColumn]) => [name, ofColumn.subarray(0, used)]);
      return { ...Object.fromEntries(made), counts: Float64Array.from(counts) };
    },
    restore(image) {
      for (const [column, count] of numbersOf(image, "counts", Float64Array).entries()) {
        if (column === 0) continue;
        const name = `column${column}`;
        counts[column] = count;
        bytes[column] = name in image
          ? withLength(numbersOf(image, name, Uint8Array), capacity)
          : nothing;
        if (bytes[column] === nothing) free.push(column);
      }
    },
    grow(length) {
      // Columns that are made from now on have the new length at once.
      capacity = length;
      return bytes.map((_, column) => () => {
        const ofColumn = bytes[column]!;
        if (ofColumn !== nothing) bytes[column] = withLength(ofColumn, length);
      });
    },
  };
}
