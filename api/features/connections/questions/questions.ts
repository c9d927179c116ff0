import {
  type ShownOfAsker,
  shownOfAsker,
} from "../../../../events/connections/questions/decide-question.ts";
import type { Answered, Reply } from "../../../../events/connections/questions/answer-question.ts";
import {
  isOpenQuestion,
  type QuestionRecord,
} from "../../../../events/connections/questions/question.ts";
import type { QuestionCommands } from "../../../../events/connections/questions/question-commands.ts";
import type { QuestionTexts } from "../../../../events/connections/questions/question-texts.ts";
import type { ConversationTexts } from "../../../../events/connections/texts.ts";
import { Refusal } from "../../../../events/errors.ts";
import { publicUser } from "../../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import type { QuestionTable } from "../../../../events/read/questions.ts";
import { causeOf } from "../../../auth/cause.ts";
import type { Origin } from "../../../auth/origin.ts";
import type { RateLimits } from "../../../auth/limits/rate-limits.ts";
import type { EffectiveSettings } from "../../../config/effective-settings.ts";
import { Problem } from "../../../contract/problem.ts";
import type { RefusedAddresses } from "../../../mail/outbox/refused-addresses.ts";
import type {
  AskedQuestion,
  NewQuestion,
  OwnQuestion,
  QuestionToAnswer,
  WaitingQuestion,
} from "../../../contract/questions.ts";

interface QuestionsParts {
  readonly questionCommands: QuestionCommands;
  readonly tables: {
    readonly members: Pick<MemberTable, "byIds">;
    readonly questions: Pick<
      QuestionTable,
      "askedBy" | "byId" | "countForStaff" | "forStaff" | "keptReply" | "openSentTo"
    >;
  };
  readonly questionTexts: Pick<QuestionTexts, "of">;
  readonly texts: Pick<ConversationTexts, "latest">;
  readonly refusedAddresses: Pick<RefusedAddresses, "memberIds">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly limits: Pick<RateLimits, "message">;
}

/** Questions to the program's alumni: what cadets, alumni and staff do with them. */
export class QuestionService {
  constructor(private readonly deps: QuestionsParts) {}

  /** What alumni will see of a cadet beside the text. */
  preview(member: Pick<MemberRecord, "profile">): ShownOfAsker {
    return shownOfAsker(member);
  }

  /** Why a member can't ask now, whatever they write; `undefined` if they can. */
  async whyNotAsk(memberId: string): Promise<Refusal | undefined> {
    try {
      await this.deps.questionCommands.requireMayAsk(memberId);
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  /** @throws {Refusal} When they may not ask, or not now. */
  async ask(memberId: string, question: NewQuestion, origin: Origin): Promise<string> {
    await this.deps.limits.message(memberId);
    const without = await this.deps.refusedAddresses.memberIds();
    const cause = causeOf(memberId, origin);
    return await this.deps.questionCommands.ask(memberId, question, cause, without);
  }

  /** A cadet's questions, open ones first, then the latest first. */
  async own(memberId: string): Promise<readonly OwnQuestion[]> {
    const asked = await this.deps.tables.questions.askedBy(memberId);
    const ordered = asked.toSorted((one, other) =>
      Number(isOpenQuestion(other)) - Number(isOpenQuestion(one)) ||
      other.askedAt.localeCompare(one.askedAt)
    );
    return await Promise.all(ordered.map((each) => this.#own(each)));
  }

  /** @throws {Problem} 404 for all but the cadet. */
  async read(memberId: string, questionId: string): Promise<OwnQuestion> {
    const question = await this.deps.tables.questions.byId(questionId);
    if (question?.askerId !== memberId) throw noQuestion();
    return await this.#own(question);
  }

  /** @throws {Refusal} When it was answered or closed. */
  async withdraw(memberId: string, questionId: string, origin: Origin): Promise<void> {
    await this.deps.limits.message(memberId);
    await this.deps.questionCommands.withdraw(memberId, questionId, causeOf(memberId, origin));
  }

  /** A question as one of those who were asked reads it. @throws {Refusal} For all others. */
  async asked(memberId: string, questionId: string): Promise<AskedQuestion> {
    const { questionCommands, tables, questionTexts, texts } = this.deps;
    const state = await questionCommands.look(memberId, questionId);
    const question = await tables.questions.byId(questionId);
    if (question === undefined) throw noQuestion();
    const kept = { kind: "reply", authorId: memberId, limit: 1 } as const;
    const [text, { texts: [reply] }] = await Promise.all([
      questionTexts.of(questionId),
      texts.latest(questionId, kept),
    ]);
    const isOpen = state.is === "open" && text !== undefined;
    return {
      id: questionId,
      topic: this.#labelOf(question),
      askedAt: question.askedAt,
      ...isOpen ? text : { text: null, classYear: null, armyBranch: null },
      // Once its text is deleted, no one can answer.
      is: isOpen ? "open" : "over",
      connectionId: state.connectionId,
      kept: reply?.text ?? null,
    };
  }

  /** Questions that a member was asked and that still need an answer, the latest first. */
  async toAnswer(memberId: string): Promise<readonly QuestionToAnswer[]> {
    const ids = await this.deps.tables.questions.openSentTo(memberId);
    const asked = await Promise.all(ids.map((id) => this.#askedUnlessGone(memberId, id)));
    return asked.flat().filter((each) => each.is === "open" && each.connectionId === null)
      .map(({ id, topic, askedAt, classYear, armyBranch }) => (
        { id, topic, askedAt, classYear, armyBranch }
      ));
  }

  /** @throws {Refusal} When they weren't asked, or have as many conversations as they want. */
  async answer(
    memberId: string,
    questionId: string,
    reply: Reply,
    origin: Origin,
  ): Promise<Answered> {
    await this.deps.limits.message(memberId);
    return await this.deps.questionCommands.answer(
      memberId,
      questionId,
      reply,
      causeOf(memberId, origin),
    );
  }

  /** @throws {Refusal} When nothing is kept, or it can't be sent anymore. */
  async sendKept(memberId: string, questionId: string, origin: Origin): Promise<Answered> {
    await this.deps.limits.message(memberId);
    return await this.deps.questionCommands.sendKept(
      memberId,
      questionId,
      causeOf(memberId, origin),
    );
  }

  async dropKept(memberId: string, questionId: string, origin: Origin): Promise<void> {
    const { limits, questionCommands, tables } = this.deps;
    await limits.message(memberId);
    if (await tables.questions.keptReply(questionId, memberId) === undefined) return;
    await questionCommands.forgetTexts(questionId, memberId, causeOf(memberId, origin));
  }

  /** Questions that no one answered, oldest first. */
  async forStaff(memberId: string): Promise<readonly WaitingQuestion[]> {
    const { tables, questionTexts } = this.deps;
    const waiting = await tables.questions.forStaff(memberId);
    const askers = await tables.members.byIds(waiting.map(({ askerId }) => askerId));
    const nothing = { text: null, classYear: null, armyBranch: null };
    const shown = await Promise.all(waiting.map(async (question): Promise<WaitingQuestion[]> => {
      const asker = askers.get(question.askerId);
      if (asker === undefined) return [];
      const { questionId: id, askedAt } = question;
      const text = await questionTexts.of(id) ?? nothing;
      return [{ id, topic: this.#labelOf(question), askedAt, ...text, asker: publicUser(asker) }];
    }));
    return shown.flat();
  }

  /** As staff: ends a question with words to the cadet. @throws {Refusal} */
  async close(
    memberId: string,
    questionId: string,
    words: string,
    origin: Origin,
  ): Promise<void> {
    await this.deps.limits.message(memberId);
    await this.deps.questionCommands.close(memberId, questionId, words, causeOf(memberId, origin));
  }

  /** Nothing if its cadet left at this moment. */
  async #askedUnlessGone(memberId: string, questionId: string): Promise<readonly AskedQuestion[]> {
    try {
      return [await this.asked(memberId, questionId)];
    } catch (error) {
      if (error instanceof Refusal || error instanceof Problem) return [];
      throw error;
    }
  }

  async #own(question: QuestionRecord): Promise<OwnQuestion> {
    const { questionTexts, texts } = this.deps;
    const { questionId: id, askedAt, lastStepAt, state } = question;
    const isClosed = !isOpenQuestion(question);
    const [text, closing] = await Promise.all([
      questionTexts.of(id),
      state === "closed" ? texts.latest(id, { kind: "closing", limit: 1 }) : undefined,
    ]);
    return {
      ...{ id, askedAt, state },
      topic: this.#labelOf(question),
      closedAt: isClosed ? lastStepAt : null,
      connectionId: question.answers[0]?.connectionId ?? null,
      text: text?.text ?? null,
      words: closing?.texts[0]?.text ?? null,
    };
  }

  #labelOf({ topic }: QuestionRecord): string {
    return this.deps.settings.topics().labelOf(topic);
  }
}

function noQuestion(): Problem {
  return new Problem(404, "Question not found");
}
