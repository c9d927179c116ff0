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

/** An event between two members. The key of its author seals it. */
export interface Authored extends Identified {
  readonly authorId: string;
}

export interface StreamSnapshot {
  readonly member: Member;
  /** `undefined` before it is made, and once it is destroyed. */
  readonly key: Key | undefined;
  readonly head: Head;
  /** Number of events between them and others. A decision on all of these depends on it. */
  readonly dealings: number;
  /** Number of open conversations they accepted. */
  readonly conversations: number;
  /** Generation of the read tables that this was read from. Grows with every rebuild. */
  readonly generation: number;
}

/** A member's stream as it was read, and the events to append to it. */
export interface Stream
  extends Omit<StreamSnapshot, "generation">, Pick<Commit, "claim" | "release"> {
  readonly before: Member;
  /** Includes the events to append. */
  member: Member;
  /** Numbers that the commit depends on besides the stream's end. */
  readonly needs: Set<"dealings" | "conversations">;
  isErased: boolean;
  /** Time of its events; `undefined` while there are none. */
  atMs: number | undefined;
  cause: Cause;
  events: readonly Identified[];
}

/** The stream of two members, one of whom acts. */
export interface Between {
  readonly stream: string;
  readonly authorId: string;
  /** `null` once they are erased. */
  readonly otherId: string | null;
}

/** The same with its end, and the events to append to it. */
export interface BetweenStream extends Between {
  readonly head: Head;
  /** Their ids in order, if there is nothing between them yet. */
  readonly begins: Commit["begins"];
  events: readonly Authored[];
}

/** A commit, and its events as readers will open them. */
export interface OpenedCommit {
  readonly commit: Commit;
  readonly opened: readonly OpenedEvent[];
}

/**
 * Cause of every event between two members. No clear column may show its author, or which events
 * belong together.
 */
const hiddenCause: Cause = { actorId: "one of two", correlationId: "between two" };

/**
 * Makes one commit for each run of events with the same author. Both ids and the exact time are
 * sealed; the clear time is only a day.
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
      ...{ cause: hiddenCause, atMs, isByDay: true, ...isFirst && { begins } },
    }, { events: named, key });
  });
}

/** Splits events into runs of one author. `at` is the index of a run's first event. */
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
    // Positions are assigned by the database, so the events' ids stand in for them.
    opened: events.map(({ event: given, eventId }, at) => {
      // As it is read from the log, so that a rebuild folds the same values.
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
