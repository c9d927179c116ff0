import { eventBetween } from "./events.ts";
import { Refusal } from "../errors.ts";
import { dayMs } from "../log/day.ts";
import type { Cause } from "../log/event-log.ts";
import type { MemberRecord } from "../members/record.ts";
import { isAdmitted } from "../program/admission.ts";
import type { ConnectionCommand, DueCommand, MentoringChanges } from "./commands.ts";
import { Asking } from "./ask.ts";
import { connectionIdOf, isOpen, isSilent } from "./connection.ts";
import { decideBlock, decideConnection } from "./decide.ts";
import { decideDue } from "./decide-due.ts";
import { decideMentoring } from "./decide-mentoring.ts";
import { isPaused, mentoringOf } from "./mentoring.ts";
import { type Pair, pairOf } from "./pair.ts";
import type { Written } from "./record.ts";

const textsPerForget = 500;
const system = { actorId: "system", correlationId: "time" } as const;

/** Commands between two members, decided on both streams: a second one knows the first. */
export class Connections extends Asking {
  /** Answers, writes in, ends or reports a connection. Nothing is recorded if `messageId` exists. */
  async act(
    memberId: string,
    connectionId: string,
    command: ConnectionCommand,
    cause: Cause,
    messageId?: string,
  ): Promise<Written | undefined> {
    const { table, members, now } = this.deps;
    return await this.record(memberId, cause, async (transaction) => {
      if (messageId !== undefined && await table.text(connectionId, messageId) !== undefined) {
        return { events: [] };
      }
      const { member, other, connection, pair } = await this.connection(
        transaction,
        memberId,
        await table.byId(connectionId),
      );
      const conversations = command.type === "Accept"
        ? (await members.byId(memberId))?.conversations ?? 0
        : 0;
      const reported = command.type === "Report"
        ? await this.#reportedBy(memberId, connectionId)
        : undefined;
      const canReopen = command.type === "UndoAnswer" && other !== undefined &&
        await this.#canReopen(connectionId, other, pair);
      const otherName = other?.firstName;
      const state = { member, connection, conversations, otherName, reported, canReopen };
      return { events: decideConnection(state, command, now()), connection, messageId };
    });
  }

  /** Records what is due. Resolves with whether anything was. */
  async recordDue(connectionId: string, command: DueCommand): Promise<boolean> {
    const { table, limits, now } = this.deps;
    const row = await table.byId(connectionId);
    const askerId = row?.askerId;
    if (row === undefined || askerId == null) return false;
    let isDue = false;
    await this.record(askerId, system, async (transaction) => {
      const { connection } = await this.connection(transaction, askerId, row);
      const at = now();
      const events = decideDue(connection, command, limits, at);
      isDue = events.length > 0;
      if (connection === undefined) return { events };
      return {
        events,
        connection: { ...connection, isSilent: isSilent(connection, at.getTime()) },
      };
    });
    return isDue;
  }

  /** @throws {Refusal} When a value is out of bounds. */
  async changeMentoring(memberId: string, changes: MentoringChanges, cause: Cause): Promise<void> {
    await this.record(memberId, cause, async (transaction) => {
      const member = await transaction.present(memberId);
      return { events: decideMentoring(member, changes, this.deps.now()) };
    });
  }

  /** Pauses a mentor who doesn't answer until they resume, and mails them in the same commit. */
  async pauseSilent(memberId: string): Promise<void> {
    const now = this.deps.now();
    await this.record(memberId, system, async (transaction) => {
      const member = await transaction.present(memberId);
      if (isPaused(mentoringOf(member), now)) return { events: [] };
      const events = decideMentoring(member, { pausedUntil: "resumed" }, now);
      return { events, notice: { kind: "mentoring-paused", content: {} } };
    });
  }

  /** Records that a pause has ended. The directory follows events, so the date alone doesn't change it. */
  async resume(memberId: string): Promise<void> {
    const now = this.deps.now();
    await this.record(memberId, system, async (transaction) => {
      const member = await transaction.present(memberId);
      const mentoring = mentoringOf(member);
      if (mentoring.pausedUntil === null || isPaused(mentoring, now)) return { events: [] };
      return { events: decideMentoring(member, { pausedUntil: null }, now) };
    });
  }

  /** Blocks another member, and ends what is open between the two. The other isn't told of the block. */
  async block(memberId: string, otherId: string, cause: Cause): Promise<void> {
    await this.record(memberId, cause, async (transaction) => {
      const { member, other, pair } = await pairOf(transaction, memberId, otherId);
      if (pair.isBlocking) return { events: [] };
      if (memberId === otherId || other === undefined) {
        throw new Refusal("connection/no-profile", "Profile not found");
      }
      const ended = decideBlock(member, pair.known, this.deps.now());
      const connection = pair.known.find(({ connectionId }) =>
        ended.some((event) => connectionIdOf(event) === connectionId)
      );
      const personal = { memberId: otherId };
      return { events: [...ended, eventBetween("MemberBlocked", personal)], connection };
    });
  }

  async unblock(memberId: string, otherId: string, cause: Cause): Promise<void> {
    await this.record(memberId, cause, async (transaction) => {
      const { pair } = await pairOf(transaction, memberId, otherId);
      if (!pair.isBlocking) return { events: [] };
      const personal = { memberId: otherId };
      return { events: [eventBetween("MemberUnblocked", personal)] };
    });
  }

  async forgetTexts(connectionId: string): Promise<void> {
    const { table } = this.deps;
    const connection = await table.byId(connectionId);
    if (connection === undefined || isOpen(connection)) return;
    const personal = { connectionId };
    for (const memberId of await table.authorsOf(connectionId)) {
      await this.record(memberId, system, async (transaction) => {
        await transaction.present(memberId);
        return { events: [eventBetween("MessagesForgotten", personal)] };
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

  /** Whether a request may wait for its mentor again. */
  async #canReopen(connectionId: string, asker: MemberRecord, pair: Pair): Promise<boolean> {
    const { table, limits } = this.deps;
    if (!isAdmitted(asker) || asker.isAskingClosed) return false;
    if (pair.wasBlockedSince(connectionId)) return false;
    const others = pair.known.filter((each) => each.connectionId !== connectionId);
    if (others.some(isOpen)) return false;
    const asked = await table.askedBy(asker.memberId);
    const open = asked.filter(({ state, isLeft }) => state === "requested" && !isLeft);
    return open.length < limits.openRequests;
  }

  async #reportedBy(memberId: string, connectionId: string) {
    const { reports, limits, now } = this.deps;
    const before = await reports.byReporter(memberId, now().getTime() - dayMs);
    return {
      isOpen: before.some((each) => each.isOpen && each.connectionId === connectionId),
      lately: before.filter(({ isLate }) => isLate).length,
      most: limits.reportsADay,
    };
  }
}
