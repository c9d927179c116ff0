/**
 * The log's clear facts, read in pages. SQL packs the events of a page into one value: libSQL hands
 * out a few large values many times faster than thousands of rows.
 *
 * @module
 */
import { factsVersions } from "../../log/upcast.ts";
import { schemaVersion, steps } from "../../members/schema-version.ts";
import { lineInSql } from "./event-lines.ts";
import {
  createPageReader,
  type PageEvents,
  type PageReader,
  UnreadablePage,
} from "./page-events.ts";

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
const selectLines = `SELECT CAST(group_concat(${
  lineInSql(schemaVersion, factsVersions(steps))
}, char(10)) AS BLOB) AS lines
  FROM events WHERE position > ? AND position <= ?`;

/**
 * The pages up to a position, in order; without events where positions are missing.
 *
 * @throws {UnknownEvent} When this version does not know one of them.
 * @throws {ReportError} When one of them belongs to nobody.
 */
export async function* readPages(database: LogDatabase, position: number): AsyncGenerator<Page> {
  const reader = createPageReader();
  for (let after = 0; after < position; after += pagePositions) {
    const upTo = Math.min(after + pagePositions, position);
    yield { upTo, events: await readEvents(database, { after, upTo }, reader) };
  }
}

async function readEvents(
  database: LogDatabase,
  span: Span,
  reader: PageReader,
): Promise<PageEvents> {
  try {
    return reader.read(await readLines(database, span));
  } catch (error) {
    if (!(error instanceof UnreadablePage)) throw error;
    return reader.read(await readOldLines(database, span));
  }
}

/** A line for each event of a span, in order: see `event-lines.ts`. */
export async function readLines(database: LogDatabase, span: Span): Promise<ArrayBuffer> {
  const [row] = await database.read(selectLines, [span.after, span.upTo]);
  return row?.lines instanceof ArrayBuffer ? row.lines : new ArrayBuffer(0);
}

/** The same in today's shape: slower, and seldom needed. */
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
