/**
 * The log's clear facts, read in pages. A page's columns come as one text each: libSQL hands out a
 * text of thousands of rows many times faster than as many rows.
 *
 * @module
 */
import type { Database } from "../database.ts";
import { schemaVersion } from "../members/events.ts";

/** One page: values of one column are lines of its text. */
export interface Page {
  /** Positions that it spans: those after one, up to another. */
  readonly after: number;
  readonly upTo: number;
  readonly count: number;
  readonly memberIds: string;
  readonly types: string;
  readonly times: string;
  readonly facts: string;
  /** Schema versions; only where there are others than today's. */
  readonly versions?: string;
}

export type LogDatabase = Pick<Database, "read">;

/** Positions that a page spans: large enough to make little of a call, small enough for memory. */
export const pagePositions = 4096;

/** None of the columns can have a line break in it: ids, names, numbers and canonical JSON. */
const selectPage = `SELECT count(*) AS count,
    group_concat(member_id, char(10)) AS member_ids,
    group_concat(type, char(10)) AS types,
    group_concat(at_ms, char(10)) AS times,
    group_concat(facts, char(10)) AS facts,
    min(schema_version) AS oldest, max(schema_version) AS newest
  FROM (
    SELECT member_id, type, schema_version, at_ms, facts FROM events
    WHERE position > ? AND position <= ? ORDER BY position
  )`;

const selectVersions = `SELECT group_concat(schema_version, char(10)) AS versions FROM (
    SELECT schema_version FROM events WHERE position > ? AND position <= ? ORDER BY position
  )`;

/** The pages up to a position, in order. */
export async function* readPages(database: LogDatabase, position: number): AsyncGenerator<Page> {
  for (let after = 0; after < position; after += pagePositions) {
    yield await readPage(database, { after, upTo: Math.min(after + pagePositions, position) });
  }
}

/** The events after one position up to another, in order; empty where positions are missing. */
export async function readPage(
  database: LogDatabase,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Page> {
  const [row] = await database.read(selectPage, [after, upTo]);
  const text = (name: string) => String(row?.[name] ?? "");
  const isOfToday = [row?.oldest, row?.newest].every((version) => version === schemaVersion);
  const versions = isOfToday || !row?.count
    ? []
    : await database.read(selectVersions, [after, upTo]);
  return {
    after,
    upTo,
    count: Number(row?.count ?? 0),
    memberIds: text("member_ids"),
    types: text("types"),
    times: text("times"),
    facts: text("facts"),
    ...(versions[0] && { versions: String(versions[0].versions) }),
  };
}
