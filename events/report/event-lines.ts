/**
 * What reports see of an event, as one line of text: SQL writes the lines, and they are read where
 * they lie, byte by byte.
 *
 * @module
 */

/** An event in today's shape. */
export interface LoggedLine {
  readonly position: number;
  readonly atMs: number;
  /** A UUID. */
  readonly memberId: string;
  readonly type: string;
  /** Canonical JSON: no space outside of strings, and no line break. */
  readonly facts: string;
}

/** A row of `events` as its line. */
export const lineInSql =
  "position || ' ' || at_ms || ' ' || member_id || ' ' || type || ' ' || facts";

/** The same lines, without a database. */
export function packLines(events: readonly LoggedLine[]): ArrayBuffer {
  const lines = events.map(({ position, atMs, memberId, type, facts }) =>
    [position, atMs, memberId, type, facts].join(" ")
  );
  return new TextEncoder().encode(lines.join("\n")).buffer;
}

/** The text in these bytes. */
export function textIn(bytes: DataView, from: number, to: number): string {
  return new TextDecoder().decode(new Uint8Array(bytes.buffer, from, to - from));
}
