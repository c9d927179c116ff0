import { otherOf } from "../connections/connection.ts";
import { decideConnection, endOf } from "../connections/decide.ts";
import { eventBetween } from "../connections/events.ts";
import { mailsAbout } from "../connections/mails.ts";
import { isOpenQuestion } from "../connections/questions/question.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { QuestionTable } from "../read/questions.ts";
import type { Transaction } from "../transaction.ts";

/**
 * Withdraws the open requests of a member who may no longer ask. A request is either answered or
 * withdrawn, never both.
 */
export async function withdrawRequests(
  transaction: Transaction,
  memberId: string,
  connections: Pick<ConnectionTable, "askedBy">,
): Promise<void> {
  await transaction.memberWithDealings(memberId);
  const member = await transaction.present(memberId);
  for (const connection of await connections.askedBy(memberId)) {
    const { state, isLeft, mentorId } = connection;
    if (state !== "requested" || isLeft || mentorId === null) continue;
    const between = await transaction.between(memberId, mentorId);
    const events = decideConnection({ member, connection }, { type: "Withdraw" }, transaction.now);
    transaction.append(memberId, events, { between });
  }
}

/** Withdraws the open questions to alumni of a member who may no longer ask. */
export async function withdrawQuestions(
  transaction: Transaction,
  memberId: string,
  questions: Pick<QuestionTable, "askedBy">,
): Promise<void> {
  await transaction.memberWithDealings(memberId);
  for (const question of await questions.askedBy(memberId)) {
    if (!isOpenQuestion(question)) continue;
    const { questionId } = question;
    const between = await transaction.betweenIn(questionId, memberId);
    const withdrawn = eventBetween("QuestionWithdrawn", { questionId });
    transaction.append(memberId, [withdrawn], { between });
  }
}

/**
 * Ends the requests and conversations of a member who died, as if they had done it themselves.
 * Requests to them are declined without a reason. Others don't learn why.
 */
export async function endEverything(
  transaction: Transaction,
  memberId: string,
  connections: Pick<ConnectionTable, "ofMember">,
): Promise<void> {
  await transaction.memberWithDealings(memberId);
  const member = await transaction.present(memberId);
  for (const connection of await connections.ofMember(memberId)) {
    const ends = endOf(connection, connection.mentorId === memberId);
    const otherId = otherOf(memberId, connection);
    if (ends === undefined || connection.isLeft || otherId === null) continue;
    const between = await transaction.between(memberId, otherId);
    const events = decideConnection({ member, connection }, ends, transaction.now);
    const appended = transaction.append(memberId, events, { between });
    transaction.mail(memberId, mailsAbout(connection, memberId, appended));
  }
}
