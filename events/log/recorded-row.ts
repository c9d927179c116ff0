import type { Row } from "../database-port.ts";
import type { Recorded } from "./event-log.ts";
import type { Numbered } from "./numbered.ts";

export function toRecorded(row: Row): Recorded {
  return {
    position: Number(row.position),
    eventId: String(row.event_id),
    memberId: String(row.member_id),
    version: Number(row.version),
    type: String(row.type),
    schemaVersion: Number(row.schema_version),
    atMs: Number(row.at_ms),
    actorId: String(row.actor_id),
    correlationId: String(row.correlation_id),
    causationId: String(row.causation_id),
    facts: JSON.parse(String(row.facts)),
    sealed: row.payload instanceof ArrayBuffer ? new Uint8Array(row.payload) : null,
  };
}

export const insertedColumns = `event_id, member_id, version, type, schema_version, at_ms, actor_id,
  correlation_id, causation_id, facts`;

export function insertedValues(event: Numbered) {
  return [
    event.eventId,
    event.memberId,
    event.version,
    event.type,
    event.schemaVersion,
    event.atMs,
    event.actorId,
    event.correlationId,
    event.causationId,
    JSON.stringify(event.facts),
  ];
}
