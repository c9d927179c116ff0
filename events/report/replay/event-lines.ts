/**
 * Line format: what reports see of an event, as one line of text that SQL writes and that is parsed in
 * place. The parts of a line have no separators, which would take SQL as long as the parts: a UUID has a
 * fixed length, a time is digits, a type begins with a letter, and facts begin with a brace.
 *
 * @module
 */

/** An event whose type and facts are in today's shape. */
export interface LoggedLine {
  /** A UUID. */
  readonly memberId: string;
  readonly atMs: number;
  readonly type: string;
  /** Canonical JSON: no space outside of strings, and no line break. */
  readonly facts: string;
}

/** Instead of facts that were written in another shape than today's. */
const otherShape = "{";

/**
 * A row of `events` as its line. To look at the version of each takes SQL less time than to find the
 * lowest and the highest of a page.
 *
 * @param schemaVersion Today's.
 * @param factsSince By type, the first version whose facts are as today's: 1 where it is not named.
 */
export function lineInSql(
  schemaVersion: number,
  factsSince: ReadonlyMap<string, number>,
): string {
  const since = [...factsSince].map(([type, version]) => `WHEN '${type}' THEN ${version}`);
  const first = since.length === 0 ? "1" : `CASE type ${since.join(" ")} ELSE 1 END`;
  const facts = `iif(schema_version BETWEEN ${first} AND ${schemaVersion}, facts, '${otherShape}')`;
  return `member_id || at_ms || type || ${facts}`;
}

/** The same lines, without a database. */
export function packLines(events: readonly LoggedLine[]): ArrayBuffer {
  const lines = events.map(({ memberId, atMs, type, facts }) =>
    `${memberId}${atMs}${type}${facts}`
  );
  return new TextEncoder().encode(lines.join("\n")).buffer;
}

/** Whether facts of this many bytes are none. */
export function isOfOtherShape(bytes: number): boolean {
  return bytes === otherShape.length;
}

/** Where the facts begin that come next. */
export function nextFacts(page: DataView, from: number): number {
  return next(brace, page, from);
}

/** Where the line ends that goes on here: at its line break, or where the page does. */
export function endOfLine(page: DataView, from: number): number {
  return next(lineBreak, page, from);
}

/** The text in these bytes. */
export function textIn(bytes: DataView, from: number, to: number): string {
  return new TextDecoder().decode(new Uint8Array(bytes.buffer, from, to - from));
}

/** Where the byte stands next, or the end; four bytes at a time. */
function next(byte: number, bytes: DataView, from: number): number {
  const { byteLength } = bytes;
  const four = byte * 0x01010101;
  let at = from;
  for (; at + 4 <= byteLength; at += 4) {
    const others = bytes.getInt32(at, true) ^ four;
    // The highest bits of four bytes at once: one is set where the byte is found.
    if (((others - 0x01010101) & ~others & 0x80808080) !== 0) break;
  }
  while (at < byteLength && bytes.getUint8(at) !== byte) at += 1;
  return at;
}

const brace = "{".charCodeAt(0);
const lineBreak = "\n".charCodeAt(0);
