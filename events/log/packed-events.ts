import type { Database } from "../database.ts";
import type { ReadOptions, Recorded } from "./event-log.ts";

/**
 * Many events in one row: a text of all columns, and all payloads one after the other. libSQL hands
 * out a few large values several times faster than as many rows.
 */
const select = `SELECT
    json_group_array(json_array(position, event_id, member_id, version, type, schema_version, at_ms,
      actor_id, correlation_id, causation_id, facts, sealed_digest, hash, length(payload))) AS events,
    CAST(group_concat(CAST(payload AS TEXT), '') AS BLOB) AS payloads
  FROM (
    SELECT e.*, s.payload FROM events e LEFT JOIN sealed_payloads s ON s.position = e.position
    WHERE e.position > ? ORDER BY e.position LIMIT ?
  )`;

/** In the order of the statement; the last one is the payload's length. */
type Packed = [
  position: number,
  eventId: string,
  memberId: string,
  version: number,
  type: string,
  schemaVersion: number,
  atMs: number,
  actorId: string,
  correlationId: string,
  causationId: string,
  facts: string,
  sealedDigest: string | null,
  hash: string,
  payloadBytes: number | null,
];

/** Events of everyone, in order of position. */
export async function readPacked(
  database: Pick<Database, "read">,
  { after, limit }: ReadOptions,
): Promise<Recorded[]> {
  const [row] = await database.read(select, [after, limit]);
  const payloads = row?.payloads instanceof ArrayBuffer ? row.payloads : new ArrayBuffer(0);
  const events = JSON.parse(String(row?.events ?? "[]")) as Packed[];
  let taken = 0;
  return events.map((packed): Recorded => {
    const bytes = packed[13];
    const sealed = bytes === null ? null : new Uint8Array(payloads, taken, bytes);
    taken += bytes ?? 0;
    return {
      position: packed[0],
      eventId: packed[1],
      memberId: packed[2],
      version: packed[3],
      type: packed[4],
      schemaVersion: packed[5],
      atMs: packed[6],
      actorId: packed[7],
      correlationId: packed[8],
      causationId: packed[9],
      facts: JSON.parse(packed[10]),
      sealed,
      sealedDigest: packed[11],
      hash: packed[12],
    };
  });
}
