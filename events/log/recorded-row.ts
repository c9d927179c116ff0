import type { Row } from "../database-port.ts";
import type { Recorded } from "./event-log.ts";
import type { Numbered } from "./numbered.ts";

export function toRecorded(row: Row): Recorded {
  return {
    position: Number(row.position),
    eventId: String(row.event_id),
    stream: String(row.stream),
    authorId: row.author_id === null ? null : String(row.author_id),
    version: Number(row.version),
    type: String(row.type),
    schemaVersion: Number(row.schema_version),
    atMs: Number(row.at_ms),
    actorId: String(row.actor_id),
    correlationId: String(row.correlation_id),
    facts: JSON.parse(String(row.facts)),
    sealed: row.sealed instanceof ArrayBuffer ? unlessForgotten(new Uint8Array(row.sealed)) : null,
  };
}

/** What is forgotten is overwritten with zeros. */
function unlessForgotten(sealed: Uint8Array): Uint8Array | null {
  return sealed.every((byte) => byte === 0) ? null : sealed;
}

export const insertedColumns = `event_id, stream, version, type, schema_version, at_ms, actor_id,
  correlation_id, facts`;

export function insertedValues(event: Numbered) {
  return [
    event.eventId,
    event.stream,
    event.version,
    event.type,
    event.schemaVersion,
    event.atMs,
    event.actorId,
    event.correlationId,
    JSON.stringify(event.facts),
  ];
}
