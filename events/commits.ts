import { type Cause, type Commit, emptyStream, type Head } from "./log/event-log.ts";
import { isBetweenTwo } from "./connections/events.ts";
import type { MemberEvent } from "./members/events.ts";
import type { Member } from "./members/evolve.ts";
import { type MailDraft, sealMail } from "./members/mail-queue.ts";
import type { PrivateStreams } from "./members/private-streams.ts";
import { sealEvent } from "./members/sealing.ts";
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
  events: readonly Identified[];
  mail: readonly MailDraft[];
}

/**
 * Commits for a member's events. Each event between two members goes to its own private stream,
 * with only the day and no shared cause. The others go to the member's stream, in one commit. The
 * last commit has the stream's claims, mails and erasures.
 */
export function commitsOf(
  memberId: string,
  { events, key, head, privateCount, cause, claim = [], release = [], ...stream }: Stream,
  { privateStreams, atMs, newId, keyOf }: {
    readonly privateStreams: PrivateStreams;
    readonly atMs: number;
    readonly newId: () => string;
    readonly keyOf: (memberId: string) => Key | undefined;
  },
): Commit[] {
  const between = events.filter(({ event }) => isBetweenTwo(event));
  const own = events.filter(({ event }) => !isBetweenTwo(event));
  const commits = between.map(({ event, eventId }, at): Commit => {
    const name = privateStreams.nameOf(memberId, privateCount + at + 1);
    return {
      memberId: name,
      head: emptyStream,
      events: [sealEvent(timed(event, atMs), { memberId: name, eventId, key })],
      cause: { actorId: name, correlationId: newId(), causationId: newId() },
      isByDay: true,
    };
  });
  if (own.length > 0) {
    const sealed = own.map(({ event, eventId }) => sealEvent(event, { memberId, eventId, key }));
    commits.push({ memberId, head, events: sealed, cause });
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
  return [...commits, { ...last, claim, release, mail, ...erase }];
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
      ...own ? [] : [{ memberId, head }],
      ...between || !isWithPrivate ? [] : [{ memberId: next, head: emptyStream }],
    ];
  });
}
