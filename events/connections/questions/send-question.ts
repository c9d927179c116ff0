import type { Between } from "../../commits.ts";
import { dayMs } from "../../day.ts";
import type { Transaction } from "../../transaction.ts";
import { systemCause } from "../connection-writer.ts";
import { eventBetween } from "../events.ts";
import { chooseAlumni, type ToSend } from "./choose-alumni.ts";
import { nextQuestionDay, questionStep, questionWaits } from "./question.ts";
import {
  appendTo,
  askerIn,
  questionById,
  type QuestionsDependencies,
  sendingLock,
} from "./question-stream.ts";

export function createQuestionSteps(deps: QuestionsDependencies) {
  const { handler, questions, away, now } = deps;
  return {
    /**
     * Records the next step of a question, if it is due. Resolves with whether anything was.
     *
     * @param without Ids of members who can't be mailed: the question isn't sent to them.
     */
    async recordDue(
      questionId: string,
      without: ReadonlySet<string> = new Set(),
    ): Promise<boolean> {
      const found = await questions.byId(questionId);
      if (found === undefined) return false;
      const options = { cause: systemCause, lockOn: [sendingLock] };
      return await handler.handle(options, async (transaction) => {
        const asker = await askerIn(transaction, found.askerId);
        const stream = await transaction.betweenIn(questionId, found.askerId);
        const question = await questionById(deps, questionId);
        const { sinceMs } = questionWaits(question);
        const at = new Date(sinceMs + away.between(sinceMs, now().getTime()));
        const step = questionStep(question, at);
        if (step === "send") {
          await sendQuestion(deps, transaction, stream, { ...question, asker, without });
        } else if (step === "pass to staff") {
          passToStaff(deps, transaction, stream, questionId);
        } else if (step === "end") {
          const expired = eventBetween("QuestionExpired", { questionId });
          appendTo(deps, transaction, stream, [expired]);
          const mail = { kind: "connection-question-closed", content: { questionId } };
          transaction.mail(asker.memberId, [mail]);
        }
        return step !== undefined;
      });
    },
  };
}

/** Sends a question to the alumni who were asked least, or passes it to staff if there are none. */
export async function sendQuestion(
  deps: QuestionsDependencies,
  transaction: Transaction,
  stream: Between,
  question: ToSend,
): Promise<void> {
  const { questionMails, now } = deps;
  const { questionId } = question;
  const memberIds = await chooseAlumni(deps, transaction, question);
  if (memberIds.length === 0) return passToStaff(deps, transaction, stream, questionId);
  appendTo(deps, transaction, stream, [eventBetween("QuestionSent", { questionId, memberIds })]);
  const nowMs = now().getTime();
  for (const memberId of memberIds) {
    transaction.alongside(
      questionMails.adding(memberId, Math.floor(nowMs / dayMs), nextQuestionDay(nowMs)),
    );
    transaction.mail(memberId, [{ kind: "connection-question", content: { questionId } }]);
  }
}

function passToStaff(
  deps: QuestionsDependencies,
  transaction: Transaction,
  stream: Between,
  questionId: string,
): void {
  appendTo(deps, transaction, stream, [eventBetween("QuestionPassedToStaff", { questionId })]);
}
