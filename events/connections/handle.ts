import type { Between } from "../commits.ts";
import { eventBetween } from "./events.ts";
import { Refusal } from "../errors.ts";
import { dayMs } from "../day.ts";
import type { Cause } from "../store/event-log.ts";
import type { Transaction } from "../transaction.ts";
import { recordIn } from "../members/evolve.ts";
import { isAdmitted } from "../program/admission.ts";
import type { ConnectionCommand, DueCommand, MentoringChanges } from "./commands.ts";
import { Asking } from "./ask.ts";
import { connectionIdOf, type ConnectionRecord, isOpen, isSilent, otherOf } from "./connection.ts";
import { decideBlock, decideConnection } from "./decide.ts";
import { countedSince, decideDue } from "./decide-due.ts";
import { decideMentoring } from "./decide-mentoring.ts";
import { openRequests } from "./may-ask.ts";
import { isPaused, mentoringOf } from "./mentoring.ts";
import { systemCause as system, type Written } from "./connection-writer.ts";
import { type Two, twoOf } from "./two.ts";

const textsPerForget = 500;

/** Commands between two members, decided on the rows of their stream: a second one knows the first. */
export class ConnectionCommands extends Asking {
  /** Answers, writes in, ends or reports a connection. Nothing is stored if `messageId` exists. */
  async act(
    memberId: string,
    connectionId: string,
    command: ConnectionCommand,
    cause: Cause,
    messageId?: string,
  ): Promise<Written | undefined> {
    const { table, now } = this.deps;
    return await this.append(memberId, cause, async (transaction) => {
      if (messageId !== undefined && await table.text(connectionId, messageId) !== undefined) {
        return { events: [] };
      }
      const two = await this.connection(transaction, memberId, await table.byId(connectionId));
      const { member, other, connection, between } = two;
      const conversations = command.type === "Accept"
        ? await transaction.conversationsOf(memberId)
        : 0;
      const reported = command.type === "Report"
        ? await this.#reportedBy(transaction, memberId, connectionId)
        : undefined;
      const canReopen = command.type === "UndoAnswer" &&
        await this.#canReopen(transaction, connectionId, two);
      const otherName = other?.firstName;
      const state = { member, connection, conversations, otherName, reported, canReopen };
      return { events: decideConnection(state, command, now()), between, connection, messageId };
    });
  }

  /** Records what is due. Resolves with whether anything was. */
  async recordDue(connectionId: string, command: DueCommand): Promise<boolean> {
    const { table, limits, now } = this.deps;
    const row = await table.byId(connectionId);
    const askerId = row?.askerId;
    if (row === undefined || askerId == null) return false;
    let isDue = false;
    await this.append(askerId, system, async (transaction) => {
      const { connection, between } = await this.connection(transaction, askerId, row);
      const at = connection === undefined ? now() : this.#asItCounts(connection, command);
      const events = decideDue(connection, command, limits, at);
      isDue = events.length > 0;
      if (connection === undefined) return { events };
      return {
        events,
        between,
        connection: { ...connection, isSilent: isSilent(connection, at.getTime()) },
      };
    });
    return isDue;
  }

  /** Now, without the time that the service was away since what is due is counted. */
  #asItCounts(connection: ConnectionRecord, command: DueCommand): Date {
    const { away, now } = this.deps;
    const sinceMs = countedSince(connection, command);
    return new Date(sinceMs + away.between(sinceMs, now().getTime()));
  }

  /** @throws {Refusal} When a value is out of bounds. */
  async changeMentoring(memberId: string, changes: MentoringChanges, cause: Cause): Promise<void> {
    await this.append(memberId, cause, async (transaction) => {
      const member = await transaction.present(memberId);
      return { events: decideMentoring(member, changes, this.deps.now()) };
    });
  }

  /** Pauses a mentor who doesn't answer until they resume, and mails them in the same commit. */
  async pauseSilent(memberId: string): Promise<void> {
    const now = this.deps.now();
    await this.append(memberId, system, async (transaction) => {
      const member = await transaction.present(memberId);
      if (isPaused(mentoringOf(member), now)) return { events: [] };
      const events = decideMentoring(member, { pausedUntil: "resumed" }, now);
      return { events, notice: { kind: "mentoring-paused", content: {} } };
    });
  }

  /** Records that a pause has ended. The directory follows events, so the date alone doesn't change it. */
  async resume(memberId: string): Promise<void> {
    const now = this.deps.now();
    await this.append(memberId, system, async (transaction) => {
      const member = await transaction.present(memberId);
      const mentoring = mentoringOf(member);
      if (mentoring.pausedUntil === null || isPaused(mentoring, now)) return { events: [] };
      return { events: decideMentoring(member, { pausedUntil: null }, now) };
    });
  }

  /** Blocks another member, and ends what is open between the two. The other isn't told of the block. */
  async block(memberId: string, otherId: string, cause: Cause): Promise<void> {
    await this.append(memberId, cause, async (transaction) => {
      const { member, other, known, between, isBlocking } = await twoOf(
        transaction,
        this.deps.table,
        { memberId, otherId },
      );
      if (isBlocking) return { events: [] };
      if (memberId === otherId || other === undefined) {
        throw new Refusal("connection/no-profile", "Profile not found");
      }
      const ended = decideBlock(member, known, this.deps.now());
      const connection = known.find(({ connectionId }) =>
        ended.some((event) => connectionIdOf(event) === connectionId)
      );
      const personal = { memberId: otherId };
      return { events: [...ended, eventBetween("MemberBlocked", personal)], between, connection };
    });
  }

  async unblock(memberId: string, otherId: string, cause: Cause): Promise<void> {
    await this.append(memberId, cause, async (transaction) => {
      const ids = { memberId, otherId };
      const { between, isBlocking } = await twoOf(transaction, this.deps.table, ids);
      if (!isBlocking) return { events: [] };
      const personal = { memberId: otherId };
      return { events: [eventBetween("MemberUnblocked", personal)], between };
    });
  }

  async forgetTexts(connectionId: string): Promise<void> {
    const { table } = this.deps;
    const connection = await table.byId(connectionId);
    if (connection === undefined || isOpen(connection)) return;
    const personal = { connectionId };
    for (const memberId of await table.authorsOf(connectionId)) {
      await this.append(memberId, system, async (transaction) => {
        await transaction.present(memberId);
        const between = await this.#betweenOf(transaction, memberId, connectionId);
        return { events: [eventBetween("MessagesForgotten", personal)], between };
      });
    }
  }

  /** Deletes texts from the log that are marked as forgotten, or were written to a member who is erased. */
  async deleteForgottenTexts(): Promise<void> {
    const { table, log } = this.deps;
    for (;;) {
      const positions = await table.forgottenTexts(textsPerForget);
      if (positions.length === 0) return;
      await log.forget({ positions });
      await table.forgot(positions);
    }
  }

  /** A connection's stream, also when the other one is erased. */
  async #betweenOf(
    transaction: Transaction,
    memberId: string,
    connectionId: string,
  ): Promise<Between | undefined> {
    const { table } = this.deps;
    const connection = await table.byId(connectionId);
    const otherId = connection && otherOf(memberId, connection);
    const other = otherId && recordIn(await transaction.member(otherId));
    if (other) return await transaction.between(memberId, other.memberId);
    const stream = await table.streamOf(connectionId);
    return stream === undefined ? undefined : await transaction.betweenIn(stream, memberId);
  }

  /** Whether a request may wait for its mentor again. */
  async #canReopen(
    transaction: Transaction,
    connectionId: string,
    { other: asker, known, wasBlockedSince }: Two,
  ): Promise<boolean> {
    const { table, limits } = this.deps;
    if (asker === undefined || !isAdmitted(asker) || asker.isAskingClosed) return false;
    if (wasBlockedSince(connectionId)) return false;
    const others = known.filter((each) => each.connectionId !== connectionId);
    if (others.some(isOpen)) return false;
    await transaction.memberWithDealings(asker.memberId);
    const asked = await table.askedBy(asker.memberId);
    const questions = await this.deps.questions.askedBy(asker.memberId);
    return openRequests({ asked, questions }) < limits.openRequests;
  }

  async #reportedBy(transaction: Transaction, memberId: string, connectionId: string) {
    const { reports, limits, now } = this.deps;
    await transaction.memberWithDealings(memberId);
    const before = await reports.byReporter(memberId, now().getTime() - dayMs);
    return {
      isOpen: before.some((each) => each.isOpen && each.connectionId === connectionId),
      lately: before.filter(({ isLate }) => isLate).length,
      most: limits.reportsADay,
    };
  }
}
