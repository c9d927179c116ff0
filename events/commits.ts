import { type Cause, type Commit, emptyStream, type Head } from "./log/event-log.ts";
import { isBetweenTwo } from "./connections/events.ts";
import type { MemberEvent } from "./members/events.ts";
import type { PrivateStreams } from "./members/private-streams.ts";
import { sealEvent } from "./members/sealing.ts";
import type { Key } from "./vault/seal.ts";

export interface Identified {
  readonly event: MemberEvent;
  readonly eventId: string;
}

export interface StreamEnds {
  readonly head: Head;
  readonly privateCount: number;
}

/**
 * Commits for a member's events. Each event between two members goes to its own private stream,
 * with only the day and no shared cause. The others go to the member's stream, in the last commit.
 */
export function commitsOf(
  events: readonly Identified[],
  { memberId, key, ends }: {
    readonly memberId: string;
    readonly key: Key | undefined;
    readonly ends: StreamEnds;
  },
  { privateStreams, cause, atMs, newId }: {
    readonly privateStreams: PrivateStreams;
    readonly cause: Cause;
    readonly atMs: number;
    readonly newId: () => string;
  },
): Commit[] {
  const between = events.filter(({ event }) => isBetweenTwo(event));
  const own = events.filter(({ event }) => !isBetweenTwo(event));
  const commits = between.map(({ event, eventId }, at): Commit => {
    const stream = privateStreams.nameOf(memberId, ends.privateCount + at + 1);
    return {
      memberId: stream,
      head: emptyStream,
      events: [sealEvent(timed(event, atMs), { memberId: stream, eventId, key })],
      cause: { actorId: stream, correlationId: newId(), causationId: newId() },
      isByDay: true,
    };
  });
  if (own.length === 0) return commits;
  return [...commits, {
    memberId,
    head: ends.head,
    events: own.map(({ event, eventId }) => sealEvent(event, { memberId, eventId, key })),
    cause,
  }];
}

function timed(event: MemberEvent, atMs: number): MemberEvent {
  return { ...event, personal: event.personal && { ...event.personal, atMs } } as MemberEvent;
}
