import { z } from "zod";
import { capacities, textLimits } from "../../events/connections/limits.ts";
import {
  declineReasons,
  helpedAnswers,
  reportReasons,
} from "../../events/connections/vocabulary.ts";
import { line, lines } from "../../events/members/texts.ts";
import type { Answer } from "../openapi/answers.ts";

export type Connection = Answer<"Connection">;

export type ConnectionMessage = Answer<"ConnectionMessage">;

export type ChangedConnection = Answer<"ChangedConnection">;

/** Oldest messages first. */
export type ConnectionWithMessages = Answer<"ConnectionWithMessages">;

/** Latest first in each list. */
export type ConnectionLists = Answer<"ConnectionLists">;

export type OthersWhoHelp = Answer<"OthersWhoHelp">;

/** Preferences for requests for help. */
export type MentoringSettings = Answer<"MentoringSettings">;

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
