/**
 * Events as SQL hands them out to reports: a text for each column, with a value a line. libSQL hands out
 * a few large values many times faster than thousands of rows, and values of one column one after the
 * other faster than the columns of a row side by side.
 *
 * @module
 */

/** What reports see of an event in today's shape. */
export interface EventRow {
  /** A UUID. */
  readonly memberId: string;
  readonly atMs: number;
  readonly type: string;
  /** Canonical JSON: no space outside of strings, and no line break. */
  readonly facts: string;
}

/** The texts as bytes; each has as many lines as there are events, in their order. */
export type EventColumns = Readonly<Record<keyof EventRow, ArrayBuffer>>;

/**
 * The columns of rows of `events`. An event in another shape than today's has no facts in them: to look
 * at each version in this place takes SQL less time than to find the lowest and the highest.
 *
 * @param schemaVersion Today's.
 */
export function columnsInSql(schemaVersion: number): string {
  const facts = `iif(schema_version = ${schemaVersion}, facts, '')`;
  return Object.entries({ memberId: "member_id", atMs: "at_ms", type: "type", facts })
    .map(([name, value]) => `CAST(group_concat(${value}, char(10)) AS BLOB) AS "${name}"`)
    .join(", ");
}

/** The same columns, without a database. */
export function packColumns(events: readonly EventRow[]): EventColumns {
  const pack = (name: keyof EventRow) =>
    new TextEncoder().encode(events.map((event) => event[name]).join("\n")).buffer;
  return {
    memberId: pack("memberId"),
    atMs: pack("atMs"),
    type: pack("type"),
    facts: pack("facts"),
  };
}

/** Where the line ends that goes on here: at its line break, or where the column does. */
export function endOfLine(column: DataView, from: number): number {
  const { byteLength } = column;
  let at = from;
  for (; at + 4 <= byteLength; at += 4) {
    const others = column.getInt32(at, true) ^ fourLineBreaks;
    // The highest bits of four bytes at once: one is set where a line break is.
    if (((others - 0x01010101) & ~others & 0x80808080) !== 0) break;
  }
  while (at < byteLength && column.getUint8(at) !== lineBreak) at += 1;
  return at;
}

/** Whether a line ends here. */
export function isEndOfLine(column: DataView, at: number): boolean {
  const { byteLength } = column;
  return at === byteLength || (at < byteLength && column.getUint8(at) === lineBreak);
}

/** The text in these bytes. */
export function textIn(bytes: DataView, from: number, to: number): string {
  return new TextDecoder().decode(new Uint8Array(bytes.buffer, from, to - from));
}

const lineBreak = "\n".charCodeAt(0);
const fourLineBreaks = lineBreak * 0x01010101;
