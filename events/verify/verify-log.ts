/**
 * Verification of the log: whether each row is as it was recorded. Rows are read as stored, and none is
 * trusted.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { Row } from "../database-port.ts";
import type { Database } from "../database.ts";
import { readFewer } from "../database-errors.ts";
import { digest, hashOf } from "../log/chain.ts";
import { isInOrder } from "../log/day.ts";
import { hasForgottenPayloads } from "../log/schema.ts";
import { emptyStream, type Head } from "../log/event-log.ts";
import { toRecorded } from "../log/recorded-row.ts";
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

export interface LogVerdict {
  readonly head: LogHead;
  /** In order of position; empty if everything is as recorded. */
  readonly findings: readonly Finding[];
}

export interface VerifyLogOptions {
  /** Starts after this position; the digest then only covers what follows. */
  readonly after?: number;
  /** Stops after this position. */
  readonly until?: number;
  /** Called with the position reached so far. */
  readonly report?: (position: number) => void | Promise<void>;
  /** How many events are read at once. */
  readonly pageSize?: number;
}

/** More findings wouldn't help. */
const maxFindings = 100;

interface Stream extends Head {
  /** The first event whose payload is missing. */
  readonly firstLost: number | undefined;
  /** The event that erased the member. */
  readonly erasedAt: number | undefined;
}

type Note = (position: number, what: string, more?: Pick<Finding, "needsUpgrade">) => void;

/**
 * Checks positions, versions, times, types, hashes and payloads of all events, or of those in between. What
 * stands before `after` is believed. Takes no more memory for a longer log.
 */
export async function verifyLog(
  database: Pick<Database, "read">,
  { after = 0, until = Infinity, report, pageSize = 2000 }: VerifyLogOptions = {},
): Promise<LogVerdict> {
  const findings: Finding[] = [];
  const note: Note = (position, what, more = {}) => findings.push({ position, what, ...more });
  const isToTheEnd = !Number.isFinite(until);
  // Before the events, since events recorded during the check may or may not be read.
  const counted = isToTheEnd ? await countedPositions(database) : 0;
  // A log last written by an earlier version has no forgotten payloads.
  const forgotten = await hasForgottenPayloads(database)
    ? "EXISTS (SELECT 1 FROM forgotten_payloads f WHERE f.position = e.position)"
    : "0";
  const whole = createHash("sha256");
  let position = after;
  let atMs = await timeAt(database, after);

  for (;;) {
    const rows = await readFewer(pageSize, (limit) =>
      database.read(
        `SELECT e.*, s.payload, s.member_id AS payload_of, ${forgotten} AS forgotten
         FROM events e LEFT JOIN sealed_payloads s ON s.position = e.position
         WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?`,
        [position, isToTheEnd ? Number.MAX_SAFE_INTEGER : until, limit],
      ));
    if (rows.length === 0) break;
    const before = position;
    const streams = await streamsBefore(database, rows, before);
    for (const row of rows) {
      const here = Number(row.position);
      if (here !== position + 1) note(here, `The events after position ${position} are missing`);
      if (!isInOrder(Number(row.at_ms), atMs)) note(here, "Time runs backwards");
      const memberId = String(row.member_id);
      streams.set(memberId, follow(streams.get(memberId), row, note));
      whole.update(String(row.hash));
      position = here;
      atMs = Math.max(atMs, Number(row.at_ms));
    }
    await notePayloads(database, streams, note);
    await noteStrays(database, { after: before, until: position }, note);
    await report?.(position);
    if (findings.length >= maxFindings) break;
  }

  if (counted > position) {
    note(position, `The events after it, up to position ${counted}, are missing`);
  }
  const end = { after: position, until: Number.MAX_SAFE_INTEGER };
  if (isToTheEnd) await noteStrays(database, end, note);
  findings.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  return { head: { position, digest: whole.digest("hex") }, findings };
}

/** Ends of these events' streams before them. */
async function streamsBefore(
  database: Pick<Database, "read">,
  rows: readonly Row[],
  position: number,
): Promise<Map<string, Stream>> {
  const first = new Map<string, number>();
  for (const { member_id, version } of rows) {
    if (!first.has(String(member_id))) first.set(String(member_id), Number(version));
  }
  const wanted = [...first].filter(([, version]) => version > 1);
  const found = position === 0 || wanted.length === 0 ? [] : await database.read(
    `SELECT e.member_id, e.version, e.hash FROM json_each(?) AS wanted
     JOIN events e ON e.member_id = wanted.value ->> 0 AND e.version = (wanted.value ->> 1) - 1
     WHERE e.position <= ?`,
    [JSON.stringify(wanted), position],
  );
  const none = { firstLost: undefined, erasedAt: undefined };
  return new Map(found.map((row) => [
    String(row.member_id),
    { version: Number(row.version), hash: String(row.hash), ...none },
  ]));
}

/** Checks one event against the end of its stream, and returns the new end. */
function follow(stream: Stream | undefined, row: Row, note: Note): Stream {
  const head = stream ?? emptyStream;
  const version = Number(row.version);
  const position = Number(row.position);
  if (version !== head.version + 1) {
    note(position, `Version ${version} follows version ${head.version} of its stream`);
  } else if (row.previous_hash !== head.hash || row.hash !== recomputedHash(row, head.hash)) {
    note(position, "The event is not what was recorded: its hash does not fit");
  } else if (!upcast.knows({ type: String(row.type), schemaVersion: Number(row.schema_version) })) {
    note(
      position,
      `The type "${row.type}" in schema version ${row.schema_version} is unknown to this version ` +
        "of the product",
      { needsUpgrade: true },
    );
  }
  const payload = row.payload instanceof ArrayBuffer ? new Uint8Array(row.payload) : undefined;
  if (payload !== undefined && digest(payload) !== row.sealed_digest) {
    note(position, "The sealed payload is not what was recorded");
  } else if (payload !== undefined && row.payload_of !== row.member_id) {
    // An erasure would leave it in place.
    note(position, "The sealed payload is kept under another member");
  }
  // A private stream doesn't show its member, nor whether they are erased.
  const wasForgotten = row.forgotten === 1 &&
    (isForgettable(String(row.type)) || isPrivateStream(String(row.member_id)));
  const isLost = row.sealed_digest !== null && payload === undefined && !wasForgotten;
  return {
    version,
    hash: String(row.hash),
    firstLost: stream?.firstLost ?? (isLost ? position : undefined),
    erasedAt: row.type === "MemberErased" ? position : undefined,
  };
}

/** `undefined` if the row can't be read. */
function recomputedHash(row: Row, previousHash: string): string | undefined {
  try {
    return hashOf(toRecorded(row), previousHash);
  } catch {
    return undefined;
  }
}

/**
 * Checks that payloads exist until their member is erased, and not after. Uses the log's current state, since a
 * member may be erased during the check.
 */
async function notePayloads(
  database: Pick<Database, "read">,
  streams: ReadonlyMap<string, Stream>,
  note: Note,
): Promise<void> {
  const lost = [...streams].filter(([, { firstLost }]) => firstLost !== undefined);
  const erased = await erasedAmong(database, lost.map(([memberId]) => memberId));
  for (const [memberId, { firstLost }] of lost) {
    if (firstLost !== undefined && !erased.has(memberId)) {
      note(firstLost, "The sealed payload is missing");
    }
  }
  const gone = [...streams].filter(([, { erasedAt }]) => erasedAt !== undefined);
  if (gone.length === 0) return;
  const kept = await database.read(
    `SELECT min(position) AS position FROM sealed_payloads
     WHERE member_id IN (SELECT value FROM json_each(?)) GROUP BY member_id`,
    [JSON.stringify(gone.map(([memberId]) => memberId))],
  );
  for (const { position } of kept) {
    note(Number(position), "The payload of an erased member is still there");
  }
}

/** Members whose stream ends with their erasure. */
async function erasedAmong(
  database: Pick<Database, "read">,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set();
  const rows = await database.read(
    `SELECT e.member_id FROM json_each(?) AS wanted JOIN events e ON e.member_id = wanted.value
       AND e.version = (SELECT max(version) FROM events v WHERE v.member_id = wanted.value)
     WHERE e.type = 'MemberErased'`,
    [JSON.stringify(memberIds)],
  );
  return new Set(rows.map(({ member_id }) => String(member_id)));
}

/** Time of the event at a position; 0 at the beginning. */
async function timeAt(database: Pick<Database, "read">, position: number): Promise<number> {
  if (position === 0) return 0;
  const [row] = await database.read("SELECT at_ms FROM events WHERE position = ?", [position]);
  return Number(row?.at_ms ?? 0);
}

/**
 * The database counts positions itself: a count higher than the events shows that the end was cut off.
 */
async function countedPositions(database: Pick<Database, "read">): Promise<number> {
  const [row] = await database.read("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
  return Number(row?.seq ?? 0);
}

/** Payloads without an event. */
async function noteStrays(
  database: Pick<Database, "read">,
  { after, until }: { readonly after: number; readonly until: number },
  note: Note,
): Promise<void> {
  const rows = await database.read(
    `SELECT position FROM sealed_payloads s WHERE position > ? AND position <= ?
       AND NOT EXISTS (SELECT 1 FROM events e WHERE e.position = s.position)
     ORDER BY position LIMIT ?`,
    [after, until, maxFindings],
  );
  for (const { position } of rows) {
    note(Number(position), "There is a sealed payload of an event that is not there");
  }
}
