/**
 * The log's clear facts, read in pages. SQL packs the events of a page into one value: libSQL hands
 * out a few large values many times faster than thousands of rows.
 *
 * @module
 */
import { schemaVersion } from "../members/schema-version.ts";
import { lineInSql } from "./event-lines.ts";

/** The events of one span of the log. */
export interface Page {
  /** The log position that it reaches. */
  readonly upTo: number;
  /**
   * A line for each event in today's shape, in order: see `event-lines.ts`. Whoever has read them gives
   * their memory back with `transfer(0)`: pages come faster than the garbage collector looks for them.
   */
  readonly lines: ArrayBuffer;
}

/** The positions after one, up to another. */
export interface Span {
  readonly after: number;
  readonly upTo: number;
}

/** What a report needs of the log's database. */
export interface LogDatabase {
  read(sql: string, args?: number[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Positions that a page spans: large enough to make little of a call, small enough for memory. */
export const pagePositions = 4096;

/** Positions are gone through in their order, and `group_concat` keeps it. */
const selectPage = `SELECT CAST(group_concat(${lineInSql}, char(10)) AS BLOB) AS lines,
    min(schema_version) AS oldest, max(schema_version) AS newest
  FROM events WHERE position > ? AND position <= ?`;

/** The pages up to a position, in order. */
export async function* readPages(database: LogDatabase, position: number): AsyncGenerator<Page> {
  for (let after = 0; after < position; after += pagePositions) {
    yield await readPage(database, { after, upTo: Math.min(after + pagePositions, position) });
  }
}

/**
 * The events of a span, in order; none where positions are missing.
 *
 * @throws {UnknownEvent} When this version does not know the shape of one of them.
 */
export async function readPage(database: LogDatabase, span: Span): Promise<Page> {
  const [row] = await database.read(selectPage, [span.after, span.upTo]);
  const { upTo } = span;
  if (!(row?.lines instanceof ArrayBuffer)) return { upTo, lines: new ArrayBuffer(0) };
  const isOfToday = row.oldest === schemaVersion && row.newest === schemaVersion;
  return { upTo, lines: isOfToday ? row.lines : await readOldLines(database, span) };
}

async function readOldLines(database: LogDatabase, span: Span): Promise<ArrayBuffer> {
  const rows = await database.read(
    `SELECT position, at_ms, member_id, type, schema_version, facts FROM events
     WHERE position > ? AND position <= ? ORDER BY position`,
    [span.after, span.upTo],
  );
  // Shapes of all events take memory that a page of today's does without.
  const { linesOfToday } = await import("./old-shapes.ts");
  return linesOfToday(rows.map((row) => ({
    position: Number(row.position),
    atMs: Number(row.at_ms),
    memberId: String(row.member_id),
    type: String(row.type),
    schemaVersion: Number(row.schema_version),
    facts: String(row.facts),
  })));
}
