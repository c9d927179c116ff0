/**
 * Verification of the log: whether each row is what was once recorded. Rows are read as they are stored,
 * and none is trusted.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { Row } from "@libsql/client";
import type { Database } from "../database.ts";
import { readFewer } from "../database-errors.ts";
import { digest, hashOf } from "../log/chain.ts";
import { hasForgottenPayloads } from "../log/migrations/0006-forgotten-payloads.ts";
import { emptyStream, type Head } from "../log/event-log.ts";
import { toRecorded } from "../log/recorded-row.ts";
import { isForgettable } from "../connections/events.ts";
import { upcast } from "../members/upcast.ts";

/** Something that is not as it was recorded. */
export interface Finding {
  /** Log position; `undefined` for what has none. */
  readonly position: number | undefined;
  readonly what: string;
  /** Nothing is wrong with it, but a later version of the product has to judge. */
  readonly needsUpgrade?: true;
}

/** The whole log in one line: what it has up to a position. */
export interface LogHead {
  /** Position of the last event; 0 for an empty log. */
  readonly position: number;
  /** SHA-256 over the hash of every event in order, in hex. */
  readonly digest: string;
}

export interface LogVerdict {
  readonly head: LogHead;
  /** In order of position; empty when everything is as it was recorded. */
  readonly findings: readonly Finding[];
}

export interface VerifyLogOptions {
  /** Stops after this position. */
  readonly until?: number;
  /** Is told the position that was reached, now and then. */
  readonly report?: (position: number) => void | Promise<void>;
}

const pageSize = 2000;
/** After so many there is nothing to learn from one more. */
const maxFindings = 100;

interface Stream extends Head {
  readonly lastType: string;
  readonly lastPosition: number;
  /** The first event whose payload is not there, though it had one. */
  readonly firstLost: number | undefined;
  /** The first event whose payload is there. */
  readonly firstKept: number | undefined;
}

/** Checks positions, versions, times, types, hashes and payloads of all events. */
export async function verifyLog(
  database: Database,
  { until = Infinity, report }: VerifyLogOptions = {},
): Promise<LogVerdict> {
  const findings: Finding[] = [];
  // Before the events: those that are recorded from now on may be among what is read, or not.
  const counted = Number.isFinite(until) ? 0 : await countedPositions(database);
  // A log that an earlier version wrote last has forgotten nothing by itself.
  const forgotten = await hasForgottenPayloads(database)
    ? "EXISTS (SELECT 1 FROM forgotten_payloads f WHERE f.position = e.position)"
    : "0";
  const streams = new Map<string, Stream>();
  const whole = createHash("sha256");
  let position = 0;
  let atMs = 0;

  for (;;) {
    const rows = await readFewer(pageSize, (limit) =>
      database.read(
        `SELECT e.*, s.payload, s.member_id AS payload_of, ${forgotten} AS forgotten
         FROM events e LEFT JOIN sealed_payloads s ON s.position = e.position
         WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?`,
        [position, Number.isFinite(until) ? until : Number.MAX_SAFE_INTEGER, limit],
      ));
    if (rows.length === 0) break;
    for (const row of rows) {
      const here = Number(row.position);
      const note = (what: string, more: Pick<Finding, "needsUpgrade"> = {}) =>
        findings.push({ position: here, what, ...more });
      if (here !== position + 1) note(`The events after position ${position} are missing`);
      if (Number(row.at_ms) < atMs) note("Time runs backwards");
      const memberId = String(row.member_id);
      streams.set(memberId, follow(streams.get(memberId), row, note));
      whole.update(String(row.hash));
      position = here;
      atMs = Math.max(atMs, Number(row.at_ms));
    }
    await report?.(position);
    if (findings.length >= maxFindings) break;
  }

  findings.push(...payloadFindings(streams.values()));
  if (counted > position) {
    const what = `The events after it, up to position ${counted}, are missing`;
    findings.push({ position, what });
  }
  if (!Number.isFinite(until)) findings.push(...await strayPayloads(database));
  findings.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  return { head: { position, digest: whole.digest("hex") }, findings };
}

/** Checks one event against the end of its stream, and returns the stream's new end. */
function follow(
  stream: Stream | undefined,
  row: Row,
  note: (what: string, more?: Pick<Finding, "needsUpgrade">) => void,
): Stream {
  const head = stream ?? emptyStream;
  const version = Number(row.version);
  if (version !== head.version + 1) {
    note(`Version ${version} follows version ${head.version} of its stream`);
  } else if (row.previous_hash !== head.hash || row.hash !== recomputedHash(row, head.hash)) {
    note("The event is not what was recorded: its hash does not fit");
  } else if (!upcast.knows({ type: String(row.type), schemaVersion: Number(row.schema_version) })) {
    note(
      `The type "${row.type}" in schema version ${row.schema_version} is unknown to this version ` +
        "of the product",
      { needsUpgrade: true },
    );
  }
  const payload = row.payload instanceof ArrayBuffer ? new Uint8Array(row.payload) : undefined;
  if (payload !== undefined && digest(payload) !== row.sealed_digest) {
    note("The sealed payload is not what was recorded");
  } else if (payload !== undefined && row.payload_of !== row.member_id) {
    // An erasure would leave it where it is.
    note("The sealed payload is kept under another member");
  }
  const position = Number(row.position);
  const wasForgotten = row.forgotten === 1 && isForgettable(String(row.type));
  const isLost = row.sealed_digest !== null && payload === undefined && !wasForgotten;
  return {
    version,
    hash: String(row.hash),
    lastType: String(row.type),
    lastPosition: position,
    firstLost: stream?.firstLost ?? (isLost ? position : undefined),
    firstKept: stream?.firstKept ?? (payload === undefined ? undefined : position),
  };
}

/** `undefined` when the row cannot even be read. */
function recomputedHash(row: Row, previousHash: string): string | undefined {
  try {
    return hashOf(toRecorded(row), previousHash);
  } catch {
    return undefined;
  }
}

/** Payloads are there until their member is erased, and all gone from then on. */
function payloadFindings(streams: Iterable<Stream>): Finding[] {
  return [...streams].flatMap(({ lastType, firstLost, firstKept }): Finding[] => {
    const isErased = lastType === "MemberErased";
    if (isErased && firstKept !== undefined) {
      return [{ position: firstKept, what: "The payload of an erased member is still there" }];
    }
    if (!isErased && firstLost !== undefined) {
      return [{ position: firstLost, what: "The sealed payload is missing" }];
    }
    return [];
  });
}

/** The database counts positions by itself: a higher count than it has events means a cut end. */
async function countedPositions(database: Database): Promise<number> {
  const [row] = await database.read("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
  return Number(row?.seq ?? 0);
}

/** Payloads of events that there are not. */
async function strayPayloads(database: Database): Promise<Finding[]> {
  const rows = await database.read(
    `SELECT position FROM sealed_payloads s
     WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.position = s.position)
     ORDER BY position LIMIT ?`,
    [maxFindings],
  );
  return rows.map(({ position }) => ({
    position: Number(position),
    what: "There is a sealed payload of an event that is not there",
  }));
}
