import { type Cause, type Commit, emptyStream, type Head } from "./log/event-log.ts";
import { happenedAtMs, isBetweenTwo } from "./connections/events.ts";
import type { MemberEvent } from "./members/events.ts";
import type { Member } from "./members/evolve.ts";
import { type MailDraft, sealMail } from "./members/mail-queue.ts";
import type { PrivateStreams, StreamOwner } from "./members/private-streams.ts";
import { sealEvent } from "./members/sealing.ts";
import type { OpenedEvent } from "./read/project.ts";
import type { Key } from "./vault/seal.ts";

export interface Identified {
  readonly event: MemberEvent;
  readonly eventId: string;
}

export interface StreamSnapshot {
  readonly member: Member;
  readonly head: Head;
  readonly privateCount: number;
}

/** A stream that was read, and what will be recorded in it. */
export interface Stream extends StreamSnapshot, Pick<Commit, "claim" | "release"> {
  readonly key: Key | undefined;
  /** Includes the events to be recorded. */
  member: Member;
  privateCount: number;
  /** Whether the commit depends on the end of the private streams, too. */
  isWithPrivate: boolean;
  erase: readonly string[];
  cause: Cause;
  /** When its events happened. */
  atMs: number;
  events: readonly Identified[];
  mail: readonly MailDraft[];
}

/** A commit, and its events as they will be read. */
export interface OpenedCommit {
  readonly commit: Commit;
  readonly opened: readonly OpenedEvent[];
}

/**
 * Commits for a member's events. Each event between two members goes to its own private stream,
 * with only the day and no shared cause. The others go to the member's stream, in one commit. The
 * last commit has the stream's claims, mails and erasures.
 */
export function commitsOf(
  memberId: string,
  { events, key, head, privateCount, cause, atMs, claim = [], release = [], ...stream }: Stream,
  { privateStreams, newId, keyOf }: {
    readonly privateStreams: PrivateStreams;
    readonly newId: () => string;
    readonly keyOf: (memberId: string) => Key | undefined;
  },
): OpenedCommit[] {
  const between = events.filter(({ event }) => isBetweenTwo(event));
  const own = events.filter(({ event }) => !isBetweenTwo(event));
  const commits = between.map(({ event: untimed, eventId }, at): OpenedCommit => {
    const number = privateCount + at + 1;
    const name = privateStreams.nameOf(memberId, number);
    const event = timed(untimed, atMs);
    const commit: Commit = {
      stream: name,
      head: emptyStream,
      events: [sealEvent(event, { stream: name, eventId, key })],
      cause: { actorId: name, correlationId: newId() },
      atMs,
      isByDay: true,
    };
    return { commit, opened: openedOf(commit, [{ event, eventId }], { memberId, number }) };
  });
  if (own.length > 0) {
    const sealed = own.map(({ event, eventId }) =>
      sealEvent(event, { stream: memberId, eventId, key })
    );
    const commit: Commit = { stream: memberId, head, events: sealed, cause, atMs };
    commits.push({ commit, opened: openedOf(commit, own, { memberId, number: 0 }) });
  }
  const last = commits.pop();
  if (last === undefined) return [];
  const mail = stream.mail.flatMap((draft) => {
    const reader = draft.to ?? memberId;
    const key = keyOf(reader);
    if (key === undefined) return [];
    const whose = { memberId: reader, messageId: newId(), key, atMs };
    return [{ ...sealMail(draft, whose), to: draft.to }];
  });
  const erase = stream.erase.length > 0 && { erase: stream.erase };
  const commit = { ...last.commit, claim, release, mail, ...erase };
  return [...commits, { commit, opened: last.opened }];
}

/** With the events' ids in place of their positions, which the database gives. */
function openedOf(
  { head, cause: { actorId }, atMs = 0 }: Commit,
  events: readonly Identified[],
  { memberId, number: privateNumber }: StreamOwner,
): OpenedEvent[] {
  return events.map(({ event: given, eventId }, at) => {
    // As it would be read, so that a rebuild folds the same.
    const event: MemberEvent = JSON.parse(JSON.stringify(given));
    return {
      ...{ eventId, memberId, actorId, privateNumber, event },
      position: eventId,
      version: head.version + at + 1,
      atMs: happenedAtMs(event, { atMs }),
    };
  });
}

function timed(event: MemberEvent, atMs: number): MemberEvent {
  return { ...event, personal: event.personal && { ...event.personal, atMs } } as MemberEvent;
}

/** Where the streams without new events have to end, for the decision to be right. */
export function unchangedEnds(
  streams: ReadonlyMap<string, Stream>,
  privateStreams: PrivateStreams,
): NonNullable<Commit["unchanged"]> {
  return [...streams].flatMap(([memberId, { head, privateCount, isWithPrivate, events }]) => {
    const [own, between] = [false, true].map((is) =>
      events.some(({ event }) => isBetweenTwo(event) === is)
    );
    const next = privateStreams.nameOf(memberId, privateCount + 1);
    return [
      ...own ? [] : [{ stream: memberId, head }],
      ...between || !isWithPrivate ? [] : [{ stream: next, head: emptyStream }],
    ];
  });
}
