/**
 * The log's clear facts, read in pages. SQL packs the events of a page into one value: libSQL hands
 * out a few large values many times faster than thousands of rows.
 *
 * @module
 */
import { UnknownEvent } from "../log/upcast.ts";
import { schemaVersion } from "../members/schema-version.ts";
import { lineInSql } from "./event-lines.ts";
import {
  createLineReader,
  type LineReader,
  type PageEvents,
  UnreadableLine,
} from "./page-events.ts";
import { ReportError } from "./report-error.ts";

/** The events of one span of the log. */
export interface Page {
  /** The log position that it reaches. */
  readonly upTo: number;
  readonly events: PageEvents;
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

/**
 * The pages up to a position, in order; without events where positions are missing.
 *
 * @throws {UnknownEvent} When this version does not know one of them.
 * @throws {ReportError} When one of them belongs to nobody.
 */
export async function* readPages(database: LogDatabase, position: number): AsyncGenerator<Page> {
  const reader = createLineReader();
  for (let after = 0; after < position; after += pagePositions) {
    const upTo = Math.min(after + pagePositions, position);
    yield { upTo, events: await readEvents(database, { after, upTo }, reader) };
  }
}

async function readEvents(
  database: LogDatabase,
  span: Span,
  reader: LineReader,
): Promise<PageEvents> {
  const lines = await readLines(database, span);
  try {
    return reader.read(lines);
  } catch (error) {
    throw error instanceof UnreadableLine ? await explain(error, database, span) : error;
  }
}

/** Says which event it is: lines come without their positions, which are there to be asked for. */
async function explain(
  { line, unknownType }: UnreadableLine,
  database: LogDatabase,
  { after }: Span,
): Promise<Error> {
  const [row] = await database.read(
    "SELECT position FROM events WHERE position > ? ORDER BY position LIMIT 1 OFFSET ?",
    [after, line],
  );
  const position = Number(row?.position);
  return unknownType === undefined
    ? new ReportError(`The event at log position ${position} has no UUID for its member`)
    : new UnknownEvent({ position, type: unknownType, schemaVersion });
}

/**
 * A line for each event of a span in today's shape, in order: see `event-lines.ts`.
 *
 * @throws {UnknownEvent} When this version does not know the shape of one of them.
 */
export async function readLines(database: LogDatabase, span: Span): Promise<ArrayBuffer> {
  const [row] = await database.read(selectPage, [span.after, span.upTo]);
  if (!(row?.lines instanceof ArrayBuffer)) return new ArrayBuffer(0);
  const isOfToday = row.oldest === schemaVersion && row.newest === schemaVersion;
  return isOfToday ? row.lines : await readOldLines(database, span);
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
