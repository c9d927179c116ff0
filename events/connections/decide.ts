import { Refusal } from "../errors.ts";
import { isAdmitted } from "../program/admission.ts";
import { codeRegion } from "../members/coding.ts";
import type { MemberEvent } from "../members/events.ts";
import { canView, publicProfile } from "../members/privacy.ts";
import type { MemberRecord } from "../members/record.ts";
import { productTopics, type Topics } from "../program/topics.ts";
import type { Ask, ConnectionCommand, DueCommand, MentoringWishes } from "./commands.ts";
import { type ConnectionRecord, remindersDue, waitedMsAt } from "./connection.ts";
import type { ConnectionLimits } from "./limits.ts";
import { isPaused, type Mentoring, mentoringOf, takesRequests } from "./mentoring.ts";
import { capacities, messagesBeforeAnswer, type Wait, waits } from "./words.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** What has to be known of two people before one asks the other. */
export interface AskState {
  readonly asker: MemberRecord;
  /** `undefined` when there is no such person. */
  readonly mentor: MemberRecord | undefined;
  /** Conversations that the mentor has accepted and that go on. */
  readonly conversations: number;
  /** All that the asker has asked of anybody, in any order. */
  readonly asked: readonly ConnectionRecord[];
  /** All that is or was between the two, whoever asked, as far as the asker knows. */
  readonly between: readonly ConnectionRecord[];
  /** Whether the asker has blocked the mentor now. */
  readonly isBlocking?: boolean;
  /** Whether the mentor said no lately to an account of the same address that was deleted since. */
  readonly wasDeclined?: boolean;
  /** Whether the mentor has a request open that a block keeps from the asker. */
  readonly hidesRequest?: boolean;
  /** The program's help topics; without them, the product's. */
  readonly topics?: Topics;
}

/**
 * Which events a request leads to.
 *
 * @throws {Refusal} When it may not be asked, or not now.
 */
export function decideAsk(
  state: AskState,
  { connectionId, mentorId, topics, note }: Ask,
  limits: ConnectionLimits,
  now: Date,
): MemberEvent[] {
  const { asker, mentor, conversations, asked, between, topics: known = productTopics } = state;
  const nowMs = now.getTime();
  if (!isAdmitted(asker)) {
    throw new Refusal("program/waiting", "You can ask for help once program staff approve you");
  }
  if (mentorId === asker.memberId) {
    throw new Refusal("connection/yourself", "You can't ask yourself for help");
  }
  if (mentor === undefined || !canView(asker, mentor)) {
    throw new Refusal("connection/no-profile", "Profile not found");
  }
  if (asker.role === null || mentor.role === null) {
    throw new Refusal("profile/role-missing", "Select your role first");
  }
  if (!asker.emailVerified) {
    throw new Refusal(
      "connection/unconfirmed",
      "Confirm your email address first, so the answer reaches you",
    );
  }
  if (asker.isAskingClosed) {
    throw new Refusal(
      "connection/asking-closed",
      "Program staff have stopped you from asking for help. Write to them if you have questions.",
    );
  }
  if (state.isBlocking) {
    throw new Refusal(
      "connection/blocking",
      "You've blocked this person. Unblock them to ask for help.",
    );
  }
  if (state.hidesRequest) {
    throw new Refusal(
      "connection/blocked-lately",
      "You blocked this person recently. You can ask them for help in two weeks.",
    );
  }
  if (between.some(({ state }) => state === "requested" || state === "accepted")) {
    throw new Refusal("connection/open", "You're already in touch with this person");
  }
  const lastNoMs = Math.max(
    ...between.filter(({ state, askerId }) => state === "declined" && askerId === asker.memberId)
      .map(({ answeredAt }) => Date.parse(answeredAt ?? "")),
  );
  if (state.wasDeclined || nowMs < lastNoMs + limits.againAfterMs) {
    throw new Refusal("connection/declined-lately", "You can ask this person again later");
  }
  if (!takesRequests(mentor, conversations, now)) {
    throw new Refusal("connection/not-taking", "Not taking requests right now");
  }
  const open = asked.filter(({ state, isLeft }) => state === "requested" && !isLeft).length;
  if (open >= limits.openRequests) {
    throw new Refusal(
      "connection/too-many-open",
      `You have ${limits.openRequests} unanswered requests. Withdraw one to ask someone else.`,
    );
  }
  const lately = asked.filter(({ askedAt }) => Date.parse(askedAt ?? "") > nowMs - 7 * dayMs);
  if (lately.length >= limits.requestsAWeek) {
    throw new Refusal(
      "connection/too-many-lately",
      `You can ask ${limits.requestsAWeek} people a week. Try again in a few days.`,
    );
  }
  const shown = publicProfile(mentor);
  const wanted = topics.map((topic) => known.storedOf(topic) ?? topic);
  const offered = (shown?.helpTopics ?? []).map(known.storedOf);
  if (wanted.some((topic) => !offered.includes(topic))) {
    throw new Refusal("connection/invalid", "Check the topics", {
      topics: "Choose from the topics this person offers",
    });
  }
  return [
    {
      type: "ConnectionRequested",
      facts: {},
      personal: {
        connectionId,
        memberId: mentorId,
        role: asker.role,
        askedRole: mentor.role,
        topics: [...new Set(wanted)],
        armyBranch: shown?.armyBranch ?? null,
        regionCode: codeRegion(shown?.location ?? null),
      },
    },
    message(connectionId, note, "site"),
  ];
}

/** What has to be known of a connection before one of the two does something. */
export interface ConnectionStateFor {
  /** Who acts. */
  readonly member: MemberRecord;
  /** `undefined` when there is none that they are a party of. */
  readonly connection: ConnectionRecord | undefined;
  /** Conversations that the member has accepted and that go on. */
  readonly conversations: number;
  /** First name of the other one, where they are there. */
  readonly otherName?: string | undefined;
  /** What the member has reported before; needed to report. */
  readonly reported?: {
    /** Whether a report of theirs about this conversation is open. */
    readonly isOpen: boolean;
    /** How many they have made in the last 24 hours, and how many they can make. */
    readonly lately: number;
    readonly most: number;
  } | undefined;
}

/** How many messages the asker can still write before the mentor says anything; `null` for any number. */
export function messagesLeft({ state, unanswered }: ConnectionRecord): number | null {
  if (state !== "requested" || unanswered === null) return null;
  // The note of the request is a text, too, and none of these.
  return Math.max(0, 1 + messagesBeforeAnswer - unanswered);
}

/**
 * Which events a command of one of the two leads to; `[]` when there is nothing new to record.
 *
 * @throws {Refusal} When a rule says no; whoever is no party of it learns that there is none.
 */
export function decideConnection(
  { member, connection, conversations, otherName, reported }: ConnectionStateFor,
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
        {
          type: "ConnectionAnswered",
          facts: {},
          personal: {
            connectionId,
            isAccepted,
            waited: waitOf(waitedMsAt(connection, now.getTime())),
            topics: [...topics],
            reason: command.type === "Decline" ? command.reason : null,
          },
        },
        ...command.note ? [message(connectionId, command.note, command.way)] : [],
        ...command.type === "Decline" && command.pausedUntil !== undefined
          ? decideMentoring(member, { pausedUntil: command.pausedUntil }, now)
          : [],
      ];
    }
    case "Withdraw":
      if (isMentor) throw notFound();
      if (state === "withdrawn") return [];
      refuseUnlessOpen(state);
      return [{
        type: "ConnectionWithdrawn",
        facts: {},
        personal: { connectionId, waited: waitOf(waitedMsAt(connection, now.getTime())) },
      }];
    case "Write":
      if (state !== "requested" && state !== "accepted") throw over();
      if (!isMentor && messagesLeft(connection) === 0) {
        const answers = otherName ? `${otherName} answers` : "they answer";
        throw new Refusal(
          "connection/unanswered",
          `You've written three messages. You can write again when ${answers}.`,
        );
      }
      return [message(connectionId, command.text, command.way)];
    case "End":
      if (state === "ended") return [];
      if (state !== "accepted") throw over();
      return [ended(connection, isMentor ? "mentor" : "asker", now)];
    case "GiveFeedback":
      if (isMentor) throw notFound();
      if (state !== "ended") throw over();
      if (connection.hasFeedback) throw over("You've already told us whether it helped");
      return [{
        type: "FeedbackGiven",
        facts: {},
        personal: {
          connectionId,
          helped: command.helped,
          topics: [...topics],
          words: command.words,
        },
      }];
    case "Report": {
      const about = isMentor ? connection.askerId : connection.mentorId;
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
        {
          type: "MessageReported",
          facts: {},
          personal: { connectionId, memberId: about, reason, quoted },
        },
        ...ends === undefined
          ? []
          : decideConnection({ member, connection, conversations }, ends, now),
      ];
    }
  }
}

/**
 * What a block ends of all that the blocker knows of: what goes on, and their own requests. A request of the other
 * one stays open to them, and is hidden from then on.
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
    return ends === undefined
      ? []
      : decideConnection({ member, connection, conversations: 0 }, ends, now);
  });
}

/** How one of the two ends what goes on; `undefined` where nothing does. */
function endOf(
  { state }: ConnectionRecord,
  isMentor: boolean,
): Extract<ConnectionCommand, { type: "End" | "Withdraw" | "Decline" }> | undefined {
  if (state === "accepted") return { type: "End" };
  if (state !== "requested") return undefined;
  return isMentor ? { type: "Decline", reason: null, way: "site" } : { type: "Withdraw" };
}

/** What time leads to: `[]` when it is not, or not any more, time for it. */
export function decideDue(
  connection: ConnectionRecord | undefined,
  { type }: DueCommand,
  limits: ConnectionLimits,
  now: Date,
): MemberEvent[] {
  if (connection === undefined || connection.isLeft) return [];
  const { connectionId, state, lastAt, quietAt } = connection;
  const nowMs = now.getTime();
  switch (type) {
    case "Remind":
      if (state !== "requested" || connection.clockSince === null) return [];
      if (connection.reminded >= remindersDue(connection, nowMs)) return [];
      return [{ type: "ConnectionReminded", facts: {}, personal: { connectionId } }];
    case "Expire": {
      const waitedMs = waitedMsAt(connection, nowMs);
      // After a question it is the asker who does not answer.
      const silentMs = connection.clockSince === null ? nowMs - Date.parse(lastAt) : waitedMs;
      if (state !== "requested" || silentMs < limits.expiresAfterMs) return [];
      return [{
        type: "ConnectionExpired",
        facts: {},
        personal: { connectionId, waited: waitOf(waitedMs) },
      }];
    }
    case "AskWhetherItGoesOn":
      if (state !== "accepted" || quietAt !== null) return [];
      if (nowMs < Date.parse(lastAt) + limits.quietAfterMs) return [];
      return [{ type: "ConnectionQuiet", facts: {}, personal: { connectionId } }];
    case "EndQuiet":
      if (state !== "accepted" || quietAt === null) return [];
      if (nowMs < Date.parse(quietAt) + limits.quietEndsAfterMs) return [];
      return [ended(connection, "quiet", now)];
  }
}

/** Which events a change of what a member says about requests leads to. */
export function decideMentoring(
  member: MemberRecord,
  wishes: MentoringWishes,
  now: Date,
): MemberEvent[] {
  const before = mentoringOf(member);
  const pausedUntil = wishes.pausedUntil ?? null;
  if (pausedUntil !== null && !isPaused({ pausedUntil }, now)) {
    const message = "Choose a future month";
    throw new Refusal("connection/invalid", message, { pausedUntil: message, pauseUntil: message });
  }
  const facts: Mentoring = {
    takesRequests: wishes.takesRequests ?? before.takesRequests,
    capacity: wishes.capacity ?? before.capacity,
    pausedUntil: wishes.pausedUntil === undefined ? before.pausedUntil : wishes.pausedUntil,
    wantsReminders: wishes.wantsReminders ?? before.wantsReminders,
  };
  if (facts.capacity < capacities.least || facts.capacity > capacities.most) {
    throw new Refusal("connection/invalid", "Check the number of conversations", {
      capacity: `Choose a number from ${capacities.least} to ${capacities.most}`,
    });
  }
  const isSame = (Object.keys(facts) as (keyof Mentoring)[])
    .every((name) => facts[name] === before[name]);
  return isSame ? [] : [{ type: "MentoringChanged", facts, personal: null }];
}

/** Links are forwarded, and mailboxes read by others: whoever has one takes nobody away for long. */
function refuseLongPause(
  { pausedUntil }: Extract<ConnectionCommand, { type: "Decline" }>,
  now: Date,
): void {
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  if (pausedUntil === undefined || pausedUntil <= nextMonth.toISOString().slice(0, 7)) return;
  const message = "Here you can pause until next month. Sign in to pause for longer.";
  throw new Refusal("connection/invalid", message, { pauseUntil: message });
}

/** The bucket that so much time falls into. */
export function waitOf(ms: number): Wait {
  return waits.find((days) => days !== "longer" && ms <= Number(days) * dayMs) ?? "longer";
}

function message(
  connectionId: string,
  text: string,
  way: "site" | "link",
): MemberEvent {
  return { type: "MessageSent", facts: {}, personal: { connectionId, text, way } };
}

function ended(
  { connectionId, answeredAt }: ConnectionRecord,
  by: "asker" | "mentor" | "quiet",
  now: Date,
): MemberEvent {
  const lasted = waitOf(now.getTime() - Date.parse(answeredAt ?? now.toISOString()));
  return { type: "ConnectionEnded", facts: {}, personal: { connectionId, lasted, by } };
}

/** An answer that is given again is harmless; with something new in it, it would be lost. */
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
  if (command.reason !== null && command.reason !== reason) refuse("Your reason wasn't changed.");
  if (command.pausedUntil !== undefined && command.pausedUntil !== pausedUntil) {
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
