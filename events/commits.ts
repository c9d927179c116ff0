import { happenedAtMs } from "./connections/events.ts";
import type { Cause, Commit, Head } from "./store/event-log.ts";
import type { MemberEvent } from "./members/events.ts";
import type { Member } from "./members/evolve.ts";
import { sealEvent } from "./members/sealing.ts";
import type { OpenedEvent } from "./read/project.ts";
import type { Key } from "./store/seal.ts";

export interface Identified {
  readonly event: MemberEvent;
  readonly eventId: string;
}

/** An event between two with the member who acted, whose key seals it. */
export interface Authored extends Identified {
  readonly authorId: string;
}

export interface StreamSnapshot {
  readonly member: Member;
  /** `undefined` once it is destroyed, or before it is made. */
  readonly key: Key | undefined;
  readonly head: Head;
  /** How many events there were between them and others: a decision on all of these names the number. */
  readonly dealings: number;
  /** How many open ones they accepted. */
  readonly conversations: number;
  /** Of the read tables that say all this: it grows with every rebuild. */
  readonly generation: number;
}

/** A member's stream that was read, and what will be recorded in it. */
export interface Stream
  extends Omit<StreamSnapshot, "generation">, Pick<Commit, "claim" | "release"> {
  readonly before: Member;
  /** Includes the events to be recorded. */
  member: Member;
  /** What the commit depends on beside the stream's end. */
  readonly needs: Set<"dealings" | "conversations">;
  isErased: boolean;
  /** When its events happened, once there are some. */
  atMs: number | undefined;
  cause: Cause;
  events: readonly Identified[];
}

/** The stream of two members, and what one of them does. */
export interface Between {
  readonly stream: string;
  readonly authorId: string;
  /** `null` once they are erased. */
  readonly otherId: string | null;
}

/** The same with its end, and what will be recorded in it. */
export interface BetweenStream extends Between {
  readonly head: Head;
  /** While there is nothing between them: their ids in order. */
  readonly begins: Commit["begins"];
  events: readonly Authored[];
}

/** A commit, and its events as they will be read. */
export interface OpenedCommit {
  readonly commit: Commit;
  readonly opened: readonly OpenedEvent[];
}

/** Of every event between two: no clear column names who acted, or which of them belong together. */
const noOne: Cause = { actorId: "one of two", correlationId: "between two" };

/**
 * Events between two are sealed with both names and the exact time, which is only a day in clear. One
 * commit for each run of events with the same author.
 */
export function commitBetween(
  { stream, authorId: reader, otherId, head, begins, events }: BetweenStream,
  authorOf: (authorId: string) => Pick<Stream, "key" | "atMs">,
): OpenedCommit[] {
  return runsOf(events).map(({ at, authorId, run }) => {
    const { key, atMs = 0 } = authorOf(authorId);
    const toId = authorId === reader ? otherId : reader;
    const named = run.map(({ event, eventId }): Identified => {
      const personal = { ...event.personal, fromId: authorId, toId, atMs };
      return { event: { ...event, personal } as MemberEvent, eventId };
    });
    const isFirst = at === 0 && begins !== undefined;
    return sealed({
      ...{ stream, authorId, head: { version: head.version + at } },
      ...{ cause: noOne, atMs, isByDay: true, ...isFirst && { begins } },
    }, { events: named, key });
  });
}

/** Events in order, cut where the author changes. `at` is the place of a run's first event. */
function runsOf(events: readonly Authored[]) {
  const runs: { at: number; authorId: string; run: Authored[] }[] = [];
  for (const [at, event] of events.entries()) {
    const last = runs.at(-1);
    if (last?.authorId === event.authorId) last.run.push(event);
    else runs.push({ at, authorId: event.authorId, run: [event] });
  }
  return runs;
}

/** @param commit Without its events. */
export function sealed(
  commit: Omit<Commit, "events">,
  { events, key }: { readonly events: readonly Identified[]; readonly key: Key | undefined },
): OpenedCommit {
  const { stream, authorId: memberId = stream, head, cause: { actorId }, atMs = 0 } = commit;
  return {
    commit: {
      ...commit,
      events: events.map(({ event, eventId }) => sealEvent(event, { stream, eventId, key })),
    },
    // With the events' ids in place of their positions, which the database gives.
    opened: events.map(({ event: given, eventId }, at) => {
      // As it would be read, so that a rebuild folds the same.
      const event: MemberEvent = JSON.parse(JSON.stringify(given));
      return {
        ...{ eventId, stream, memberId, actorId, event },
        position: eventId,
        version: head.version + at + 1,
        atMs: happenedAtMs(event, { atMs }),
      };
    }),
  };
}
