import type { Cause, Commit, Head } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { sealEvent } from "../members/sealing.ts";
import type { Key } from "../vault/seal.ts";
import { isBetweenTwo } from "./events.ts";

/** An event that is about to be recorded. */
export interface Identified {
  readonly event: MemberEvent;
  readonly eventId: string;
}

/** Who did something, and where their two streams ended when it was decided on. */
export interface Actor {
  readonly memberId: string;
  readonly key: Key | undefined;
  readonly head: Head;
  readonly privateHead: Head;
}

/**
 * Commits of what a member did: what is between two into their private stream, by the day and without a cause that
 * clear events have, too; all else into their own. Both have to end where they did.
 */
export function commitsOf(
  events: readonly Identified[],
  { memberId, key, head, privateHead }: Actor,
  { privateStreams, cause, atMs, newId, unchanged = [] }: {
    readonly privateStreams: PrivateStreams;
    readonly cause: Cause;
    readonly atMs: number;
    readonly newId: () => string;
    readonly unchanged?: Commit["unchanged"];
  },
): Commit[] {
  const stream = privateStreams.of(memberId);
  const between = events.flatMap(({ event, eventId }) =>
    isBetweenTwo(event) ? sealEvent(timed(event, atMs), { memberId: stream, eventId, key }) : []
  );
  const own = events.flatMap(({ event, eventId }) =>
    isBetweenTwo(event) ? [] : sealEvent(event, { memberId, eventId, key })
  );
  const commits: Commit[] = [{
    memberId: stream,
    head: privateHead,
    unchanged: [...unchanged, { memberId, head }],
    events: between,
    cause: { actorId: stream, correlationId: newId(), causationId: newId() },
    isByDay: true,
  }, {
    memberId,
    head,
    // Where something is recorded in the private stream, that has to end at its head anyway.
    unchanged: between.length > 0
      ? unchanged
      : [...unchanged, { memberId: stream, head: privateHead }],
    events: own,
    cause,
  }];
  return commits.filter((commit) => commit.events.length > 0);
}

function timed(event: MemberEvent, atMs: number): MemberEvent {
  return { ...event, personal: event.personal && { ...event.personal, atMs } } as MemberEvent;
}
