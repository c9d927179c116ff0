/**
 * Events of a cadet's question to the program's alumni, in a stream with a random name: the question's
 * id. Its state follows from events under the cadet's key alone, so no one else's erasure changes it.
 */
import { z } from "zod";
import { betweenTwo } from "../between-two.ts";
import { messageWays, waits } from "../vocabulary.ts";

const questionId = z.string();
const wait = z.enum(waits);

export const questionTextKinds = ["question", "reply", "closing"] as const;
export type QuestionTextKind = typeof questionTextKinds[number];

export const questionEventSchemas = {
  QuestionAsked: betweenTwo({ questionId, topic: z.string() }),
  /** The question, a reply that came after another one, or staff's last words: under its author's key. */
  QuestionTextWritten: betweenTwo({
    questionId,
    kind: z.enum(questionTextKinds),
    text: z.string(),
    way: z.enum(messageWays),
    /** What alumni see of the cadet beside the question; `null` for other texts. */
    shown: z.strictObject({
      classYear: z.string().nullable(),
      armyBranch: z.string().nullable(),
    }).nullable(),
  }),
  /** It went to these alumni. */
  QuestionSent: betweenTwo({ questionId, memberIds: z.array(z.string()) }),
  /** No one answered in time, or no one could be asked. */
  QuestionPassedToStaff: betweenTwo({ questionId }),
  /** Someone has the conversation; once more for each later reply that was sent. */
  QuestionAnswered: betweenTwo({
    questionId,
    connectionId: z.string(),
    /** Whether the conversation began with it. */
    isNew: z.boolean(),
    isFirst: z.boolean(),
    waited: wait,
  }),
  QuestionWithdrawn: betweenTwo({ questionId }),
  /** By staff. */
  QuestionClosed: betweenTwo({ questionId }),
  /** No one answered in thirty days. */
  QuestionExpired: betweenTwo({ questionId }),
} as const;
