import type { ConnectionRecord } from "../../../events/connections/connection.ts";
import type { ConnectionCommands } from "../../../events/connections/handle.ts";
import type { QuestionCommands } from "../../../events/connections/questions/question-commands.ts";
import { alsoAsked, alsoAskedAlumni } from "../../../events/connections/same-topic.ts";
import { Refusal } from "../../../events/errors.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { QuestionTable } from "../../../events/read/questions.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Connection, OtherRequests, WithdrawnRequests } from "../../contract/connections.ts";
import type { Conversations } from "./conversations.ts";

interface AlsoAskedParts {
  readonly connectionCommands: Pick<ConnectionCommands, "act">;
  readonly conversations: Pick<Conversations, "known" | "asReadBy">;
  readonly questions: Pick<QuestionCommands, "withdraw">;
  readonly tables: {
    readonly connections: Pick<ConnectionTable, "askedBy">;
    readonly questions: Pick<QuestionTable, "askedBy">;
  };
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly limits: Pick<RateLimits, "message">;
}

/** An asker's other open requests about the topics of a conversation that was accepted. */
export class AlsoAsked {
  constructor(private readonly deps: AlsoAskedParts) {}

  /**
   * Empty while the request isn't accepted, once the conversation has ended, and to its mentor.
   * @throws {Problem} 404 for everyone else than its two members.
   */
  async of(memberId: string, connectionId: string): Promise<OtherRequests> {
    const { topics, requests, question } = await this.#find(memberId, connectionId);
    return {
      questionId: question?.questionId ?? null,
      topics: topics.map(this.deps.settings.topics().labelOf),
      requests: await this.deps.conversations.asReadBy(memberId, requests),
    };
  }

  /**
   * Withdraws those of the given requests that still wait for an answer and share a topic with the
   * conversation. Each is a change of its own: one that was just answered holds up no other, and a
   * second press withdraws what an interrupted one left.
   *
   * @throws {Problem} 404 for everyone else than its two members; 429 after too many changes.
   */
  async withdraw(
    memberId: string,
    connectionId: string,
    requestIds: readonly string[],
    origin: Origin,
  ): Promise<WithdrawnRequests> {
    const { connectionCommands, limits, tables, conversations } = this.deps;
    const { requests, question } = await this.#find(memberId, connectionId);
    await limits.message(memberId);
    for (const { connectionId: id } of requests) {
      if (!requestIds.includes(id)) continue;
      try {
        await connectionCommands.act(memberId, id, { type: "Withdraw" }, causeOf(memberId, origin));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    const isQuestionWithdrawn = question !== undefined &&
      requestIds.includes(question.questionId) &&
      await this.#withdrawQuestion(memberId, question.questionId, origin);
    // What became of each, also of those that someone answered or that expired before the press.
    const chosen = (await tables.connections.askedBy(memberId))
      .filter((each) => requestIds.includes(each.connectionId));
    const shown = await conversations.asReadBy(memberId, chosen);
    const are = (...states: Connection["state"][]) =>
      shown.filter(({ state }) => states.includes(state));
    const answered = are("accepted", "declined", "ended");
    return { withdrawn: are("withdrawn"), answered, isQuestionWithdrawn };
  }

  async #find(memberId: string, connectionId: string) {
    const { conversations, tables, settings } = this.deps;
    const accepted: ConnectionRecord = await conversations.known(memberId, connectionId);
    if (accepted.askerId !== memberId) return { topics: [], requests: [], question: undefined };
    const [asked, questions] = await Promise.all([
      tables.connections.askedBy(memberId),
      tables.questions.askedBy(memberId),
    ]);
    const { topics, requests } = alsoAsked(accepted, asked, settings.topics());
    const question = alsoAskedAlumni(accepted, questions, settings.topics());
    const all = new Set([...topics, ...question ? [question.topic] : []]);
    return { topics: [...all], requests, question };
  }

  /** Whether it still was open. */
  async #withdrawQuestion(memberId: string, questionId: string, origin: Origin): Promise<boolean> {
    try {
      await this.deps.questions.withdraw(memberId, questionId, causeOf(memberId, origin));
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return false;
    }
  }
}
