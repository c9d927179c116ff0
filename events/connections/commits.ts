import { type Cause, type Commit, emptyStream } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import type { StreamSnapshot } from "../members/handle.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { sealEvent } from "../members/sealing.ts";
import type { Key } from "../vault/seal.ts";
import { isBetweenTwo } from "./events.ts";

/** An event that is about to be recorded. */
export interface Identified {
  readonly event: MemberEvent;
  readonly eventId: string;
}

/** Where a member's streams end: of what is decided on. */
export type StreamEnds = Pick<StreamSnapshot, "head" | "privateCount">;

/** What a commit says of a member's streams that have to end where they did. */
export function endsOf(
  memberId: string,
  { head, privateCount }: StreamEnds,
  privateStreams: PrivateStreams,
): NonNullable<Commit["unchanged"]> {
  const next = privateStreams.nameOf(memberId, privateCount + 1);
  return [{ memberId, head }, { memberId: next, head: emptyStream }];
}

/**
 * Commits of what a member did: each event between two into a private stream, by the day and without a cause that
 * clear events have, too; all else into their own. All of these streams have to end where they did.
 */
export function commitsOf(
  events: readonly Identified[],
  { memberId, key, ends }: {
    readonly memberId: string;
    readonly key: Key | undefined;
    readonly ends: StreamEnds;
  },
  { privateStreams, cause, atMs, newId, unchanged = [] }: {
    readonly privateStreams: PrivateStreams;
    readonly cause: Cause;
    readonly atMs: number;
    readonly newId: () => string;
    readonly unchanged?: Commit["unchanged"];
  },
): Commit[] {
  const [own, between] = [false, true].map((is) =>
    events.filter(({ event }) => isBetweenTwo(event) === is)
  );
  const commits = (between ?? []).map(({ event, eventId }, at): Commit => {
    const stream = privateStreams.nameOf(memberId, ends.privateCount + at + 1);
    return {
      memberId: stream,
      head: emptyStream,
      events: [sealEvent(timed(event, atMs), { memberId: stream, eventId, key })],
      cause: { actorId: stream, correlationId: newId(), causationId: newId() },
      isByDay: true,
    };
  });
  if (own !== undefined && own.length > 0) {
    commits.push({
      memberId,
      head: ends.head,
      events: own.map(({ event, eventId }) => sealEvent(event, { memberId, eventId, key })),
      cause,
    });
  }
  const [first, ...more] = commits;
  if (first === undefined) return [];
  // Said in the first, before any of these is there.
  const all = [...unchanged, ...endsOf(memberId, ends, privateStreams)];
  return [
    { ...first, unchanged: all.filter((stream) => stream.memberId !== first.memberId) },
    ...more,
  ];
}

function timed(event: MemberEvent, atMs: number): MemberEvent {
  return { ...event, personal: event.personal && { ...event.personal, atMs } } as MemberEvent;
}
