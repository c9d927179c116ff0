import { createHash } from "node:crypto";
import { canonical } from "./canonical.ts";
import { startOfDay } from "./day.ts";
import type { Cause, Commit, NewEvent, Recorded } from "./event-log.ts";

export type Chained = Omit<Recorded, "position">;

export function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Links the events of each commit to their stream. Each commit's time is never earlier than the one before. */
export function chainAll(
  commits: readonly Commit[],
  lastAtMs: number,
  now: () => number,
): Chained[][] {
  let atMs = lastAtMs;
  return commits.map((commit) => {
    atMs = Math.max(atMs, now());
    return chain(commit, commit.isByDay ? startOfDay(atMs) : atMs);
  });
}

function chain({ memberId, head, events, cause }: Commit, atMs: number): Chained[] {
  let { version, hash } = head;
  return events.map((event) => {
    version += 1;
    const sealedDigest = event.sealed === null ? null : digest(event.sealed);
    const linked = { ...event, ...causeOf(cause), memberId, version, atMs, sealedDigest };
    hash = hashOf(linked, hash);
    return { ...linked, hash };
  });
}

/** The hash of an event. It covers the payload's digest, so erasing the payload doesn't break the chain. */
export function hashOf(event: Omit<Chained, "hash">, previousHash: string): string {
  return digest(canonical([
    previousHash,
    event.memberId,
    event.version,
    event.eventId,
    event.type,
    event.schemaVersion,
    event.atMs,
    event.actorId,
    event.correlationId,
    event.causationId,
    event.facts,
    event.sealedDigest,
  ]));
}

/** Whether a stream is complete: versions without gaps, matching payloads and hashes. */
export function isUnbroken(stream: readonly Recorded[]): boolean {
  let previousHash = "0".repeat(64);
  return stream.every((event, index) => {
    const fits = event.version === index + 1 &&
      event.hash === hashOf(event, previousHash) &&
      (event.sealed === null || event.sealedDigest === digest(event.sealed));
    previousHash = event.hash;
    return fits;
  });
}

function causeOf({ actorId, correlationId, causationId }: Cause): Cause {
  return { actorId, correlationId, causationId };
}

export function eventIds(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ events }: { events: readonly NewEvent[] }) =>
    events.map(({ eventId }) => eventId)
  );
}
