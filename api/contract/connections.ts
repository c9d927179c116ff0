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

/** A request or conversation as shown to one of its two members. */
export interface Connection {
  readonly id: string;
  /** `left` once the other member's account is deleted. */
  readonly state: ConnectionState | "left";
  /** The other member; null once their account is deleted. */
  readonly with: PublicUser | null;
  readonly topics: readonly string[];
  readonly askedAt: string | null;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  /** Whether the caller asked. */
  readonly asker: boolean;
  /** The number of messages by the other member since the caller's last. */
  readonly unread: number;
  /** Whether it is the caller's turn. */
  readonly isWaiting: boolean;
  readonly canGiveFeedback: boolean;
  readonly messagesLeft: number | null;
  /** Whether the caller may ask someone else, because their request had no answer for 7 days. */
  readonly isSilent: boolean;
  /** When the caller can no longer undo their answer. */
  readonly undoableUntil: string | null;
}

export interface ConnectionMessage {
  readonly id: string;
  readonly by: "you" | "them";
  readonly at: string;
  readonly text: string;
}

export interface ChangedConnection extends Connection {
  /** The message that the change added, if any. */
  readonly messages: readonly ConnectionMessage[];
}

/** Oldest messages first. */
export interface ConnectionWithMessages extends Connection {
  readonly messages: readonly ConnectionMessage[];
  /** The message to load earlier ones before; null if there are none. */
  readonly before: string | null;
  readonly feedback: ConnectionMessage | null;
}

/** Latest first in each list. */
export interface ConnectionLists {
  /** Waiting for the caller. */
  readonly waiting: readonly Connection[];
  /** Open, and waiting for the other member or no one. */
  readonly open: readonly Connection[];
  readonly past: readonly Connection[];
  /** The connection to load more of `past` before. */
  readonly before?: string;
}

export interface OthersWhoHelp {
  /** Most shared topics first. */
  readonly others: readonly {
    readonly profile: PublicProfile;
    /** Topics of the request that they help with, for the new request. */
    readonly topics: readonly string[];
  }[];
  /** Why the caller can't ask anyone now, as a sentence. */
  readonly refusal: string | null;
}

/** Open requests of the caller about the topics of a conversation, which they may not need anymore. */
export interface OtherRequests {
  /** Labels of the topics in common. */
  readonly topics: readonly string[];
  /** Oldest first. */
  readonly requests: readonly Connection[];
  /** Their open question to the program's alumni about one of the topics. */
  readonly questionId: string | null;
}

/** The outcome of withdrawing several requests. */
export interface WithdrawnRequests {
  readonly withdrawn: readonly Connection[];
  /** Requests that were accepted or declined before. */
  readonly answered: readonly Connection[];
  /** Whether a question to the program's alumni was withdrawn, too. */
  readonly isQuestionWithdrawn: boolean;
}

/** Preferences for requests for help. */
export interface MentoringSettings {
  readonly takesRequests: boolean;
  /** Maximum open conversations at once. */
  readonly capacity: number;
  /** A month, or `resumed`, until the member sets it to null. */
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
