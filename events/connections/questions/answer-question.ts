import type { Between } from "../../commits.ts";
import { Refusal } from "../../errors.ts";
import { recordIn } from "../../members/evolve.ts";
import type { MailDraft } from "../../members/mail-queue.ts";
import type { MemberRecord } from "../../members/record.ts";
import { isAdmitted, isStaff } from "../../program/admission.ts";
import type { Cause } from "../../store/event-log.ts";
import type { Transaction } from "../../transaction.ts";
import { type ConnectionRecord, isOpen } from "../connection.ts";
import { systemCause } from "../connection-writer.ts";
import { decideConnection } from "../decide.ts";
import { eventBetween } from "../events.ts";
import { mailsAbout } from "../mails.ts";
import { type Two, twoOf } from "../two.ts";
import type { MessageWay } from "../vocabulary.ts";
import { decideTake } from "./decide-question.ts";
import { isOpenQuestion, type QuestionRecord } from "./question.ts";
import {
  appendTo,
  markForgotten,
  notFound,
  notOpen,
  questionById,
  type QuestionsDependencies,
} from "./question-stream.ts";

export interface Reply {
  readonly text?: string | undefined;
  readonly way: MessageWay;
  /** Of the message that the text becomes. Nothing is stored if it exists. */
  readonly messageId?: string | undefined;
}

/** The result of an answer: a conversation; or, if another was first, a kept reply or nothing. */
export type Answered =
  | { readonly is: "taken"; readonly connectionId: string }
  | { readonly is: "kept" | "over" };

interface AskedState {
  /** `over` once someone answered, or it was withdrawn or ended. */
  readonly is: "open" | "over";
  readonly connectionId: string | null;
}

export function createQuestionAnswering(deps: QuestionsDependencies) {
  const { handler, questions, questionTexts, texts } = deps;

  async function keptReplyOf(memberId: string, questionId: string) {
    const query = { kind: "reply", authorId: memberId, limit: 1 } as const;
    const { texts: [kept] } = await texts.latest(questionId, query);
    return kept && { text: kept.text, way: "site" as const };
  }

  return {
    /**
     * Answers a question: the first one has a conversation with the cadet. A reply after another one, or
     * between two of whom one blocks the other, is kept for its author.
     *
     * @throws {Refusal} `connection/not-found` for members who weren't asked.
     */
    async answer(
      memberId: string,
      questionId: string,
      reply: Reply,
      cause: Cause,
    ): Promise<Answered> {
      const { askerId } = await questionById(deps, questionId);
      const text = (await questionTexts.of(questionId))?.text;
      return await handler.handle({ cause, lockOn: [questionId] }, async (transaction) => {
        const stream = await transaction.betweenIn(questionId, askerId);
        const taker = await transaction.present(memberId);
        const question = await questionById(deps, questionId);
        const { two, isApart, asker } = await pairOf(deps, transaction, memberId, question);
        const { messageId } = reply;
        const own = ownAnswer(two, question);
        if (own === undefined) await requireAsked(deps, question, taker);
        const isRecorded = messageId !== undefined && await questions.hasText(messageId);
        if (isRecorded) {
          return own ? { is: "taken", connectionId: own.connectionId } : { is: "kept" };
        }
        if (own !== undefined) return writeOn(deps, transaction, two, own, reply);
        const isOver = !isOpenQuestion(question) || isApart || text === undefined;
        if (!isOver && asker !== undefined) {
          return await take(deps, transaction, stream, { question, two, asker, text }, reply);
        }
        if (reply.text === undefined) return { is: "over" };
        // Once it is withdrawn or closed, no one reads a reply.
        if (!isOpenQuestion(question) && question.state !== "answered") throw notOpen();
        return await keep(deps, transaction, { ...stream, authorId: memberId }, questionId, {
          ...reply,
          text: reply.text,
        });
      });
    },

    /**
     * Sends a kept reply as a message of its own, which opens its author's conversation with the cadet.
     * @throws {Refusal} When nothing is kept, or it can't be sent; a block is one of several reasons.
     */
    async sendKept(memberId: string, questionId: string, cause: Cause): Promise<Answered> {
      const { askerId } = await questionById(deps, questionId);
      const [questionText, kept] = await Promise.all([
        questionTexts.of(questionId),
        keptReplyOf(memberId, questionId),
      ]);
      return await handler.handle({ cause, lockOn: [questionId] }, async (transaction) => {
        const stream = await transaction.betweenIn(questionId, askerId);
        await transaction.present(memberId);
        const question = await questionById(deps, questionId);
        const { two, isApart, asker } = await pairOf(deps, transaction, memberId, question);
        const isKept = await questions.keptReply(questionId, memberId) !== undefined;
        if (!isKept || kept === undefined) throw noReply();
        if (isApart || asker === undefined || questionText === undefined) throw unsendable();
        const { text } = questionText;
        markForgotten(deps, transaction, stream, memberId, questionId);
        return await take(deps, transaction, stream, { question, two, asker, text }, kept);
      });
    },

    /**
     * Whether a member can answer a question now, and their conversation about it if they have one. A block
     * makes it look answered.
     *
     * @throws {Refusal} `connection/not-found` for members who weren't asked.
     */
    async look(memberId: string, questionId: string): Promise<AskedState> {
      await questionById(deps, questionId);
      return await handler.handle({ cause: systemCause }, async (transaction) => {
        const taker = await transaction.present(memberId);
        const question = await questionById(deps, questionId);
        const { two, isApart } = await pairOf(deps, transaction, memberId, question);
        const connectionId = ownAnswer(two, question)?.connectionId ?? null;
        if (connectionId === null) await requireAsked(deps, question, taker);
        // The same for every reason, or a block that is made later could be told from an answer.
        return { is: isOpenQuestion(question) && !isApart ? "open" : "over", connectionId };
      });
    },
  };
}

interface Pair {
  readonly two: Two;
  readonly asker: MemberRecord | undefined;
  /** Whether they must not be brought together: unobservable for both. */
  readonly isApart: boolean;
}

/** A member who was asked, and the cadet. */
async function pairOf(
  { table }: QuestionsDependencies,
  transaction: Transaction,
  memberId: string,
  { askerId }: QuestionRecord,
): Promise<Pair> {
  const two = await twoOf(transaction, table, { memberId, otherId: askerId });
  const asker = recordIn(await transaction.member(askerId));
  const theirs = await table.between(askerId, memberId);
  const isKeptApart = theirs.connections.some(({ record, isHidden, wasBlocked }) =>
    isOpen(record) && (isHidden || wasBlocked)
  );
  const isApart = two.isBlocking || theirs.isBlocking || two.hidesRequest || isKeptApart ||
    asker === undefined || !isAdmitted(asker);
  return { two, asker, isApart };
}

/** @throws {Refusal} For members who weren't asked; staff are, once it is theirs. */
async function requireAsked(
  { questions }: QuestionsDependencies,
  { questionId, state }: QuestionRecord,
  member: MemberRecord,
): Promise<void> {
  if (await questions.wasAsked(questionId, member.memberId)) return;
  if (isStaff(member) && state === "staff") return;
  throw notFound();
}

/** A member's conversation about a question, if they have one. */
function ownAnswer({ known }: Two, { answers }: QuestionRecord): ConnectionRecord | undefined {
  return known.find((each) =>
    answers.some(({ connectionId }) => connectionId === each.connectionId)
  );
}

/** Someone who has the conversation writes more. */
function writeOn(
  deps: QuestionsDependencies,
  transaction: Transaction,
  { member, other, between }: Two,
  connection: ConnectionRecord,
  { text, way, messageId }: Reply,
): Answered {
  const { connectionId } = connection;
  if (text === undefined || between === undefined) return { is: "taken", connectionId };
  const state = { member, connection, otherName: other?.firstName };
  const events = decideConnection(state, { type: "Write", text, way }, deps.now());
  const stored = appendTo(deps, transaction, between, events, messageId);
  transaction.mail(member.memberId, mailsAbout(connection, member.memberId, stored));
  return { is: "taken", connectionId };
}

async function take(
  deps: QuestionsDependencies,
  transaction: Transaction,
  stream: Between,
  { question, two, asker, text }: {
    readonly question: QuestionRecord;
    readonly two: Two;
    readonly asker: MemberRecord;
    readonly text: string | undefined;
  },
  { text: reply, way, messageId }: Reply,
): Promise<Answered> {
  const { member: taker, known, between } = two;
  if (between === undefined) throw notFound();
  const conversations = await transaction.conversationsOf(taker.memberId);
  const { connection, byAsker, byTaker, answered } = decideTake(
    { question, text, asker, taker, conversations, known },
    { connectionId: deps.newId(), reply, way },
    deps.now(),
  );
  const { connectionId } = connection;
  appendTo(deps, transaction, { ...between, authorId: asker.memberId }, byAsker);
  const written = appendTo(deps, transaction, between, byTaker, messageId);
  appendTo(deps, transaction, stream, [answered]);
  const note = written.find(({ event }) => event.type === "MessageSent");
  const content = { connectionId, ...note && { messageId: note.eventId } };
  const mails: MailDraft[] = [{ kind: "connection-taken", to: asker.memberId, content }];
  // By mail, they were shown no page with the cadet's name.
  if (way === "mail") mails.push({ kind: "connection-yours", content: { connectionId } });
  transaction.mail(taker.memberId, mails);
  return { is: "taken", connectionId };
}

/** Keeps a reply that came too late, for its author. */
async function keep(
  deps: QuestionsDependencies,
  transaction: Transaction,
  stream: Between,
  questionId: string,
  { text, way, messageId }: Reply & { readonly text: string },
): Promise<Answered> {
  const { authorId } = stream;
  if (await deps.questions.keptReply(questionId, authorId) !== undefined) {
    throw new Refusal(
      "question/kept",
      "We've already kept a reply of yours to this question. Send or delete that one first.",
    );
  }
  const reply = { questionId, kind: "reply", text, way, shown: null } as const;
  const written = eventBetween("QuestionTextWritten", reply);
  appendTo(deps, transaction, stream, [written], messageId);
  transaction.mail(authorId, [{ kind: "connection-reply-kept", content: { questionId } }]);
  return { is: "kept" };
}

function noReply(): Refusal {
  return new Refusal("question/over", "This reply was sent or deleted");
}

/** One sentence for every reason, since a block must not show. */
function unsendable(): Refusal {
  return new Refusal("question/over", "This reply can't be sent anymore");
}
