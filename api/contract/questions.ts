import { z } from "zod";
import { textLimits } from "../../events/connections/limits.ts";
import type { ShownOfAsker } from "../../events/connections/questions/decide-question.ts";
import type { QuestionState } from "../../events/connections/questions/question.ts";
import type { PublicUser } from "../../events/members/privacy.ts";
import { line, lines } from "../../events/members/texts.ts";

/** A cadet's own question to the program's alumni. Doesn't reveal how many were asked. */
export interface OwnQuestion {
  readonly id: string;
  readonly topic: string;
  readonly state: QuestionState;
  readonly askedAt: string;
  /** When it was answered, withdrawn or closed; null if it is open. */
  readonly closedAt: string | null;
  /** `null` once it was deleted. */
  readonly text: string | null;
  /** The conversation started by its first answer. */
  readonly connectionId: string | null;
  /** Staff's words when they closed it. */
  readonly words: string | null;
}

/** A question as shown to alumni, without the cadet's name. */
export interface AskedQuestion extends ShownOfAsker {
  readonly id: string;
  readonly topic: string;
  readonly askedAt: string;
  /** Only this is shown once another answer was first. */
  readonly text: string | null;
  /** `over` once it needs no answer, for any reason. */
  readonly is: "open" | "over";
  /** The reader's conversation about it. */
  readonly connectionId: string | null;
  /** The reader's reply that came after another one, until they send or delete it. */
  readonly kept: string | null;
}

/** A question waiting for a member's answer, without its text. */
export interface QuestionToAnswer extends ShownOfAsker {
  readonly id: string;
  readonly topic: string;
  readonly askedAt: string;
}

/** An unanswered question as shown to staff. */
export interface WaitingQuestion extends ShownOfAsker {
  readonly id: string;
  readonly topic: string;
  readonly askedAt: string;
  readonly text: string | null;
  readonly asker: PublicUser;
}

const textMissing = "Write something first";

export const NewQuestion = z.strictObject({
  topic: line().min(1, "Choose a topic"),
  text: lines(textLimits.note).min(1, "Write your question first"),
});
export type NewQuestion = z.infer<typeof NewQuestion>;

export const QuestionReply = z.strictObject({
  text: lines(textLimits.message).min(1, textMissing),
});

export const ClosingWords = z.strictObject({
  words: lines(textLimits.staff).min(1, "Write a sentence to the cadet first"),
});

const prefix = "question/";

/** Replaces a conversation's id in a mailed link or reply address. */
export function questionSlot(questionId: string): string {
  return prefix + questionId;
}

/** The question's id; `undefined` if it is a conversation's. */
export function questionIn(slot: string): string | undefined {
  return slot.startsWith(prefix) ? slot.slice(prefix.length) : undefined;
}
