import { Refusal } from "../../errors.ts";
import type { Cause } from "../../store/event-log.ts";
import { decideQuestion, type NewQuestion } from "./decide-question.ts";
import { appendTo, askerIn, type QuestionsDependencies, sendingLock } from "./question-stream.ts";
import { sendQuestion } from "./send-question.ts";

export function createQuestionAsking(deps: QuestionsDependencies) {
  const { handler, members, limits, topics, newId, now } = deps;

  async function askedBy(memberId: string) {
    const [asked, questions] = await Promise.all([
      deps.table.askedBy(memberId),
      deps.questions.askedBy(memberId),
    ]);
    return { asked, questions };
  }

  return {
    /**
     * Asks, and sends it to the first alumni.
     *
     * @param without Ids of members who can't be mailed: the question isn't sent to them.
     * @returns The question's id.
     * @throws {Refusal}
     */
    async ask(
      memberId: string,
      question: Omit<NewQuestion, "questionId">,
      cause: Cause,
      without: ReadonlySet<string> = new Set(),
    ): Promise<string> {
      const questionId = newId();
      await handler.handle({ cause, lockOn: [memberId, sendingLock] }, async (transaction) => {
        const asker = await askerIn(transaction, memberId);
        const stream = await transaction.betweenIn(questionId, memberId);
        const state = { asker, ...await askedBy(memberId), topics: topics() };
        const events = decideQuestion(state, { ...question, questionId }, limits, now());
        appendTo(deps, transaction, stream, events);
        const topic = topics().storedOf(question.topic) ?? question.topic;
        await sendQuestion(deps, transaction, stream, { asker, questionId, topic, without });
      });
      return questionId;
    },

    /** @throws {Refusal} When they may not ask about anything now, whatever they write. */
    async requireMayAsk(memberId: string): Promise<void> {
      const asker = await members.byId(memberId);
      if (asker === undefined) throw new Refusal("member/not-found", "Account not found");
      const { asked, questions } = await askedBy(memberId);
      const elsewhere = questions.map((each) => ({ ...each, topic: "" }));
      const [topic = ""] = topics().offered;
      const state = { asker, asked, questions: elsewhere, topics: topics() };
      decideQuestion(state, { questionId: "", topic, text: "" }, limits, now());
    },
  };
}
