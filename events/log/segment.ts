/**
 * Segments of the log for backups: events after a position with their sealed payloads and claims.
 * Waiting mails are left out: a restore sends none.
 */
import { z } from "zod";
import type { Database } from "../database.ts";
import { insertedColumns } from "./recorded-row.ts";

/** Place in one particular log: the id of the event there; no id before the first. */
export const LogPlace = z.strictObject({ position: z.number().int().min(0), eventId: z.string() });
export type LogPlace = z.infer<typeof LogPlace>;

const Event = z.tuple([
  z.number().int(),
  z.string(),
  z.string(),
  z.number().int(),
  z.string(),
  z.number().int(),
  z.number().int(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
]);
const columns = `position, ${insertedColumns}`;

export const LogSegment = z.strictObject({
  after: LogPlace,
  to: LogPlace,
  /** Whether the log continued after it when it was read. */
  isLast: z.boolean(),
  events: z.array(Event),
  /** Position, member and bytes in hex of the payloads that existed when it was read. */
  payloads: z.array(z.tuple([z.number(), z.string(), z.string()])),
  /** All claims of its events' members when it was read. */
  claims: z.array(z.tuple([z.string(), z.string(), z.string()])),
  erased: z.array(z.string()),
});
export type LogSegment = z.infer<typeof LogSegment>;

/** A segment ends after this many bytes of payloads. */
const manyBytes = 2_000_000;

export const logBeginning: LogPlace = { position: 0, eventId: "" };

/** A segment doesn't belong where it is appended. */
export class BadSegment extends Error {
  override readonly name = "BadSegment";
}

export async function lastPlace(events: Database): Promise<LogPlace> {
  const [row] = await events.read(
    "SELECT position, event_id FROM events ORDER BY position DESC LIMIT 1",
  );
  return row === undefined
    ? logBeginning
    : { position: Number(row.position), eventId: String(row.event_id) };
}

export async function hasPlace(
  events: Database,
  { position, eventId }: LogPlace,
): Promise<boolean> {
  if (position === 0) return true;
  const rows = await events.read("SELECT 1 FROM events WHERE position = ? AND event_id = ?", [
    position,
    eventId,
  ]);
  return rows.length > 0;
}

/** The events after a place at one moment; `undefined` without any. Fewer than the limit if they are large. */
export async function readSegment(
  events: Database,
  after: LogPlace,
  limit: number,
): Promise<LogSegment | undefined> {
  const [row] = await events.read(
    `WITH sized AS
       (SELECT e.*, coalesce(length(s.payload), 0) AS bytes
        FROM events e LEFT JOIN sealed_payloads s USING (position)
        WHERE position > ? ORDER BY position LIMIT ?),
     summed AS (SELECT *, sum(bytes) OVER (ORDER BY position) AS bytes_so_far FROM sized),
     page AS MATERIALIZED (SELECT * FROM summed WHERE bytes_so_far - bytes < ${manyBytes}),
     members AS MATERIALIZED (SELECT DISTINCT member_id FROM page)
     SELECT (SELECT max(position) FROM events) AS latest,
       (SELECT json_group_array(json_array(${columns})) FROM page) AS events,
       (SELECT json_group_array(json_array(s.position, s.member_id, hex(s.payload)))
        FROM page JOIN sealed_payloads s USING (position)) AS payloads,
       (SELECT json_group_array(json_array(kind, digest, member_id))
        FROM members JOIN claims USING (member_id)) AS claims,
       (SELECT json_group_array(member_id) FROM members
        WHERE EXISTS (SELECT 1 FROM events e
          WHERE e.member_id = members.member_id AND e.type = 'MemberErased')) AS erased`,
    [after.position, limit],
  );
  if (row === undefined) return undefined;
  const recorded = z.array(Event).parse(parsed(row.events)).sort((one, other) => one[0] - other[0]);
  const last = recorded.at(-1);
  if (last === undefined) return undefined;
  return LogSegment.parse({
    after,
    to: { position: last[0], eventId: last[1] },
    isLast: last[0] === Number(row.latest),
    events: recorded,
    payloads: parsed(row.payloads),
    claims: parsed(row.claims),
    erased: parsed(row.erased),
  });
}

/** Appends the part of a segment that the log lacks. @throws {BadSegment} Nothing was written. */
export async function appendSegment(events: Database, segment: LogSegment): Promise<void> {
  const last = await lastPlace(events);
  if (segment.to.position <= last.position) return;
  requireContinuation(segment, last);
  const fresh = segment.events.filter(([position]) => position > last.position);
  const payloads = segment.payloads.filter(([position]) => position > last.position);
  const memberIds = JSON.stringify([...new Set(segment.events.map((event) => event[2]))]);
  const erased = JSON.stringify(
    fresh.filter((event) => event[4] === "MemberErased").map((event) => event[2]),
  );
  const picked = Array.from({ length: 11 }, (_, index) => `value ->> ${index}`).join();
  await events.write([
    {
      sql: `INSERT INTO events (${columns}) SELECT ${picked} FROM json_each(?)`,
      args: [JSON.stringify(fresh)],
    },
    {
      sql: `INSERT INTO sealed_payloads (position, member_id, payload)
            SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each(?)`,
      args: [JSON.stringify(payloads)],
    },
    {
      sql: "DELETE FROM claims WHERE member_id IN (SELECT value FROM json_each(?))",
      args: [memberIds],
    },
    {
      // Skip a claim that another member has taken by now, later in the segments.
      sql: `INSERT OR REPLACE INTO claims (kind, digest, member_id)
            SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
      args: [JSON.stringify(segment.claims)],
    },
    ...["sealed_payloads", "claims", "outbox"].map((table) => ({
      sql: `DELETE FROM ${table} WHERE member_id IN (SELECT value FROM json_each(?))`,
      args: [erased],
    })),
  ]);
}

/** A segment has to begin where the log ends, or earlier and contain the log's last event. */
function requireContinuation({ after, events }: LogSegment, last: LogPlace): void {
  const here = after.position === last.position
    ? after.eventId
    : events.find(([position]) => position === last.position)?.[1];
  if (here !== last.eventId) {
    throw new BadSegment(`What comes after position ${last.position} is of another log`);
  }
}

function parsed(json: unknown): unknown {
  return JSON.parse(String(json ?? "[]"));
}
