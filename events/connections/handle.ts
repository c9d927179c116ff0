import { Refusal } from "../errors.ts";
import type { Handler } from "../handler.ts";
import type { Cause, EventLog } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import type { Topics } from "../program/topics.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { MemberTable } from "../read/members.ts";
import type { ReportTable } from "../read/reports.ts";
import type { Transaction } from "../transaction.ts";
import type { RecentDeclines } from "../vault/recent-declines.ts";
import type { Ask, ConnectionCommand, DueCommand, MentoringWishes } from "./commands.ts";
import { connectionIdOf, type ConnectionRecord, isSilent } from "./connection.ts";
import { decideBlock, decideConnection } from "./decide.ts";
import { type AskState, decideAsk } from "./decide-ask.ts";
import { askedOf, type AskInstead, decideAskInstead } from "./decide-ask-instead.ts";
import { decideDue } from "./decide-due.ts";
import { decideMentoring } from "./decide-mentoring.ts";
import { type Askable, type AskableWish, findAskable } from "./find-askable.ts";
import type { ConnectionLimits } from "./limits.ts";
import { type ConnectionAbout, mailsAbout } from "./mails.ts";
import { isPaused, mentoringOf } from "./mentoring.ts";
import type { Notices } from "./notices.ts";
import { pairOf } from "./read-pair.ts";

/** A message that was just recorded. */
export interface Written {
  readonly messageId: string;
  readonly atMs: number;
}

export interface ConnectionsDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "forget">;
  /** Which two members a connection has, and what depends on the streams of more than these two. */
  readonly table: Pick<
    ConnectionTable,
    | "byId"
    | "text"
    | "ofMember"
    | "askedBy"
    | "blockedBy"
    | "conversationsOf"
    | "conversationsOfMany"
    | "authorsOf"
    | "leftTexts"
    | "forgot"
  >;
  readonly reports: Pick<ReportTable, "byReporter">;
  readonly members: Pick<MemberTable, "byId" | "byIds">;
  /** Resolves once the read tables have every event recorded before the call. */
  readonly catchUp: () => Promise<void>;
  readonly notices: Pick<Notices, "end">;
  readonly limits: ConnectionLimits;
  readonly recentDeclines: RecentDeclines;
  /** The program's current help topics. */
  readonly topics: () => Topics;
  readonly now: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
}

/** Events for the actor's streams, and the mails that go with them. */
interface Plan {
  readonly events: readonly MemberEvent[];
  /** The connection that the mails are about. */
  readonly connection?: ConnectionAbout | undefined;
  /** The connection that the events end, if it is another one. */
  readonly ended?: ConnectionAbout | undefined;
  /** A mail to the actor. */
  readonly notice?: MailDraft | undefined;
  /** Id of the message, where it isn't random. */
  readonly messageId?: string | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;
const textsPerForget = 500;
const system = { actorId: "system", correlationId: "time", causationId: "time" } as const;

/**
 * Commands between two members. Each is decided on the streams of both, so of two commands at the same moment the
 * second is decided knowing the first.
 */
export class Connections {
  constructor(private readonly deps: ConnectionsDependencies) {}

  /**
   * Asks a mentor for help.
   *
   * @returns The id of the new connection.
   * @throws {Refusal} When a rule forbids it.
   */
  async ask(memberId: string, ask: Omit<Ask, "connectionId">, cause: Cause): Promise<string> {
    const { limits, now, newId } = this.deps;
    const connectionId = newId();
    const { mentorId } = ask;
    await this.#record(memberId, cause, async (transaction) => {
      const state = await this.#askState(transaction, memberId, mentorId);
      const events = decideAsk(state, { ...ask, connectionId }, limits, now());
      return { events, connection: { connectionId, askerId: memberId, mentorId } };
    });
    return connectionId;
  }

  /**
   * Withdraws a request that was not answered for a week, and asks another mentor with its note, in one commit.
   *
   * @param silentId The request without an answer.
   * @returns The id of the new connection; of the earlier one if the same was done before.
   * @throws {Refusal} When a rule forbids it. Then nothing is withdrawn.
   */
  async askInstead(
    memberId: string,
    silentId: string,
    ask: Omit<AskInstead, "connectionId">,
    cause: Cause,
  ): Promise<string> {
    const { table, limits, now, newId } = this.deps;
    const { mentorId } = ask;
    let connectionId = newId();
    await this.#record(memberId, cause, async (transaction) => {
      const row = await table.byId(silentId);
      const { connection: silent, other } = await this.#connection(transaction, memberId, row);
      const asked = await this.#askState(transaction, memberId, mentorId);
      const state = { ...asked, silent, silentName: other?.firstName };
      const events = decideAskInstead(state, { ...ask, connectionId }, limits, now());
      if (events.length > 0) {
        return { events, connection: { connectionId, askerId: memberId, mentorId }, ended: silent };
      }
      connectionId = askedOf(mentorId, state.between)?.connectionId ?? connectionId;
      return { events };
    });
    return connectionId;
  }

  /** Finds members whom the asker of an unanswered request can ask instead. */
  async askable(wish: AskableWish): Promise<Askable> {
    return await findAskable(this.deps, wish);
  }

  /**
   * Answers, writes in, ends or reports a connection.
   *
   * @param messageId UUID of the message to write; a message that is there already is not written again.
   * @returns The new message, if the command wrote one.
   * @throws {Refusal} When a rule forbids it, or the connection isn't the member's.
   */
  async act(
    memberId: string,
    connectionId: string,
    command: ConnectionCommand,
    cause: Cause,
    messageId?: string,
  ): Promise<Written | undefined> {
    const { table, now } = this.deps;
    return await this.#record(memberId, cause, async (transaction) => {
      if (messageId !== undefined && await table.text(connectionId, messageId) !== undefined) {
        return { events: [] };
      }
      const { member, other, connection } = await this.#connection(
        transaction,
        memberId,
        await table.byId(connectionId),
      );
      const conversations = command.type === "Accept" ? await table.conversationsOf(memberId) : 0;
      const reported = command.type === "Report"
        ? await this.#reportedBy(memberId, connectionId)
        : undefined;
      const state = { member, connection, conversations, otherName: other?.firstName, reported };
      return { events: decideConnection(state, command, now()), connection, messageId };
    });
  }

  /** Records what is due. Resolves with whether anything was. */
  async pass(connectionId: string, command: DueCommand): Promise<boolean> {
    const { catchUp, table, limits, now } = this.deps;
    await catchUp();
    const row = await table.byId(connectionId);
    const askerId = row?.askerId;
    if (row === undefined || askerId == null) return false;
    let isDue = false;
    await this.#record(askerId, system, async (transaction) => {
      const { connection } = await this.#connection(transaction, askerId, row);
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
  async changeMentoring(memberId: string, wishes: MentoringWishes, cause: Cause): Promise<void> {
    await this.#record(memberId, cause, async (transaction) => {
      const member = await transaction.present(memberId);
      return { events: decideMentoring(member, wishes, this.deps.now()) };
    });
  }

  /**
   * Pauses a mentor who doesn't answer until they resume, and mails them in the same commit. Does nothing if they
   * are already paused.
   */
  async pauseSilent(memberId: string): Promise<void> {
    const now = this.deps.now();
    await this.#record(memberId, system, async (transaction) => {
      const member = await transaction.present(memberId);
      if (isPaused(mentoringOf(member), now)) return { events: [] };
      const events = decideMentoring(member, { pausedUntil: "resumed" }, now);
      return { events, notice: { kind: "mentoring-paused", content: {} } };
    });
  }

  /** Records that a pause has ended. The directory follows events, so the date alone doesn't change it. */
  async resume(memberId: string): Promise<void> {
    const now = this.deps.now();
    await this.#record(memberId, system, async (transaction) => {
      const member = await transaction.present(memberId);
      const mentoring = mentoringOf(member);
      if (mentoring.pausedUntil === null || isPaused(mentoring, now)) return { events: [] };
      return { events: decideMentoring(member, { pausedUntil: null }, now) };
    });
  }

  /** Blocks another member, and ends what is open between the two. The other isn't told of the block. */
  async block(memberId: string, otherId: string, cause: Cause): Promise<void> {
    await this.#record(memberId, cause, async (transaction) => {
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
      return { events: [...ended, { type: "MemberBlocked", facts: {}, personal }], connection };
    });
  }

  async unblock(memberId: string, otherId: string, cause: Cause): Promise<void> {
    await this.#record(memberId, cause, async (transaction) => {
      const { pair } = await pairOf(transaction, memberId, otherId);
      if (!pair.isBlocking) return { events: [] };
      const personal = { memberId: otherId };
      return { events: [{ type: "MemberUnblocked", facts: {}, personal }] };
    });
  }

  /** Notes recent declines before the asker is erased, since their address can be registered again. */
  async noteRecentDeclines(memberId: string): Promise<void> {
    const { catchUp, members, table, recentDeclines, limits, now } = this.deps;
    await catchUp();
    const email = (await members.byId(memberId))?.email;
    if (email === undefined) return;
    for (const { state, mentorId, answeredAt, isLeft } of await table.askedBy(memberId)) {
      const untilMs = Date.parse(answeredAt ?? "") + limits.againAfterMs;
      if (state !== "declined" || isLeft || untilMs <= now().getTime()) continue;
      await recentDeclines.add(email, mentorId, untilMs);
    }
  }

  /** Marks the texts of a closed connection as forgotten. */
  async forgetTexts(connectionId: string): Promise<void> {
    const { catchUp, table } = this.deps;
    await catchUp();
    const state = (await table.byId(connectionId))?.state;
    if (state === undefined || state === "requested" || state === "accepted") return;
    const personal = { connectionId };
    for (const memberId of await table.authorsOf(connectionId)) {
      await this.#record(memberId, system, async (transaction) => {
        await transaction.present(memberId);
        return { events: [{ type: "MessagesForgotten", facts: {}, personal }] };
      });
    }
  }

  /** Deletes texts from the log that are marked as forgotten, or were written to a member who is erased. */
  async forgetLeft(): Promise<void> {
    const { table, log } = this.deps;
    for (;;) {
      const positions = await table.leftTexts(textsPerForget);
      if (positions.length === 0) return;
      await log.forget({ positions });
      await table.forgot(positions);
    }
  }

  /** @returns The message among the recorded events, if there is one. */
  async #record(
    memberId: string,
    cause: Cause,
    planFor: (transaction: Transaction) => Promise<Plan>,
  ): Promise<Written | undefined> {
    const { handler, notices } = this.deps;
    const { plan, written } = await handler.handle(
      { cause, readsTables: true },
      async (transaction) => {
        const plan = await planFor(transaction);
        const recorded = transaction.record(memberId, plan.events, plan);
        transaction.mail(memberId, [
          ...plan.connection ? mailsAbout(plan.connection, memberId, recorded) : [],
          ...plan.notice ? [plan.notice] : [],
        ]);
        const message = recorded.find(({ event }) => event.type === "MessageSent");
        const atMs = transaction.now.getTime();
        return { plan, written: message && { messageId: message.eventId, atMs } };
      },
    );
    await notices.end(readersOfEnded(plan));
    return written;
  }

  /** A connection as one of its members knows it; `undefined` for others, and if a block hides it. */
  async #connection(transaction: Transaction, memberId: string, row: ConnectionRecord | undefined) {
    const isMentor = row?.mentorId === memberId;
    const otherId = isMentor ? row.askerId : row?.mentorId;
    const { member, other, pair } = await pairOf(transaction, memberId, otherId ?? undefined);
    // The requests of an erased asker are gone, so only the table knows whose answer this was.
    const isAskerErased = isMentor && row.askerId === null;
    const connection = isAskerErased
      ? row
      : pair.known.find(({ connectionId }) => connectionId === row?.connectionId);
    return { member, other, connection };
  }

  /** What a request to a mentor is decided on. */
  async #askState(transaction: Transaction, memberId: string, mentorId: string): Promise<AskState> {
    const { table, recentDeclines, topics } = this.deps;
    const { member: asker, other: mentor, pair } = await pairOf(transaction, memberId, mentorId);
    const [conversations, asked, wasDeclined] = await Promise.all([
      table.conversationsOf(mentorId),
      table.askedBy(memberId),
      recentDeclines.has(asker.email, mentorId),
    ]);
    return {
      asker,
      mentor,
      conversations,
      asked,
      between: pair.known,
      isBlocking: pair.isBlocking,
      hidesRequest: pair.hidesRequest,
      wasDeclined,
      topics: topics(),
    };
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

/** Both members of a connection that has just ended: nothing more is mailed about its messages. */
function readersOfEnded({ events, connection: about, ended: connection = about }: Plan) {
  const isOver = events.some((event) =>
    event.type === "ConnectionWithdrawn" || event.type === "ConnectionExpired" ||
    event.type === "ConnectionEnded" ||
    event.type === "ConnectionAnswered" && !event.personal?.isAccepted
  );
  if (connection === undefined || !isOver) return [];
  const { connectionId, askerId, mentorId } = connection;
  return [askerId, mentorId].flatMap((memberId) =>
    memberId === null ? [] : [{ memberId, connectionId }]
  );
}
