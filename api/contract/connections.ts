import { z } from "zod";
import type { ConnectionState } from "../../events/connections/connection.ts";
import { capacities, textLimits } from "../../events/connections/limits.ts";
import {
  declineReasons,
  helpedAnswers,
  reportReasons,
} from "../../events/connections/vocabulary.ts";
import { line, lines } from "../../events/members/texts.ts";
import type { PublicProfile, PublicUser } from "../../events/members/privacy.ts";

/** A request or conversation as one of the two reads it. */
export interface Connection {
  readonly id: string;
  /** `left` once the other one's account is deleted. */
  readonly state: ConnectionState | "left";
  /** The other one; null once they are gone. */
  readonly with: PublicUser | null;
  readonly topics: readonly string[];
  readonly askedAt: string | null;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  /** Whether the caller asked. */
  readonly asker: boolean;
  /** Messages of the other one since the caller's last. */
  readonly unread: number;
  /** Whether it is the caller's turn. */
  readonly isWaiting: boolean;
  readonly canGiveFeedback: boolean;
  readonly messagesLeft: number | null;
  /** Whether the caller asked, and may ask someone else after 7 days without an answer. */
  readonly isSilent: boolean;
  /** Until when the caller can undo their answer. */
  readonly undoableUntil: string | null;
}

export interface ConnectionMessage {
  readonly id: string;
  readonly by: "you" | "them";
  readonly at: string;
  readonly text: string;
}

export interface ChangedConnection extends Connection {
  /** The message that was written by it, if one was. */
  readonly messages: readonly ConnectionMessage[];
}

/** Oldest messages first. */
export interface ConnectionWithMessages extends Connection {
  readonly messages: readonly ConnectionMessage[];
  /** Message before which there are earlier ones; null without. */
  readonly before: string | null;
  readonly feedback: ConnectionMessage | null;
}

/** Latest first in each list. */
export interface ConnectionLists {
  /** What waits for the caller. */
  readonly waiting: readonly Connection[];
  /** What goes on, and waits for the other one or for no one. */
  readonly open: readonly Connection[];
  readonly past: readonly Connection[];
  /** Connection before which there is more of `past`. */
  readonly before?: string;
}

export interface OthersWhoHelp {
  /** Most shared topics first. */
  readonly others: readonly {
    readonly profile: PublicProfile;
    /** Topics of the request that they help with: the new request's. */
    readonly topics: readonly string[];
  }[];
  /** Why the caller can't ask anyone now, in words. */
  readonly refusal: string | null;
}

/** Open requests of the caller about the topics of a conversation, which they may not need anymore. */
export interface OtherRequests {
  /** Topics in common, as people read them. */
  readonly topics: readonly string[];
  /** The oldest first. */
  readonly requests: readonly Connection[];
  /** Their open question to the program's alumni about one of the topics. */
  readonly questionId: string | null;
}

/** What became of requests that the caller withdrew together. */
export interface WithdrawnRequests {
  readonly withdrawn: readonly Connection[];
  /** Those that were accepted or declined before the press. */
  readonly answered: readonly Connection[];
  /** Whether it was a question to the program's alumni, too. */
  readonly isQuestionWithdrawn: boolean;
}

/** Preferences for requests for help. */
export interface MentoringSettings {
  readonly takesRequests: boolean;
  /** Conversations that were accepted and go on, at once. */
  readonly capacity: number;
  /** A month, or `resumed`: until the member sets it to null. */
  readonly pausedUntil: string | null;
  readonly wantsReminders: boolean;
}

const textMissing = "Write something first";
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Must be a month such as 2027-03");
const note = lines(textLimits.note).optional();

export const AskForHelp = z.strictObject({
  memberId: z.uuid("Must be a member's id"),
  topics: z.array(line()).max(32, "Must be at most 32 topics"),
  note: lines(textLimits.note).min(1, textMissing),
});
export type AskForHelp = z.infer<typeof AskForHelp>;

export const AskInstead = AskForHelp.pick({ memberId: true });
export type AskInstead = z.infer<typeof AskInstead>;

export const Acceptance = z.strictObject({ note });
export const Declining = z.strictObject({
  reason: z.enum(declineReasons).nullable().optional(),
  note,
  pauseUntil: month.optional(),
});

export const NewMessage = z.strictObject({
  text: lines(textLimits.message).min(1, textMissing),
});

export const Feedback = z.strictObject({
  helped: z.enum(helpedAnswers),
  words: lines(textLimits.words).optional(),
});

export const MessageReport = z.strictObject({
  messageId: z.uuid("Must be a message's id"),
  reason: z.enum(reportReasons),
});
export type MessageReport = z.infer<typeof MessageReport>;

export const MentoringChange = z.strictObject({
  takesRequests: z.boolean().optional(),
  capacity: z.int().min(capacities.least).max(capacities.most).optional(),
  pausedUntil: month.nullable().optional(),
  wantsReminders: z.boolean().optional(),
});
export type MentoringChange = z.infer<typeof MentoringChange>;
