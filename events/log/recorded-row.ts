import type { Row } from "../database-port.ts";
import { canonical } from "./canonical.ts";
import type { Chained } from "./chain.ts";
import type { Recorded } from "./event-log.ts";

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
    sealedDigest: row.sealed_digest === null ? null : String(row.sealed_digest),
    hash: String(row.hash),
  };
}

export const insertedColumns = `event_id, member_id, version, type, schema_version, at_ms, actor_id,
  correlation_id, causation_id, facts, sealed_digest, previous_hash, hash`;

export function insertedValues(event: Chained, previousHash: string) {
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
    canonical(event.facts),
    event.sealedDigest,
    previousHash,
    event.hash,
  ];
}
