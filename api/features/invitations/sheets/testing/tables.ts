import fc from "fast-check";

const cell = fc.string({ unit: fc.constantFrom(...'ab ,;\t"\r\né€'), maxLength: 8 })
  .filter((text) => !text.startsWith("="));

/** A table of cells that are hard to write. */
export const aTable = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
});

/**
 * The table as sheets represent it: nothing for a blank cell, and no empty cells or rows at the
 * end.
 */
export function withoutEmptyEnds(rows: readonly (readonly string[])[]): string[][] {
  const filled = rows.map((cells) =>
    dropEmptyEnd(cells.map((text) => text.trim() ? text : ""), "")
  );
  return filled.slice(0, filled.findLastIndex((cells) => cells.length > 0) + 1);
}

function dropEmptyEnd(cells: string[], empty: string): string[] {
  return cells.slice(0, cells.findLastIndex((text) => text !== empty) + 1);
}
