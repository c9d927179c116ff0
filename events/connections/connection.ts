import type { MemberEvent } from "../members/events.ts";
import { type DeclineReason, reminderDays } from "./words.ts";

/** What a connection is, as far as its events say so. */
export type ConnectionState =
  | "requested"
  | "accepted"
  | "declined"
  | "withdrawn"
  | "expired"
  | "ended";

/** A request of one member to another, and what became of it. Holds no text. */
export interface ConnectionRecord {
  readonly connectionId: string;
  /** `null` once erased. */
  readonly askerId: string | null;
  readonly mentorId: string;
  readonly topics: readonly string[];
  readonly state: ConnectionState;
  /** ISO 8601, UTC, milliseconds; so too every other time here. `null` once the asker is erased. */
  readonly askedAt: string | null;
  readonly answeredAt: string | null;
  /** Why it was declined, where that was said. */
  readonly reason: DeclineReason | null;
  /** When it was withdrawn, expired or ended. */
  readonly endedAt: string | null;
  readonly endedBy: "asker" | "mentor" | "quiet" | null;
  /** Milliseconds that the mentor had the word, before `clockSince`. */
  readonly waitedMs: number;
  /** Since when the mentor has the word; `null` while it is the asker's, and once it is answered. */
  readonly clockSince: string | null;
  /** How many of the mentor's reminders are over. */
  readonly reminded: number;
  /** Of a request that has expired, whose turn it was. */
  readonly wasSilent: "asker" | "mentor" | null;
  /** The last thing that was said or decided. */
  readonly lastAt: string;
  /** When both were asked whether it still goes on; `null` since somebody wrote. */
  readonly quietAt: string | null;
  /** Texts of the asker while the mentor has said nothing, the request's note included; `null` since then. */
  readonly unanswered: number | null;
  readonly hasFeedback: boolean;
  /** Whether one of the two is erased. */
  readonly isLeft: boolean;
}

/** An event of a connection with where and when it happened. */
export interface ConnectionEventAt {
  readonly memberId: string;
  readonly atMs: number;
  readonly event: MemberEvent;
}

/** The connection that an event is about; `undefined` for none, and for a payload that was forgotten. */
export function connectionIdOf({ personal }: MemberEvent): string | undefined {
  return personal !== null && "connectionId" in personal ? personal.connectionId : undefined;
}

/**
 * A connection after one more of its events. What belongs to nothing that is there changes nothing: the
 * events before it were of somebody who was erased.
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
        ...untold,
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
          ...untold,
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
      };
  }
  if (before === undefined || before.isLeft && event.type === "MessageSent") {
    return before;
  }
  switch (event.type) {
    case "ConnectionWithdrawn":
      return { ...before, ...closedClock, state: "withdrawn", endedAt: at, lastAt: at };
    case "ConnectionReminded":
      return before.state === "requested"
        ? { ...before, reminded: Math.max(before.reminded + 1, remindersDue(before, atMs)) }
        : before;
    case "ConnectionExpired": {
      const wasSilent = before.clockSince === null ? "asker" : "mentor";
      return { ...before, ...closedClock, state: "expired", wasSilent, endedAt: at, lastAt: at };
    }
    case "MessageSent":
      return withMessage(before, memberId, at);
    case "ConnectionQuiet":
      return before.state === "accepted" ? { ...before, quietAt: at } : before;
    case "ConnectionEnded":
      return {
        ...before,
        ...closedClock,
        state: "ended",
        endedAt: at,
        endedBy: event.personal.by,
        lastAt: at,
        quietAt: null,
      };
    case "FeedbackGiven":
      return { ...before, hasFeedback: true };
    case "MessagesForgotten":
      // With the texts it is forgotten whether there was any feedback, or a question that nobody answered.
      return {
        ...before,
        wasSilent: null,
        hasFeedback: before.hasFeedback || memberId === before.askerId,
      };
    default:
      return before;
  }
}

/**
 * A connection of which one is erased: as it would be had only the other one's events ever been there, so
 * that a rebuild without the erased one's leads to the same. `undefined` when nothing is left to show.
 */
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
    };
  }
  const isOwnEnd = endedAt !== null && endedBy !== "mentor";
  if (connection.askerId === null || askedAt === null) return undefined;
  return {
    ...connection,
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
  };
}

const untold = {
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
  isLeft: false,
} as const;

/** Who has the word, and what was written before, does not count once it is answered or over. */
const closedClock = { waitedMs: 0, clockSince: null, reminded: 0, unanswered: null } as const;

/** A question of the mentor stops the clock of a request; the asker's answer starts it again. */
function withMessage(before: ConnectionRecord, authorId: string, at: string): ConnectionRecord {
  if (before.state !== "requested" && before.state !== "accepted") return before;
  const after = { ...before, lastAt: at, quietAt: null };
  if (before.state === "accepted") return after;
  if (authorId === before.mentorId) {
    const waitedMs = waitedMsAt(before, Date.parse(at));
    return { ...after, waitedMs, clockSince: null, unanswered: null };
  }
  const unanswered = before.unanswered === null ? null : before.unanswered + 1;
  return { ...after, unanswered, clockSince: before.clockSince ?? at };
}

/** How many reminders a mentor should have had by a time. */
export function remindersDue(connection: ConnectionRecord, atMs: number): number {
  const days = waitedMsAt(connection, atMs) / (24 * 60 * 60 * 1000);
  return reminderDays.filter((after) => days >= after).length;
}

/** How long the mentor of a request has had the word until a time, in milliseconds. */
export function waitedMsAt(
  { waitedMs, clockSince }: Pick<ConnectionRecord, "waitedMs" | "clockSince">,
  atMs: number,
): number {
  return waitedMs + (clockSince === null ? 0 : Math.max(0, atMs - Date.parse(clockSince)));
}
