import type { Between } from "../commits.ts";
import { dayMs } from "../day.ts";
import { Refusal } from "../errors.ts";
import type { MemberEvent } from "../members/events.ts";
import { recordIn } from "../members/evolve.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import type { MemberRecord } from "../members/record.ts";
import { isAdmitted, isStaff } from "../program/admission.ts";
import type { QuestionTable } from "../read/questions.ts";
import type { Cause } from "../store/event-log.ts";
import type { QuestionMails } from "../store/question-mails.ts";
import type { Transaction } from "../transaction.ts";
import { chooseAlumni } from "./choose-alumni.ts";
import { type ConnectionRecord, isOpen } from "./connection.ts";
import { decideConnection } from "./decide.ts";
import { decideQuestion, decideTake, type NewQuestion } from "./decide-question.ts";
import { eventBetween } from "./events.ts";
import type { LeastAsked } from "./least-asked.ts";
import { mailsAbout } from "./mails.ts";
import {
  isOpenQuestion,
  nextQuestionDay,
  type QuestionRecord,
  questionStep,
  questionWaits,
} from "./question.ts";
import type { QuestionTexts } from "./question-texts.ts";
import { type ConnectionsDependencies, systemCause } from "./connection-writer.ts";
import { type ConversationTexts, withText } from "./texts.ts";
import { type Two, twoOf } from "./two.ts";
import type { MessageWay } from "./vocabulary.ts";

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

export interface Reply {
  readonly text?: string | undefined;
  readonly way: MessageWay;
  /** Of the message that the text becomes. Nothing is recorded if it exists. */
  readonly messageId?: string | undefined;
}

/** What became of an answer: a conversation, a reply that is kept, or nothing, since another was first. */
export type Answered =
  | { readonly is: "taken"; readonly connectionId: string }
  | { readonly is: "kept" | "over" };

interface AskedState {
  /** `over` once someone answered; `closed` if it was withdrawn or ended. */
  readonly is: "open" | "over";
  readonly connectionId: string | null;
}

/** Sends of one process wait for each other: they choose among the same alumni. */
const sending = "questions to alumni";

/** Questions to the program's alumni, each in a stream of its own. */
export class QuestionCommands {
  constructor(private readonly deps: QuestionsDependencies) {}

  /** Asks, and sends it to the first alumni. @returns The question's id. @throws {Refusal} */
  async ask(
    memberId: string,
    question: Omit<NewQuestion, "questionId">,
    cause: Cause,
  ): Promise<string> {
    const { handler, limits, topics, newId, now } = this.deps;
    const questionId = newId();
    await handler.handle({ cause, lockOn: [memberId, sending] }, async (transaction) => {
      const asker = await this.#asker(transaction, memberId);
      const stream = await transaction.betweenIn(questionId, memberId);
      const asked = await this.#askedBy(memberId);
      const state = { asker, ...asked, topics: topics() };
      const events = decideQuestion(state, { ...question, questionId }, limits, now());
      this.#append(transaction, stream, events);
      const topic = topics().storedOf(question.topic) ?? question.topic;
      await this.#send(transaction, stream, { asker, questionId, topic });
    });
    return questionId;
  }

  /** @throws {Refusal} When they may not ask about anything now, whatever they write. */
  async requireMayAsk(memberId: string): Promise<void> {
    const { members, limits, now, topics } = this.deps;
    const asker = await members.byId(memberId);
    if (asker === undefined) throw new Refusal("member/not-found", "Account not found");
    const { asked, questions } = await this.#askedBy(memberId);
    const elsewhere = questions.map((each) => ({ ...each, topic: "" }));
    const [topic = ""] = topics().offered;
    const question = { questionId: "", topic, text: "" };
    const state = { asker, asked, questions: elsewhere, topics: topics() };
    decideQuestion(state, question, limits, now());
  }

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
    const { handler, questions } = this.deps;
    const found = await questions.byId(questionId);
    if (found === undefined) throw notFound();
    const text = await this.#textOf(questionId);
    return await handler.handle({ cause, lockOn: [questionId] }, async (transaction) => {
      const stream = await transaction.betweenIn(questionId, found.askerId);
      const taker = await transaction.present(memberId);
      const question = await this.#open(questionId);
      const { two, isApart, asker } = await this.#two(transaction, memberId, question);
      const { messageId } = reply;
      const own = ownAnswer(two, question);
      if (own === undefined) await this.#requireAsked(question, taker);
      const isRecorded = messageId !== undefined && await questions.hasText(messageId);
      if (isRecorded) {
        return own ? { is: "taken", connectionId: own.connectionId } : { is: "kept" };
      }
      if (own !== undefined) return this.#goOn(transaction, two, own, reply);
      const isOver = !isOpenQuestion(question) || isApart || text === undefined;
      if (!isOver && asker !== undefined) {
        return await this.#take(transaction, stream, { question, two, asker, text }, reply);
      }
      if (reply.text === undefined) return { is: "over" };
      // Once it is withdrawn or closed, no one reads a reply.
      if (!isOpenQuestion(question) && question.state !== "answered") throw closed();
      return await this.#keep(transaction, stream, question, taker, { ...reply, text: reply.text });
    });
  }

  /**
   * Sends a kept reply as a message of its own, which opens its author's conversation with the cadet.
   * @throws {Refusal} When nothing is kept, or it can't be sent; a block is one of several reasons.
   */
  async sendKept(memberId: string, questionId: string, cause: Cause): Promise<Answered> {
    const { handler, questions } = this.deps;
    const found = await questions.byId(questionId);
    if (found === undefined) throw notFound();
    const [text, kept] = await Promise.all([
      this.#textOf(questionId),
      this.#keptOf(memberId, questionId),
    ]);
    return await handler.handle({ cause, lockOn: [questionId] }, async (transaction) => {
      const stream = await transaction.betweenIn(questionId, found.askerId);
      await transaction.present(memberId);
      const question = await this.#open(questionId);
      const { two, isApart, asker } = await this.#two(transaction, memberId, question);
      const isKept = await questions.keptReply(questionId, memberId) !== undefined;
      if (!isKept || kept === undefined) throw noReply();
      if (isApart || asker === undefined || text === undefined) throw unsendable();
      const reply = { text: kept.text, way: kept.way } as const;
      this.#forget(transaction, stream, memberId, questionId);
      return await this.#take(transaction, stream, { question, two, asker, text }, reply);
    });
  }

  /**
   * Whether a member can answer a question now, and their conversation about it if they have one. A block
   * makes it look answered.
   *
   * @throws {Refusal} `connection/not-found` for members who weren't asked.
   */
  async look(memberId: string, questionId: string): Promise<AskedState> {
    const found = await this.deps.questions.byId(questionId);
    if (found === undefined) throw notFound();
    return await this.deps.handler.handle({ cause: systemCause }, async (transaction) => {
      const taker = await transaction.present(memberId);
      const question = await this.#open(questionId);
      const { two, isApart } = await this.#two(transaction, memberId, question);
      const connectionId = ownAnswer(two, question)?.connectionId ?? null;
      if (connectionId === null) await this.#requireAsked(question, taker);
      // The same for every reason, or a block that is made later could be told from an answer.
      return { is: isOpenQuestion(question) && !isApart ? "open" : "over", connectionId };
    });
  }

  /** @throws {Refusal} When it isn't theirs, or was answered or closed. */
  async withdraw(memberId: string, questionId: string, cause: Cause): Promise<void> {
    await this.deps.handler.handle({ cause }, async (transaction) => {
      const stream = await transaction.betweenIn(questionId, memberId);
      const question = await this.#open(questionId);
      if (question.askerId !== memberId) throw notFound();
      if (question.state === "withdrawn") return;
      if (!isOpenQuestion(question)) {
        throw new Refusal("question/over", "This question was answered or closed");
      }
      this.#append(transaction, stream, [eventBetween("QuestionWithdrawn", { questionId })]);
    });
  }

  /** As staff: ends a question with words to the cadet. @throws {Refusal} */
  async close(memberId: string, questionId: string, words: string, cause: Cause): Promise<void> {
    const found = await this.deps.questions.byId(questionId);
    if (found === undefined) throw notFound();
    await this.deps.handler.handle({ cause }, async (transaction) => {
      const stream = await transaction.betweenIn(questionId, found.askerId);
      const staff = await transaction.present(memberId);
      const question = await this.#open(questionId);
      if (!isStaff(staff)) throw notFound();
      if (question.state !== "staff") throw closed();
      const { askerId } = question;
      this.#append(transaction, stream, [eventBetween("QuestionClosed", { questionId })]);
      const text = { questionId, kind: "closing", text: words, way: "site", shown: null } as const;
      const [closing] = this.#append(
        transaction,
        { ...stream, authorId: memberId },
        [eventBetween("QuestionTextWritten", text)],
      );
      const content = { questionId, messageId: closing?.eventId ?? "" };
      transaction.mail(askerId, [{ kind: "connection-question-closed", content }]);
    });
  }

  /** Records the next step of a question, if it is due. Resolves with whether anything was. */
  async recordDue(questionId: string): Promise<boolean> {
    const { handler, questions, away, now } = this.deps;
    const found = await questions.byId(questionId);
    if (found === undefined) return false;
    const options = { cause: systemCause, lockOn: [sending] };
    return await handler.handle(options, async (transaction) => {
      const asker = await this.#asker(transaction, found.askerId);
      const stream = await transaction.betweenIn(questionId, found.askerId);
      const question = await this.#open(questionId);
      const { sinceMs } = questionWaits(question);
      const at = new Date(sinceMs + away.between(sinceMs, now().getTime()));
      const step = questionStep(question, at);
      if (step === "send") await this.#send(transaction, stream, { ...question, asker });
      else if (step === "pass to staff") this.#passToStaff(transaction, stream, questionId);
      else if (step === "end") {
        this.#append(transaction, stream, [eventBetween("QuestionExpired", { questionId })]);
        const mail = { kind: "connection-question-closed", content: { questionId } };
        transaction.mail(asker.memberId, [mail]);
      }
      return step !== undefined;
    });
  }

  /** Marks a member's texts of a question as forgotten, if there are any: they are deleted from the log later. */
  async forgetTexts(questionId: string, memberId: string, cause: Cause): Promise<void> {
    const { handler, questions } = this.deps;
    const question = await questions.byId(questionId);
    if (question === undefined) return;
    await handler.handle({ cause }, async (transaction) => {
      const stream = await transaction.betweenIn(questionId, question.askerId);
      await transaction.present(memberId);
      if (!(await questions.authorsOf(questionId)).includes(memberId)) return;
      this.#forget(transaction, stream, memberId, questionId);
    });
  }

  async #asker(transaction: Transaction, memberId: string): Promise<MemberRecord> {
    await transaction.memberWithDealings(memberId);
    return await transaction.present(memberId);
  }

  async #askedBy(memberId: string) {
    const { table, questions: questionTable } = this.deps;
    const [asked, questions] = await Promise.all([
      table.askedBy(memberId),
      questionTable.askedBy(memberId),
    ]);
    return { asked, questions };
  }

  /** The question as its stream, which was read before, has it. */
  async #open(questionId: string): Promise<QuestionRecord> {
    const question = await this.deps.questions.byId(questionId);
    if (question === undefined) throw notFound();
    return question;
  }

  async #textOf(questionId: string): Promise<string | undefined> {
    return (await this.deps.questionTexts.of(questionId))?.text;
  }

  async #keptOf(memberId: string, questionId: string) {
    const query = { kind: "reply", authorId: memberId, limit: 1 } as const;
    const { texts: [kept] } = await this.deps.texts.latest(questionId, query);
    return kept && { text: kept.text, way: "site" as const };
  }

  /** The two, and whether they must not be brought together: unobservable for both. */
  async #two(
    transaction: Transaction,
    memberId: string,
    { askerId }: QuestionRecord,
  ): Promise<
    { readonly two: Two; readonly asker: MemberRecord | undefined; readonly isApart: boolean }
  > {
    const { table } = this.deps;
    const two = await twoOf(transaction, table, { memberId, otherId: askerId });
    const [asker, theirs] = [
      recordIn(await transaction.member(askerId)),
      await table.between(askerId, memberId),
    ];
    const hidden = [...theirs.connections].some(({ record, isHidden, wasBlocked }) =>
      isOpen(record) && (isHidden || wasBlocked)
    );
    const isApart = two.isBlocking || theirs.isBlocking || two.hidesRequest || hidden ||
      asker === undefined || !isAdmitted(asker);
    return { two, asker, isApart };
  }

  /** @throws {Refusal} For members who weren't asked; staff are, once it is theirs. */
  async #requireAsked({ questionId, state }: QuestionRecord, member: MemberRecord): Promise<void> {
    if (await this.deps.questions.wasAsked(questionId, member.memberId)) return;
    if (isStaff(member) && state === "staff") return;
    throw notFound();
  }

  /** Someone whose conversation it is writes more. */
  #goOn(
    transaction: Transaction,
    { member, other, between }: Two,
    connection: ConnectionRecord,
    { text, way, messageId }: Reply,
  ): Answered {
    const { connectionId } = connection;
    if (text === undefined || between === undefined) return { is: "taken", connectionId };
    const state = { member, connection, otherName: other?.firstName };
    const events = decideConnection(state, { type: "Write", text, way }, this.deps.now());
    const recorded = this.#append(transaction, between, events, messageId);
    transaction.mail(member.memberId, mailsAbout(connection, member.memberId, recorded));
    return { is: "taken", connectionId };
  }

  async #take(
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
    const take = { connectionId: this.deps.newId(), reply, way };
    const state = { question, text, asker, taker, conversations, known };
    const { connection, byAsker, byTaker, answered } = decideTake(state, take, this.deps.now());
    const { connectionId } = connection;
    this.#append(transaction, { ...between, authorId: asker.memberId }, byAsker);
    const written = this.#append(transaction, between, byTaker, messageId);
    this.#append(transaction, stream, [answered]);
    const note = written.find(({ event }) => event.type === "MessageSent");
    const content = { connectionId, ...note && { messageId: note.eventId } };
    const mails: MailDraft[] = [{ kind: "connection-taken", to: asker.memberId, content }];
    // By mail, they were shown no page with the cadet's name.
    if (way === "mail") mails.push({ kind: "connection-yours", content: { connectionId } });
    transaction.mail(taker.memberId, mails);
    return { is: "taken", connectionId };
  }

  async #keep(
    transaction: Transaction,
    stream: Between,
    { questionId }: QuestionRecord,
    { memberId }: MemberRecord,
    { text, way, messageId }: Reply & { readonly text: string },
  ): Promise<Answered> {
    if (await this.deps.questions.keptReply(questionId, memberId) !== undefined) {
      throw new Refusal(
        "question/kept",
        "We've already kept a reply of yours to this question. Send or delete that one first.",
      );
    }
    const reply = { questionId, kind: "reply", text, way, shown: null } as const;
    const by = { ...stream, authorId: memberId };
    this.#append(transaction, by, [eventBetween("QuestionTextWritten", reply)], messageId);
    transaction.mail(memberId, [{ kind: "connection-reply-kept", content: { questionId } }]);
    return { is: "kept" };
  }

  /** Sends a question to the alumni who were asked least, or passes it to staff if there are none. */
  async #send(
    transaction: Transaction,
    stream: Between,
    { asker, questionId, topic }: {
      readonly asker: MemberRecord;
      readonly questionId: string;
      readonly topic: string;
    },
  ): Promise<void> {
    const { questionMails, now } = this.deps;
    const memberIds = await chooseAlumni(this.deps, transaction, { asker, questionId, topic });
    if (memberIds.length === 0) return this.#passToStaff(transaction, stream, questionId);
    this.#append(transaction, stream, [eventBetween("QuestionSent", { questionId, memberIds })]);
    const nowMs = now().getTime();
    for (const memberId of memberIds) {
      transaction.alongside(
        questionMails.adding(memberId, Math.floor(nowMs / dayMs), nextQuestionDay(nowMs)),
      );
      transaction.mail(memberId, [{ kind: "connection-question", content: { questionId } }]);
    }
  }

  #passToStaff(transaction: Transaction, stream: Between, questionId: string): void {
    this.#append(transaction, stream, [eventBetween("QuestionPassedToStaff", { questionId })]);
  }

  #forget(transaction: Transaction, stream: Between, memberId: string, questionId: string): void {
    const forgotten = eventBetween("MessagesForgotten", { connectionId: questionId });
    this.#append(transaction, { ...stream, authorId: memberId }, [forgotten]);
  }

  /** Records events of the author that `between` names. */
  #append(
    transaction: Transaction,
    between: Between,
    events: readonly MemberEvent[],
    messageId?: string,
  ) {
    const { withoutLinks } = this.deps;
    const written = events.map((event) => withText(event, withoutLinks));
    return transaction.append(between.authorId, written, { between, messageId });
  }
}

/** A member's conversation about a question, if they have one. */
function ownAnswer({ known }: Two, { answers }: QuestionRecord): ConnectionRecord | undefined {
  return known.find((each) =>
    answers.some(({ connectionId }) => connectionId === each.connectionId)
  );
}

function notFound(): Refusal {
  return new Refusal("connection/not-found", "Question not found");
}

function closed(): Refusal {
  return new Refusal("question/over", "This question is no longer open");
}

function noReply(): Refusal {
  return new Refusal("question/over", "This reply was sent or deleted");
}

/** One sentence for every reason, since a block must not show. */
function unsendable(): Refusal {
  return new Refusal("question/over", "This reply can't be sent anymore");
}
