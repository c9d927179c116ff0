import type { Between } from "../commits.ts";
import type { Statement } from "../store/database-port.ts";
import type { Cause } from "../store/event-log.ts";
import type { Transaction } from "../transaction.ts";
import type { Ask } from "./commands.ts";
import { type AskState, decideAsk } from "./decide-ask.ts";
import { askedOf, type AskInstead, decideAskInstead } from "./decide-ask-instead.ts";
import { type Askable, type AskableQuery, findAskable } from "./find-askable.ts";
import { ConnectionWriter } from "./connection-writer.ts";
import { twoOf } from "./two.ts";

export class Asking extends ConnectionWriter {
  async ask(memberId: string, ask: Omit<Ask, "connectionId">, cause: Cause): Promise<string> {
    const { limits, now, newId } = this.deps;
    const connectionId = newId();
    const { mentorId } = ask;
    await this.append(memberId, cause, async (transaction) => {
      const { state, between } = await this.#askState(transaction, memberId, mentorId);
      const events = decideAsk(state, { ...ask, connectionId }, limits, now());
      return { events, between, connection: { connectionId, askerId: memberId, mentorId } };
    });
    return connectionId;
  }

  /** @throws {Refusal} When they may not ask this mentor now, whatever they write. Records nothing. */
  async requireAskable(memberId: string, mentorId: string, cause: Cause): Promise<void> {
    const { limits, now } = this.deps;
    const ask = { connectionId: "", mentorId, topics: [], note: "" };
    await this.append(memberId, cause, async (transaction) => {
      const { state } = await this.#askState(transaction, memberId, mentorId);
      decideAsk(state, ask, limits, now());
      return { events: [] };
    });
  }

  /** Withdraws a request and asks another mentor, or neither. Repeating it gives the same id. */
  async askInstead(
    memberId: string,
    silentId: string,
    ask: Omit<AskInstead, "connectionId">,
    cause: Cause,
  ): Promise<string> {
    const { table, limits, now, newId } = this.deps;
    const { mentorId } = ask;
    let connectionId = newId();
    await this.append(memberId, cause, async (transaction) => {
      const row = await table.byId(silentId);
      const { connection: silent, other, between: endedIn } = await this.connection(
        transaction,
        memberId,
        row,
      );
      const { state: asked, between } = await this.#askState(transaction, memberId, mentorId);
      const state = { ...asked, silent, silentName: other?.firstName };
      const events = decideAskInstead(state, { ...ask, connectionId }, limits, now());
      if (events.length > 0) {
        const connection = { connectionId, askerId: memberId, mentorId };
        return { events, between, connection, ended: silent, endedIn };
      }
      connectionId = askedOf(mentorId, state.between)?.connectionId ?? connectionId;
      return { events };
    });
    return connectionId;
  }

  async askable(query: AskableQuery): Promise<Askable> {
    return await findAskable(this.deps, query);
  }

  /** Statements that note recent declines when the asker is erased: their address can be registered again. */
  async notingDeclines(memberId: string): Promise<readonly Statement[]> {
    const { members, table, recentDeclines, limits, now } = this.deps;
    const email = (await members.byId(memberId))?.email;
    if (email === undefined) return [];
    const asked = await table.askedBy(memberId);
    return asked.flatMap(({ state, mentorId, answeredAt, isLeft }) => {
      const untilMs = Date.parse(answeredAt ?? "") + limits.againAfterMs;
      if (state !== "declined" || isLeft || mentorId === null || untilMs <= now().getTime()) {
        return [];
      }
      return [recentDeclines.adding(email, mentorId, untilMs)];
    });
  }

  async #askState(
    transaction: Transaction,
    memberId: string,
    mentorId: string,
  ): Promise<{ readonly state: AskState; readonly between: Between | undefined }> {
    const { table, questions: questionTable, recentDeclines, topics } = this.deps;
    await transaction.memberWithDealings(memberId);
    const ids = { memberId, otherId: mentorId };
    const { member: asker, other: mentor, known: between, ...two } = await twoOf(
      transaction,
      table,
      ids,
    );
    const [conversations, asked, questions, wasDeclined] = await Promise.all([
      transaction.conversationsOf(mentorId),
      table.askedBy(memberId),
      questionTable.askedBy(memberId),
      recentDeclines.has(asker.email, mentorId),
    ]);
    const { isBlocking, hidesRequest } = two;
    const state = { asker, mentor, conversations, between, isBlocking, hidesRequest };
    return {
      state: { ...state, asked, questions, wasDeclined, topics: topics() },
      between: two.between,
    };
  }
}
