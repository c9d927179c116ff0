import { spelled } from "../amounts.ts";
import { eventBetween } from "./events.ts";
import { Refusal } from "../errors.ts";
import { dayMs } from "../day.ts";
import type { MemberEvent } from "../members/events.ts";
import type { MemberRecord } from "../members/record.ts";
import type { ConnectionCommand } from "./commands.ts";
import { type ConnectionRecord, isOpen, otherOf, undoableUntil, waitedMsAt } from "./connection.ts";
import { decideMentoring } from "./decide-mentoring.ts";
import { type Mentoring, mentoringOf } from "./mentoring.ts";
import { messagesBeforeAnswer } from "./limits.ts";
import { type Wait, waits } from "./vocabulary.ts";

export interface ConnectionStateFor {
  readonly member: MemberRecord;
  /** `undefined` if they know of no such connection. */
  readonly connection: ConnectionRecord | undefined;
  /** How many open conversations the member has accepted; needed to accept. */
  readonly conversations?: number;
  readonly otherName?: string | undefined;
  /** Whether the two and the asker's limits still allow the request; needed to undo its answer. */
  readonly canReopen?: boolean;
  readonly reported?: {
    readonly isOpen: boolean;
    /** How many reports they made in the last 24 hours, and how many they may make. */
    readonly lately: number;
    readonly most: number;
  } | undefined;
}

/** How many messages the asker may still write before the mentor writes; `null` if there is no limit. */
export function messagesLeft({ state, unanswered }: ConnectionRecord): number | null {
  if (state !== "requested" || unanswered === null) return null;
  // The request's note counts as unanswered, too, but not toward the limit.
  return Math.max(0, 1 + messagesBeforeAnswer - unanswered);
}

/** Decides a command of one of a connection's two members; `[]` when nothing is new. To others it doesn't exist. */
export function decideConnection(
  { member, connection, conversations = 0, otherName, reported, canReopen }: ConnectionStateFor,
  command: ConnectionCommand,
  now: Date,
): MemberEvent[] {
  const { memberId } = member;
  const isMentor = connection?.mentorId === memberId;
  if (connection === undefined || !isMentor && connection.askerId !== memberId) throw notFound();
  const { connectionId, state, topics, isLeft } = connection;
  if (isLeft) throw over("This conversation ended when a member left");
  switch (command.type) {
    case "Accept":
    case "Decline": {
      if (!isMentor) throw notFound();
      const isAccepted = command.type === "Accept";
      if (state === (isAccepted ? "accepted" : "declined")) {
        refuseChange(connection, command, mentoringOf(member));
        return [];
      }
      refuseUnlessOpen(state);
      if (command.type === "Decline" && command.way === "link") refuseLongPause(command, now);
      const { capacity } = mentoringOf(member);
      if (isAccepted && conversations >= capacity) {
        throw new Refusal(
          "connection/full",
          `You already have ${
            count(conversations, "conversation")
          }, and your limit is ${capacity}. End one, or raise your limit.`,
        );
      }
      return [
        eventBetween("ConnectionAnswered", {
          connectionId,
          isAccepted,
          waited: waitOf(waitedMsAt(connection, now.getTime())),
          topics: [...topics],
          reason: command.type === "Decline" ? command.reason ?? null : null,
        }),
        ...command.note
          ? [eventBetween("MessageSent", { connectionId, text: command.note, way: command.way })]
          : [],
        ...command.type === "Decline" && command.pauseUntil !== undefined
          ? decideMentoring(member, { pausedUntil: command.pauseUntil }, now)
          : [],
      ];
    }
    case "UndoAnswer":
      if (!isMentor) throw notFound();
      if (state === "requested") return [];
      // One sentence for every reason, since a block must not show.
      if (undoableUntil(connection, now) === undefined || !canReopen) {
        throw new Refusal("connection/final", "You can't undo this answer anymore");
      }
      return [eventBetween("ConnectionAnswerUndone", { connectionId })];
    case "Withdraw":
      if (isMentor) throw notFound();
      if (state === "withdrawn") return [];
      refuseUnlessOpen(state);
      return [
        eventBetween("ConnectionWithdrawn", {
          connectionId,
          waited: waitOf(waitedMsAt(connection, now.getTime())),
        }),
      ];
    case "Write":
      if (!isOpen(connection)) throw over();
      if (!isMentor && messagesLeft(connection) === 0) {
        const answers = otherName ? `${otherName} answers` : "they answer";
        throw new Refusal(
          "connection/unanswered",
          `You've written ${
            spelled(messagesBeforeAnswer, "message")
          }. You can write again when ${answers}.`,
        );
      }
      return [eventBetween("MessageSent", { connectionId, text: command.text, way: command.way })];
    case "End":
      if (state === "ended") return [];
      if (state !== "accepted") throw over();
      return [endedEvent(connection, isMentor ? "mentor" : "asker", now)];
    case "GiveFeedback":
      if (isMentor) throw notFound();
      if (state !== "ended") throw over();
      if (connection.hasFeedback) throw over("You've already told us whether it helped");
      return [eventBetween("FeedbackGiven", {
        connectionId,
        helped: command.helped,
        topics: [...topics],
        words: command.words ?? null,
      })];
    case "Report": {
      const about = otherOf(memberId, connection);
      if (about === null) throw over();
      if (reported?.isOpen) {
        throw new Refusal(
          "report/already-open",
          "You've already reported this conversation. Staff will look at it.",
        );
      }
      if (reported !== undefined && reported.lately >= reported.most) {
        throw new Refusal(
          "report/too-many",
          `You can report ${count(reported.most, "message")} a day. Try again tomorrow.`,
        );
      }
      const { reason, quoted } = command;
      const ends = endOf(connection, isMentor);
      return [
        eventBetween("MessageReported", { connectionId, memberId: about, reason, quoted }),
        ...ends === undefined ? [] : decideConnection({ member, connection }, ends, now),
      ];
    }
  }
}

/**
 * Ends the conversation, and the blocker's own request. The other's request stays open to them,
 * hidden from the blocker.
 */
export function decideBlock(
  member: MemberRecord,
  between: readonly ConnectionRecord[],
  now: Date,
): MemberEvent[] {
  return between.filter(({ isLeft }) => !isLeft).flatMap((connection) => {
    const isMentor = connection.mentorId === member.memberId;
    if (isMentor && connection.state === "requested") return [];
    const ends = endOf(connection, isMentor);
    return ends === undefined ? [] : decideConnection({ member, connection }, ends, now);
  });
}

/** How one of its members ends what is open; `undefined` when nothing is. */
export function endOf(
  { state }: ConnectionRecord,
  isMentor: boolean,
): Extract<ConnectionCommand, { type: "End" | "Withdraw" | "Decline" }> | undefined {
  if (state === "accepted") return { type: "End" };
  if (state !== "requested") return undefined;
  return isMentor ? { type: "Decline", way: "site" } : { type: "Withdraw" };
}

/** A mailed link can be forwarded, so it can't pause a mentor for long. */
function refuseLongPause(
  { pauseUntil }: Extract<ConnectionCommand, { type: "Decline" }>,
  now: Date,
): void {
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  if (pauseUntil === undefined || pauseUntil <= nextMonth.toISOString().slice(0, 7)) return;
  const message = "Here you can pause until next month. Sign in to pause for longer.";
  throw new Refusal("connection/invalid", message, { pauseUntil: message });
}

export function waitOf(ms: number): Wait {
  return waits.find((days) => days !== "longer" && ms <= Number(days) * dayMs) ?? "longer";
}

export function endedEvent(
  { connectionId, answeredAt }: ConnectionRecord,
  by: "asker" | "mentor" | "quiet",
  now: Date,
): MemberEvent {
  const lasted = waitOf(now.getTime() - Date.parse(answeredAt ?? now.toISOString()));
  return eventBetween("ConnectionEnded", { connectionId, lasted, by });
}

/** Repeating an answer is harmless, unless the repetition has something new that would be lost. */
function refuseChange(
  { reason }: Pick<ConnectionRecord, "reason">,
  command: Extract<ConnectionCommand, { type: "Accept" | "Decline" }>,
  { pausedUntil }: Mentoring,
): void {
  const refuse = (lost: string) => {
    const done = command.type === "Accept" ? "accepted" : "declined";
    throw new Refusal("connection/answered", `You've already ${done} this request. ${lost}`);
  };
  if (command.note) refuse("Your note wasn't sent.");
  if (command.type === "Accept") return;
  if (command.reason != null && command.reason !== reason) refuse("Your reason wasn't changed.");
  if (command.pauseUntil !== undefined && command.pauseUntil !== pausedUntil) {
    refuse("You aren't paused. You can pause requests in your connections.");
  }
}

function refuseUnlessOpen(state: ConnectionRecord["state"]): void {
  if (state === "requested") return;
  throw new Refusal(
    "connection/answered",
    {
      accepted: "This request has already been accepted",
      declined: "This request has already been declined",
      withdrawn: "This request was withdrawn",
      expired: "This request has expired",
      ended: "This conversation has ended",
    }[state],
  );
}

function over(message = "This conversation has ended. You can't add to it."): Refusal {
  return new Refusal("connection/over", message);
}

function notFound(): Refusal {
  return new Refusal("connection/not-found", "Conversation not found");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
