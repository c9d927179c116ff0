import type { InferResult } from "kysely";
import { parsed, tables } from "./queries.ts";
import type { StoredEvent } from "./event-log.ts";
import type { Numbered } from "./numbered.ts";

export const selectEvents = tables.selectFrom("events as e")
  .leftJoin("personal as p", "p.position", "e.position")
  .selectAll("e").select(["p.member_id as author_id", "p.sealed"]);

export function toStoredEvent(row: InferResult<typeof selectEvents>[number]): StoredEvent {
  return {
    position: row.position,
    eventId: row.event_id,
    stream: row.stream,
    authorId: row.author_id,
    version: row.version,
    type: row.type,
    schemaVersion: row.schema_version,
    atMs: row.at_ms,
    actorId: row.actor_id,
    correlationId: row.correlation_id,
    facts: parsed(row.facts),
    sealed: row.sealed && unlessForgotten(new Uint8Array(row.sealed)),
  };
}

/** `null` for a forgotten part, which is overwritten with zeros. */
function unlessForgotten(sealed: Uint8Array): Uint8Array | null {
  return sealed.every((byte) => byte === 0) ? null : sealed;
}

export function insertedValues(event: Numbered) {
  return {
    event_id: event.eventId,
    stream: event.stream,
    version: event.version,
    type: event.type,
    schema_version: event.schemaVersion,
    at_ms: event.atMs,
    actor_id: event.actorId,
    correlation_id: event.correlationId,
    facts: JSON.stringify(event.facts),
  };
}
