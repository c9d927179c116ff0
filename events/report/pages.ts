/**
 * The log's clear facts, read in pages. SQL packs each column of a page into one value: libSQL hands
 * out a few large values many times faster than thousands of rows.
 *
 * @module
 */
import type { Database } from "../database.ts";
import { schemaVersion } from "../members/schema-version.ts";
import { countedTypes, letters, typesWithFacts, uncountedTypes } from "./counted-types.ts";
import { ReportError } from "./report-error.ts";

/** The events of one span of the log, without those that no statistic counts. */
export interface Page extends Span {
  /** The UUID of each event's member, 16 bytes each. */
  readonly memberIds: ArrayBuffer;
  /** A letter for each event's type: see `counted-types.ts`. */
  readonly types: string;
  /** Milliseconds since 1970 in decimal digits, a line for each event. */
  readonly times: ArrayBuffer;
  /** Canonical JSON, a line for each event whose type has facts that are counted. */
  readonly facts: string;
}

/** The positions after one, up to another. */
export interface Span {
  readonly after: number;
  readonly upTo: number;
}

export type LogDatabase = Pick<Database, "read">;

/** Positions that a page spans: large enough to make little of a call, small enough for memory. */
export const pagePositions = 2048;

const uuidBytes = 16;
const unknown = "?";
const letterOfType = `CASE type
  ${countedTypes.map((type, at) => `WHEN '${type}' THEN '${letters[at]}'`).join(" ")}
  ${uncountedTypes.map((type) => `WHEN '${type}' THEN NULL`).join(" ")}
  ELSE '${unknown}' END`;
/** Neither digits nor canonical JSON have a line break in them. */
const selectPage = `SELECT
    min(schema_version) AS oldest, max(schema_version) AS newest,
    unhex(group_concat(member_id, ''), '-') AS member_ids,
    group_concat(letter, '') AS types,
    CAST(group_concat(at_ms, char(10)) AS BLOB) AS times,
    group_concat(CASE WHEN letter <= '${letters[typesWithFacts.length - 1]}' THEN facts END,
      char(10)) AS facts
  FROM (
    SELECT member_id, ${letterOfType} AS letter, schema_version, at_ms, facts FROM events
    WHERE position > ? AND position <= ? ORDER BY position
  ) WHERE letter IS NOT NULL OR schema_version <> ${schemaVersion}`;

/** The pages up to a position, in order. */
export async function* readPages(database: LogDatabase, position: number): AsyncGenerator<Page> {
  for (let after = 0; after < position; after += pagePositions) {
    yield await readPage(database, { after, upTo: Math.min(after + pagePositions, position) });
  }
}

/**
 * The events of a span, in order; none where positions are missing.
 *
 * @throws {UnknownEvent} When this version does not know one of them.
 * @throws {ReportError} When one of them belongs to nobody.
 */
export async function readPage(database: LogDatabase, span: Span): Promise<Page> {
  const [row] = await database.read(selectPage, [span.after, span.upTo]);
  const types = textOf(row?.types);
  const isOld = [row?.oldest, row?.newest].some((version) =>
    version !== null && version !== schemaVersion
  );
  const page = isOld || types.includes(unknown) ? await packOldPage(database, span) : {
    ...span,
    memberIds: bytesOf(row?.member_ids),
    types,
    times: bytesOf(row?.times),
    facts: textOf(row?.facts),
  };
  if (page.memberIds.byteLength !== uuidBytes * page.types.length) {
    throw new ReportError(`An event after log position ${span.after} has no UUID for its member`);
  }
  return page;
}

async function packOldPage(database: LogDatabase, span: Span): Promise<Page> {
  const rows = await database.read(
    `SELECT position, member_id, type, schema_version, at_ms, facts FROM events
     WHERE position > ? AND position <= ? ORDER BY position`,
    [span.after, span.upTo],
  );
  // Shapes of all events take memory that a page of today's does without.
  const { packPage } = await import("./old-shapes.ts");
  return packPage(
    span,
    rows.map((row) => ({
      position: Number(row.position),
      memberId: String(row.member_id),
      type: String(row.type),
      schemaVersion: Number(row.schema_version),
      atMs: Number(row.at_ms),
      facts: String(row.facts),
    })),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function bytesOf(value: unknown): ArrayBuffer {
  return value instanceof ArrayBuffer ? value : new ArrayBuffer(0);
}
