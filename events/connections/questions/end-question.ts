import { Refusal } from "../../errors.ts";
import { isStaff } from "../../program/admission.ts";
import type { Cause } from "../../store/event-log.ts";
import { eventBetween } from "../events.ts";
import { isOpenQuestion } from "./question.ts";
import {
  appendTo,
  markForgotten,
  notFound,
  notOpen,
  questionById,
  type QuestionsDependencies,
} from "./question-stream.ts";

export function createQuestionEnding(deps: QuestionsDependencies) {
  const { handler, questions } = deps;
  return {
    /** @throws {Refusal} When it isn't theirs, or was answered or closed. */
    async withdraw(memberId: string, questionId: string, cause: Cause): Promise<void> {
      await handler.handle({ cause }, async (transaction) => {
        const stream = await transaction.betweenIn(questionId, memberId);
        const question = await questionById(deps, questionId);
        if (question.askerId !== memberId) throw notFound();
        if (question.state === "withdrawn") return;
        if (!isOpenQuestion(question)) {
          throw new Refusal("question/over", "This question was answered or closed");
        }
        const withdrawn = eventBetween("QuestionWithdrawn", { questionId });
        appendTo(deps, transaction, stream, [withdrawn]);
      });
    },

    /** As staff: ends a question with words to the cadet. @throws {Refusal} */
    async close(memberId: string, questionId: string, words: string, cause: Cause): Promise<void> {
      const { askerId } = await questionById(deps, questionId);
      await handler.handle({ cause }, async (transaction) => {
        const stream = await transaction.betweenIn(questionId, askerId);
        const staff = await transaction.present(memberId);
        const { state } = await questionById(deps, questionId);
        if (!isStaff(staff)) throw notFound();
        if (state !== "staff") throw notOpen();
        appendTo(deps, transaction, stream, [eventBetween("QuestionClosed", { questionId })]);
        const text = {
          questionId,
          kind: "closing",
          text: words,
          way: "site",
          shown: null,
        } as const;
        const [closing] = appendTo(
          deps,
          transaction,
          { ...stream, authorId: memberId },
          [eventBetween("QuestionTextWritten", text)],
        );
        const content = { questionId, messageId: closing?.eventId ?? "" };
        transaction.mail(askerId, [{ kind: "connection-question-closed", content }]);
      });
    },

    /** Marks a member's texts of a question as forgotten, if there are any. */
    async forgetTexts(questionId: string, memberId: string, cause: Cause): Promise<void> {
      const question = await questions.byId(questionId);
      if (question === undefined) return;
      await handler.handle({ cause }, async (transaction) => {
        const stream = await transaction.betweenIn(questionId, question.askerId);
        await transaction.present(memberId);
        if (!(await questions.authorsOf(questionId)).includes(memberId)) return;
        markForgotten(deps, transaction, stream, memberId, questionId);
      });
    },
  };
}
