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
interface Span {
  readonly after: number;
  readonly upTo: number;
}

export type LogDatabase = Pick<Database, "read">;

/** Positions that a page spans: large enough to make little of a call, small enough for memory. */
export const pagePositions = 2048;

const unknown = "?";
const letterOfType = `CASE type
  ${countedTypes.map((type, at) => `WHEN '${type}' THEN '${letters[at]}'`).join(" ")}
  ${uncountedTypes.map((type) => `WHEN '${type}' THEN NULL`).join(" ")}
  ELSE '${unknown}' END`;
/** Neither digits nor canonical JSON have a line break in them. */
const selectPage = `SELECT
    max(schema_version) AS schema_version,
    unhex(group_concat(member_id, ''), '-') AS member_ids,
    group_concat(letter, '') AS types,
    CAST(group_concat(at_ms, char(10)) AS BLOB) AS times,
    group_concat(CASE WHEN letter <= '${letters[typesWithFacts.length - 1]}' THEN facts END,
      char(10)) AS facts
  FROM (
    SELECT member_id, ${letterOfType} AS letter, schema_version, at_ms, facts FROM events
    WHERE position > ? AND position <= ? ORDER BY position
  ) WHERE letter IS NOT NULL`;

/** The pages up to a position, in order. */
export async function* readPages(database: LogDatabase, position: number): AsyncGenerator<Page> {
  for (let after = 0; after < position; after += pagePositions) {
    yield await readPage(database, { after, upTo: Math.min(after + pagePositions, position) });
  }
}

/**
 * The events of a span, in order; none where positions are missing.
 *
 * @throws {ReportError} When this version does not know one of them, or cannot tell them apart.
 */
export async function readPage(database: LogDatabase, span: Span): Promise<Page> {
  const [row] = await database.read(selectPage, [span.after, span.upTo]);
  const page = {
    ...span,
    memberIds: bytesOf(row?.member_ids),
    types: textOf(row?.types),
    times: bytesOf(row?.times),
    facts: textOf(row?.facts),
  };
  if (page.types.includes(unknown) || Number(row?.schema_version ?? 0) > schemaVersion) {
    throw await unknownEvent(database, span);
  }
  if (page.memberIds.byteLength !== 16 * page.types.length) {
    throw new ReportError(`An event after position ${span.after} has no UUID for its member`);
  }
  return page;
}

async function unknownEvent(database: LogDatabase, { after, upTo }: Span): Promise<ReportError> {
  const [row] = await database.read(
    `SELECT position, type, schema_version FROM events WHERE position > ? AND position <= ?
       AND (schema_version > ? OR type NOT IN (SELECT value FROM json_each(?)))
     ORDER BY position LIMIT 1`,
    [after, upTo, schemaVersion, JSON.stringify([...countedTypes, ...uncountedTypes])],
  );
  return new ReportError(
    `Event ${row?.position} (${row?.type}, schema version ${row?.schema_version}) was written by ` +
      "a later version of the product: use that one",
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function bytesOf(value: unknown): ArrayBuffer {
  return value instanceof ArrayBuffer ? value : new ArrayBuffer(0);
}
