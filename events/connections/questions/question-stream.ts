/** What all commands of questions share: each question has a stream of its own, named by its id. */
import type { Between } from "../../commits.ts";
import { Refusal } from "../../errors.ts";
import type { MemberEvent } from "../../members/events.ts";
import type { MemberRecord } from "../../members/record.ts";
import type { QuestionTable } from "../../read/questions.ts";
import type { QuestionMails } from "../../store/question-mails.ts";
import type { Transaction } from "../../transaction.ts";
import type { ConnectionsDependencies } from "../connection-writer.ts";
import { eventBetween } from "../events.ts";
import type { LeastAsked } from "../least-asked.ts";
import { type ConversationTexts, withText } from "../texts.ts";
import type { QuestionRecord } from "./question.ts";
import type { QuestionTexts } from "./question-texts.ts";

export interface QuestionsDependencies extends
  Pick<
    ConnectionsDependencies,
    | "handler"
    | "table"
    | "members"
    | "limits"
    | "away"
    | "recentDeclines"
    | "topics"
    | "withoutLinks"
    | "now"
    | "newId"
  > {
  readonly questions: QuestionTable;
  readonly questionMails: QuestionMails;
  readonly questionTexts: Pick<QuestionTexts, "of">;
  readonly texts: Pick<ConversationTexts, "latest">;
  readonly leastAsked: Pick<LeastAsked, "forQuestion">;
}

/** Sends of one process wait for each other: they choose among the same alumni. */
export const sendingLock = "questions to alumni";

/** @throws {Refusal} */
export async function questionById(
  { questions }: Pick<QuestionsDependencies, "questions">,
  questionId: string,
): Promise<QuestionRecord> {
  const question = await questions.byId(questionId);
  if (question === undefined) throw notFound();
  return question;
}

/** The asker, with their other requests and questions as the commit will find them. */
export async function askerIn(transaction: Transaction, memberId: string): Promise<MemberRecord> {
  await transaction.memberWithDealings(memberId);
  return await transaction.present(memberId);
}

/** Records events of the author that `between` names. */
export function appendTo(
  { withoutLinks }: Pick<QuestionsDependencies, "withoutLinks">,
  transaction: Transaction,
  between: Between,
  events: readonly MemberEvent[],
  messageId?: string,
) {
  const written = events.map((event) => withText(event, withoutLinks));
  return transaction.append(between.authorId, written, { between, messageId });
}

/** Marks a member's texts of a question as forgotten: they are deleted from the log later. */
export function markForgotten(
  deps: Pick<QuestionsDependencies, "withoutLinks">,
  transaction: Transaction,
  stream: Between,
  memberId: string,
  questionId: string,
): void {
  const forgotten = eventBetween("MessagesForgotten", { connectionId: questionId });
  appendTo(deps, transaction, { ...stream, authorId: memberId }, [forgotten]);
}

export function notFound(): Refusal {
  return new Refusal("connection/not-found", "Question not found");
}

export function notOpen(): Refusal {
  return new Refusal("question/over", "This question is no longer open");
}
