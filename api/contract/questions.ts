import { z } from "zod";
import { textLimits } from "../../events/connections/limits.ts";
import type { ShownOfAsker } from "../../events/connections/questions/decide-question.ts";
import type { QuestionState } from "../../events/connections/questions/question.ts";
import type { PublicUser } from "../../events/members/privacy.ts";
import { line, lines } from "../../events/members/texts.ts";

/** A cadet's own question to the program's alumni. Never says how many were asked. */
export interface OwnQuestion {
  readonly id: string;
  readonly topic: string;
  readonly state: QuestionState;
  readonly askedAt: string;
  /** When it was answered, withdrawn or closed; null while it is open. */
  readonly closedAt: string | null;
  /** `null` once it was deleted. */
  readonly text: string | null;
  /** The conversation that its first answer began. */
  readonly connectionId: string | null;
  /** What staff wrote when they closed it. */
  readonly words: string | null;
}

/** A question as alumni read it: without the cadet's name. */
export interface AskedQuestion extends ShownOfAsker {
  readonly id: string;
  readonly topic: string;
  readonly askedAt: string;
  /** Once another answer was first, only that is said. */
  readonly text: string | null;
  /** `over` once it needs no answer, for whatever reason. */
  readonly is: "open" | "over";
  /** The reader's own conversation about it. */
  readonly connectionId: string | null;
  /** Their reply that came after another one, until they send or delete it. */
  readonly kept: string | null;
}

/** A question that waits for a member's answer, without its text. */
export interface QuestionToAnswer extends ShownOfAsker {
  readonly id: string;
  readonly topic: string;
  readonly askedAt: string;
}

/** A question that no one answered, as staff read it. */
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

/** What a mailed link or a reply address names in place of a conversation's id. */
export function questionSlot(questionId: string): string {
  return prefix + questionId;
}

/** The question's id; `undefined` for a conversation's. */
export function questionIn(slot: string): string | undefined {
  return slot.startsWith(prefix) ? slot.slice(prefix.length) : undefined;
}
