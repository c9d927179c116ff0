/** Verification of the log: whether each row is as it was recorded. No stored value is trusted. */
import { createHash } from "node:crypto";
import type { Row } from "../database-port.ts";
import type { Database } from "../database.ts";
import { readFewer } from "../database-errors.ts";
import { digest, hashOf } from "../log/chain.ts";
import { isInOrder } from "../log/day.ts";
import { emptyStream } from "../log/event-log.ts";
import { toRecorded } from "../log/recorded-row.ts";
import { hasForgottenPayloads } from "../log/schema.ts";
import { type StoredAs, UnknownEvent } from "../log/upcast.ts";
import { isForgettable } from "../members/events.ts";
import { isPrivateStream } from "../members/private-streams.ts";
import { upcast } from "../members/upcast.ts";

/** Something that isn't as it was recorded. */
export interface Finding {
  /** Log position; `undefined` if it has none. */
  readonly position: number | undefined;
  readonly what: string;
  /** Not wrong in itself, but only a later version can check it. */
  readonly needsUpgrade?: true;
}

/** Summary of the whole log up to a position. */
export interface LogHead {
  /** Position of the last event; 0 for an empty log. */
  readonly position: number;
  /** SHA-256 over the hashes of all events in order, in hex. */
  readonly digest: string;
}

interface LogVerdict {
  readonly head: LogHead;
  readonly findings: readonly Finding[];
}

export interface VerifyLogOptions {
  readonly after?: number;
  /** Called with the position reached so far. */
  readonly report?: (position: number) => void | Promise<void>;
  readonly pageSize?: number;
}

type Reading = Pick<Database, "read">;

/** More findings wouldn't help. */
const maxFindings = 100;

/** Checks positions, versions, times, types, hashes and payloads; not before `after`. */
export async function verifyLog(
  database: Reading,
  { after = 0, report, pageSize = 2000 }: VerifyLogOptions = {},
): Promise<LogVerdict> {
  const findings: Finding[] = [];
  const note = (position: number, what: string) => findings.push({ position, what });
  // Before the events, since events recorded during the check may or may not be read.
  const counted = await countedPositions(database);
  const sql = rowsSql(await hasForgottenPayloads(database));
  const whole = createHash("sha256");
  let position = after;
  let atMs = await timeAt(database, after);

  while (findings.length < maxFindings) {
    const rows = await readFewer(
      pageSize,
      (limit) => database.read(sql, [position, limit]),
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      const here = Number(row.position);
      if (here !== position + 1) note(here, `The events after position ${position} are missing`);
      if (!isInOrder(Number(row.at_ms), atMs)) note(here, "Time runs backwards");
      findings.push(...eventFindings(row), ...payloadFindings(row));
      whole.update(String(row.hash));
      position = here;
      atMs = Math.max(atMs, Number(row.at_ms));
    }
    await report?.(position);
  }

  if (counted > position) {
    note(position, `The events after it, up to position ${counted}, are missing`);
  }
  const strays = await database.read(
    `SELECT position FROM sealed_payloads s WHERE position > ?
       AND NOT EXISTS (SELECT 1 FROM events e WHERE e.position = s.position)
     ORDER BY position LIMIT ?`,
    [after, maxFindings],
  );
  for (const stray of strays) {
    note(Number(stray.position), "There is a sealed payload of an event that is not there");
  }
  findings.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  return { head: { position, digest: whole.digest("hex") }, findings };
}

/**
 * Each event with its payload and predecessor in its stream. One statement checks that payloads
 * exist until their member is erased, because members may be erased during the check.
 */
function rowsSql(hasForgotten: boolean): string {
  // A log last written by an earlier version has no forgotten payloads.
  const forgotten = hasForgotten
    ? "EXISTS (SELECT 1 FROM forgotten_payloads f WHERE f.position = e.position)"
    : "0";
  const stream = (what: string, condition: string) =>
    `(SELECT ${what} FROM events v WHERE v.member_id = e.member_id AND ${condition})`;
  return `SELECT e.*, s.payload, s.member_id AS payload_of, b.hash AS hash_before,
      CASE WHEN b.hash IS NULL AND e.version <> 1
        THEN ${
    stream("coalesce(max(version), 0)", "v.position < e.position")
  } END AS version_before,
      CASE WHEN s.position IS NULL AND e.sealed_digest IS NOT NULL THEN ${forgotten} END AS forgotten,
      CASE WHEN s.position IS NULL AND e.sealed_digest IS NOT NULL
        THEN ${stream("type", "true ORDER BY v.version DESC LIMIT 1")} END AS last_type,
      CASE WHEN e.type = 'MemberErased' THEN (SELECT min(position) FROM sealed_payloads p
        WHERE p.member_id = e.member_id AND p.position < e.position) END AS left_at
    FROM events e LEFT JOIN sealed_payloads s ON s.position = e.position
      LEFT JOIN events b ON b.member_id = e.member_id AND b.version = e.version - 1
        AND b.position < e.position
    WHERE e.position > ? ORDER BY e.position LIMIT ?`;
}

function eventFindings(row: Row): Finding[] {
  const position = Number(row.position);
  const before = String(row.hash_before ?? emptyStream.hash);
  if (row.version_before !== null) {
    const what = `Version ${row.version} follows version ${row.version_before} of its stream`;
    return [{ position, what }];
  }
  if (row.previous_hash !== before || row.hash !== recomputedHash(row, before)) {
    return [{ position, what: "The event is not what was recorded: its hash does not fit" }];
  }
  if (upcast.knows(storedAs(row))) return [];
  const what = `The type "${row.type}" in schema version ${row.schema_version} is unknown to ` +
    "this version of the product";
  return [{ position, what, needsUpgrade: true }];
}

function payloadFindings(row: Row): Finding[] {
  const position = Number(row.position);
  if (row.left_at !== null) {
    const what = "The payload of an erased member is still there";
    return [{ position: Number(row.left_at), what }];
  }
  if (row.payload instanceof ArrayBuffer) {
    if (digest(new Uint8Array(row.payload)) !== row.sealed_digest) {
      return [{ position, what: "The sealed payload is not what was recorded" }];
    }
    // An erasure would leave it in place.
    const what = "The sealed payload is kept under another member";
    return row.payload_of === row.member_id ? [] : [{ position, what }];
  }
  // A private stream doesn't show its member, nor whether they are erased.
  const wasForgotten = row.forgotten === 1 &&
    (isForgettable(String(row.type)) || isPrivateStream(String(row.member_id)));
  const isLost = row.sealed_digest !== null && row.last_type !== "MemberErased" && !wasForgotten;
  return isLost ? [{ position, what: "The sealed payload is missing" }] : [];
}

/** `undefined` if the row can't be read. */
function recomputedHash(row: Row, previousHash: string): string | undefined {
  try {
    return hashOf(toRecorded(row), previousHash);
  } catch {
    return undefined;
  }
}

async function timeAt(database: Reading, position: number): Promise<number> {
  const [row] = await database.read("SELECT at_ms FROM events WHERE position = ?", [position]);
  return Number(row?.at_ms ?? 0);
}

/** The database counts positions itself: a higher count reveals that the end was cut off. */
async function countedPositions(database: Reading): Promise<number> {
  const [row] = await database.read("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
  return Number(row?.seq ?? 0);
}

function storedAs(row: Row): StoredAs {
  return {
    type: String(row.type),
    schemaVersion: Number(row.schema_version),
    position: Number(row.position),
  };
}

/** @throws {UnknownEvent} For the first event after a position that this version can't read. */
export async function refuseUnknownEvents(events: Reading, after = 0): Promise<void> {
  const rows = await events.read(
    `SELECT type, schema_version, min(position) AS position FROM events
     WHERE position > ? GROUP BY type, schema_version ORDER BY 3`,
    [after],
  );
  const unknown = rows.map(storedAs).find((shape) => !upcast.knows(shape));
  if (unknown !== undefined) throw new UnknownEvent(unknown);
}
