import { dayMs } from "../day.ts";
import type { MemberEvent } from "../members/events.ts";
import { reminderDays, silentAfterDays, undoMs } from "./limits.ts";
import { type DeclineReason } from "./vocabulary.ts";

export type ConnectionState =
  | "requested"
  | "accepted"
  | "declined"
  | "withdrawn"
  | "expired"
  | "ended";

/** A request of one member to another, and its conversation. Contains no texts. */
export interface ConnectionRecord {
  readonly connectionId: string;
  /** `null` once erased, like `mentorId`. */
  readonly askerId: string | null;
  readonly mentorId: string | null;
  readonly topics: readonly string[];
  readonly state: ConnectionState;
  /** ISO 8601, UTC, milliseconds; so too every other time here. `null` once the asker is erased. */
  readonly askedAt: string | null;
  readonly answeredAt: string | null;
  readonly reason: DeclineReason | null;
  /** When it was withdrawn, expired or ended. */
  readonly endedAt: string | null;
  readonly endedBy: "asker" | "mentor" | "quiet" | null;
  /** Milliseconds that the mentor should have answered, before `clockSince`. */
  readonly waitedMs: number;
  /** Since when the mentor should answer; `null` while the asker should, and once answered. */
  readonly clockSince: string | null;
  readonly reminded: number;
  /** Who should have answered when it expired. */
  readonly wasSilent: "asker" | "mentor" | null;
  readonly lastAt: string;
  /** When both were asked whether it should continue; `null` after the next message. */
  readonly quietAt: string | null;
  /** The asker's texts since the mentor's last one, with the request's note; `null` once the mentor wrote. */
  readonly unanswered: number | null;
  readonly hasFeedback: boolean;
  /** What the request was before its answer, until something follows that an undo would contradict. */
  readonly beforeAnswer: BeforeAnswer | null;
  /** How often the mentor has undone an answer. */
  readonly undone: number;
  /** Whether one of the two is erased. */
  readonly isLeft: boolean;
}

export interface BeforeAnswer extends Pick<ConnectionRecord, "reminded" | "unanswered"> {
  readonly waitedMs: number;
  /** Whether the mentor should have answered, and not the asker. */
  readonly isMentorsTurn: boolean;
}

export interface ConnectionEventAt {
  readonly memberId: string;
  readonly atMs: number;
  readonly event: MemberEvent;
}

export function isOpen({ state }: Pick<ConnectionRecord, "state">): boolean {
  return state === "requested" || state === "accepted";
}

/** The id of the other member; `null` when they are erased. */
export function otherOf(
  memberId: string,
  { askerId, mentorId }: Pick<ConnectionRecord, "askerId" | "mentorId">,
): string | null {
  return memberId === mentorId ? askerId : mentorId;
}

/** The connection of an event, unless its personal part was forgotten. */
export function connectionIdOf({ personal }: MemberEvent): string | undefined {
  return personal !== null && "connectionId" in personal ? personal.connectionId : undefined;
}

/**
 * A connection after one more event; events of an unknown connection change nothing. `undefined`
 * also when nothing is left: an erased asker's request whose answer was undone.
 */
export function evolveConnection(
  before: ConnectionRecord | undefined,
  { memberId, atMs, event }: ConnectionEventAt,
): ConnectionRecord | undefined {
  if (event.personal === null) return before;
  const at = new Date(atMs).toISOString();
  switch (event.type) {
    case "ConnectionRequested":
      return {
        ...newRequest,
        connectionId: event.personal.connectionId,
        askerId: memberId,
        mentorId: event.personal.memberId,
        topics: event.personal.topics,
        state: "requested",
        askedAt: at,
        clockSince: at,
        lastAt: at,
        unanswered: 0,
      };
    case "ConnectionAnswered":
      return {
        ...(before ?? {
          ...newRequest,
          connectionId: event.personal.connectionId,
          askerId: null,
          mentorId: memberId,
          topics: event.personal.topics,
          isLeft: true,
        }),
        ...closedClock,
        state: event.personal.isAccepted ? "accepted" : "declined",
        answeredAt: at,
        reason: event.personal.reason,
        lastAt: at,
        beforeAnswer: before === undefined || before.isLeft ? null : {
          waitedMs: waitedMsAt(before, atMs),
          isMentorsTurn: before.clockSince !== null,
          reminded: before.reminded,
          unanswered: before.unanswered,
        },
      };
  }
  if (before === undefined || before.isLeft && event.type === "MessageSent") {
    return before;
  }
  switch (event.type) {
    case "ConnectionAnswerUndone":
      return before.askerId === null ? undefined : withoutAnswer(before, at);
    case "ConnectionWithdrawn":
      return { ...before, ...closedClock, state: "withdrawn", endedAt: at, lastAt: at };
    case "ConnectionReminded":
      return before.state === "requested" ? { ...before, reminded: event.personal.number } : before;
    case "ConnectionExpired": {
      const wasSilent = before.clockSince === null ? "asker" : "mentor";
      return { ...before, ...closedClock, state: "expired", wasSilent, endedAt: at, lastAt: at };
    }
    case "MessageSent":
      return withMessage(before, memberId, at);
    case "ConnectionQuiet":
      return before.state === "accepted" ? { ...before, quietAt: at, beforeAnswer: null } : before;
    case "ConnectionEnded":
      return {
        ...before,
        ...closedClock,
        state: "ended",
        endedAt: at,
        endedBy: event.personal.by,
        lastAt: at,
        quietAt: null,
        beforeAnswer: null,
      };
    case "FeedbackGiven":
      return { ...before, hasFeedback: true };
    case "MessagesForgotten":
      // Its texts are unreadable now, so feedback and unanswered questions are unknown.
      return {
        ...before,
        wasSilent: null,
        beforeAnswer: null,
        hasFeedback: before.hasFeedback || memberId === before.askerId,
      };
    default:
      return before;
  }
}

/** Equal to a rebuild without the erased member's events; `undefined` if nothing is left. */
export function withoutMember(
  connection: ConnectionRecord,
  memberId: string,
): ConnectionRecord | undefined {
  const { state, askedAt, answeredAt, endedAt, endedBy } = connection;
  if (memberId === connection.askerId) {
    if (answeredAt === null) return undefined;
    const isOwnEnd = endedBy === "mentor";
    return {
      ...connection,
      ...closedClock,
      askerId: null,
      isLeft: true,
      askedAt: null,
      state: isOwnEnd ? "ended" : state === "declined" ? "declined" : "accepted",
      endedAt: isOwnEnd ? endedAt : null,
      endedBy: isOwnEnd ? "mentor" : null,
      lastAt: isOwnEnd && endedAt !== null ? endedAt : answeredAt,
      quietAt: null,
      hasFeedback: false,
      beforeAnswer: null,
      undone: 0,
    };
  }
  const isOwnEnd = endedAt !== null && endedBy !== "mentor";
  if (connection.askerId === null || askedAt === null) return undefined;
  return {
    ...connection,
    mentorId: null,
    isLeft: true,
    unanswered: isOwnEnd ? null : 0,
    reminded: 0,
    wasSilent: state === "expired" ? "mentor" : null,
    waitedMs: 0,
    clockSince: isOwnEnd ? null : askedAt,
    state: isOwnEnd ? state : "requested",
    answeredAt: null,
    reason: null,
    endedAt: isOwnEnd ? endedAt : null,
    endedBy: isOwnEnd ? endedBy : null,
    lastAt: isOwnEnd ? endedAt : askedAt,
    quietAt: null,
    hasFeedback: false,
    beforeAnswer: null,
    undone: 0,
  };
}

const newRequest = {
  askedAt: null,
  answeredAt: null,
  reason: null,
  endedAt: null,
  endedBy: null,
  waitedMs: 0,
  clockSince: null,
  reminded: 0,
  wasSilent: null,
  quietAt: null,
  unanswered: null,
  hasFeedback: false,
  beforeAnswer: null,
  undone: 0,
  isLeft: false,
} as const;

/** Waiting times and unanswered texts don't matter once it is answered or closed. */
const closedClock = { waitedMs: 0, clockSince: null, reminded: 0, unanswered: null } as const;

/** A mentor's question stops a request's clock, and the asker's reply starts it again. */
function withMessage(before: ConnectionRecord, authorId: string, at: string): ConnectionRecord {
  if (!isOpen(before)) return before;
  const after = { ...before, lastAt: at, quietAt: null };
  if (before.state === "accepted") {
    const { beforeAnswer } = before;
    const isMentors = authorId === before.mentorId;
    return {
      ...after,
      beforeAnswer: beforeAnswer && isMentors ? { ...beforeAnswer, unanswered: null } : null,
    };
  }
  if (authorId === before.mentorId) {
    const waitedMs = waitedMsAt(before, Date.parse(at));
    return { ...after, waitedMs, clockSince: null, unanswered: null };
  }
  const unanswered = before.unanswered === null ? null : before.unanswered + 1;
  return { ...after, unanswered, clockSince: before.clockSince ?? at };
}

/** The request as it was before the answer. The time in between doesn't count as the mentor's. */
function withoutAnswer(before: ConnectionRecord, at: string): ConnectionRecord {
  if (before.beforeAnswer === null) return before;
  const { isMentorsTurn, ...clock } = before.beforeAnswer;
  return {
    ...before,
    ...clock,
    state: "requested",
    clockSince: isMentorsTurn ? at : null,
    answeredAt: null,
    reason: null,
    lastAt: at,
    quietAt: null,
    beforeAnswer: null,
    undone: before.undone + 1,
  };
}

/** Until when the mentor can undo the answer, as far as this connection says. */
export function undoableUntil(
  { state, isLeft, beforeAnswer, answeredAt }: ConnectionRecord,
  now: Date,
): Date | undefined {
  const isAnswered = state === "accepted" || state === "declined";
  if (!isAnswered || isLeft || beforeAnswer === null || answeredAt === null) return undefined;
  const until = new Date(Date.parse(answeredAt) + undoMs);
  return now < until ? until : undefined;
}

export function remindersDue(connection: ConnectionRecord, atMs: number): number {
  const days = waitedMsAt(connection, atMs) / dayMs;
  return reminderDays.filter((after) => days >= after).length;
}

/** Whether a request has waited so long for the mentor's answer that the asker can ask someone else. */
export function isSilent(connection: ConnectionRecord, atMs: number): boolean {
  const { state, isLeft, clockSince } = connection;
  return state === "requested" && !isLeft && clockSince !== null &&
    waitedMsAt(connection, atMs) >= silentAfterDays * dayMs;
}

/** Milliseconds that the mentor of a request should have answered, up to a time. */
export function waitedMsAt(
  { waitedMs, clockSince }: Pick<ConnectionRecord, "waitedMs" | "clockSince">,
  atMs: number,
): number {
  return waitedMs + (clockSince === null ? 0 : Math.max(0, atMs - Date.parse(clockSince)));
}
