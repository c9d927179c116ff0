/**
 * What connections look like from outside, and what may be asked of them. Runs in browsers, too.
 *
 * @module
 */
import { z } from "zod";
import {
  capacities,
  declineReasons,
  helpedAnswers,
  reportReasons,
  textLimits,
} from "../../events/connections/words.ts";
import type { PublicUser } from "../../events/members/privacy.ts";
import { line, lines } from "../../events/members/texts.ts";

/** A connection as one of the two reads it. */
export interface Connection {
  readonly id: string;
  /** `left` when the other one's account was deleted. */
  readonly state:
    | "requested"
    | "accepted"
    | "declined"
    | "withdrawn"
    | "expired"
    | "ended"
    | "left";
  /** The other one; `null` once they are gone. */
  readonly with: PublicUser | null;
  readonly topics: readonly string[];
  /** ISO 8601, UTC; so too every other time here. `null` once the asker is gone. */
  readonly askedAt: string | null;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  /** Whether the reader is the one who asked. */
  readonly asker: boolean;
  /** Messages of the other one since the reader's last. */
  readonly unread: number;
  /** Whether it is the reader's turn: to answer, to write, or to say whether it helped. */
  readonly isWaiting: boolean;
  readonly canGiveFeedback: boolean;
  /** How many messages the reader can write before the first answer to their request; `null` for any number. */
  readonly messagesLeft: number | null;
}

export interface ConnectionMessage {
  readonly id: string;
  readonly by: "you" | "them";
  readonly at: string;
  readonly text: string;
}

/** A connection after something was done in it: with the message that was written by it, and no other. */
export interface ChangedConnection extends Connection {
  readonly messages: readonly ConnectionMessage[];
}

/** A connection with its latest messages, or some before them; the oldest first. */
export interface ConnectionWithMessages extends Connection {
  readonly messages: readonly ConnectionMessage[];
  /** Id of the message before which there are more; `null` when there are none. */
  readonly before: string | null;
  /** What the asker says to the mentor once it is over; `null` without words. */
  readonly feedback: ConnectionMessage | null;
}

/** All of a member's connections, the latest first in each list. */
export interface ConnectionLists {
  /** What waits for the reader. */
  readonly waiting: readonly Connection[];
  /** Requests and conversations that go on, and wait for the other one or for nobody. */
  readonly open: readonly Connection[];
  readonly past: readonly Connection[];
  /** Id of the past one before which there are more; left out when there are none. */
  readonly before?: string | undefined;
}

/** What a member says about requests for help. */
export interface MentoringSettings {
  readonly takesRequests: boolean;
  readonly capacity: number;
  /** The month from whose first day on they take requests again, `resumed` for until they say so. */
  readonly pausedUntil: string | null;
  /** Whether they are reminded of requests that wait for them. */
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

export const Acceptance = z.strictObject({ note });
export const Declining = z.strictObject({
  reason: z.enum(declineReasons).nullable().optional(),
  note,
  pauseUntil: month.optional(),
});
export type Declining = z.infer<typeof Declining>;

export const NewMessage = z.strictObject({
  text: lines(textLimits.message).min(1, textMissing),
});

export const Feedback = z.strictObject({
  helped: z.enum(helpedAnswers),
  words: lines(textLimits.words).optional(),
});
export type Feedback = z.infer<typeof Feedback>;

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
