import { Refusal } from "../errors.ts";
import type { Handler } from "../handler.ts";
import type { Cause, EventLog } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import { recordIn } from "../members/evolve.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import type { MemberRecord } from "../members/record.ts";
import type { Topics } from "../program/topics.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { MemberTable } from "../read/members.ts";
import type { ReportTable } from "../read/reports.ts";
import type { RecentNoes } from "../vault/recent-noes.ts";
import type { Ask, ConnectionCommand, DueCommand, MentoringWishes } from "./commands.ts";
import { connectionIdOf } from "./connection.ts";
import { decideAsk, decideBlock, decideConnection, decideDue, decideMentoring } from "./decide.ts";
import type { ConnectionLimits } from "./limits.ts";
import { type ConnectionAbout, mailsAbout } from "./mails.ts";
import { isPaused, mentoringOf } from "./mentoring.ts";
import type { Notices } from "./notices.ts";

/** A message that was recorded just now. */
export interface Written {
  readonly messageId: string;
  readonly atMs: number;
}

export interface ConnectionsDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "forget">;
  readonly table: ConnectionTable;
  readonly reports: Pick<ReportTable, "byReporter">;
  readonly members: Pick<MemberTable, "byId">;
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
  readonly notices: Pick<Notices, "end">;
  readonly limits: ConnectionLimits;
  readonly recentNoes: RecentNoes;
  /** The program's help topics now. */
  readonly topics: () => Topics;
  readonly now: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
}

/** Who does something, and to whom. */
interface Acting {
  readonly memberId: string;
  /** Whose streams it also depends on; of a connection, the other one of the two. */
  readonly otherId?: string;
  readonly connectionId?: string;
  readonly cause: Cause;
}

/** What is to be recorded in the actor's streams, and the mails that follow from it. */
interface Plan {
  readonly events: readonly MemberEvent[];
  /** Between whom it is, for mails. */
  readonly connection?: ConnectionAbout | undefined;
  /** A mail to the member themselves. */
  readonly notice?: MailDraft | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;
const forgottenAtOnce = 500;
const system = { actorId: "system", correlationId: "time", causationId: "time" } as const;

/**
 * What people do with each other. Everything that is resolved is recorded and can be read. It is decided on the
 * streams of both: whatever the two do at once, the second is decided on knowing the first.
 */
export class Connections {
  constructor(private readonly deps: ConnectionsDependencies) {}

  /**
   * Asks somebody for help.
   *
   * @returns The id of the new connection.
   * @throws {Refusal} When it may not be asked, or not now.
   */
  async ask(memberId: string, ask: Omit<Ask, "connectionId">, cause: Cause): Promise<string> {
    const { table, recentNoes, limits, topics, now, newId } = this.deps;
    const connectionId = newId();
    const { mentorId } = ask;
    await this.#record({ memberId, otherId: mentorId, cause }, async (asker, mentor) => {
      const [conversations, asked, between] = await Promise.all([
        table.conversationsOf(mentorId),
        table.askedBy(memberId),
        table.between(memberId, mentorId),
      ]);
      const [isBlocking, hidesRequest, wasDeclined] = await Promise.all([
        table.hasBlocked(memberId, mentorId),
        table.hidesRequest(memberId, mentorId),
        recentNoes.has(asker.email, mentorId),
      ]);
      const known = { asked, between, isBlocking, hidesRequest, wasDeclined };
      const state = { asker, mentor, conversations, ...known, topics: topics() };
      const events = decideAsk(state, { ...ask, connectionId }, limits, now());
      return { events, connection: { connectionId, askerId: memberId, mentorId } };
    });
    return connectionId;
  }

  /**
   * @returns The message that was written by it, if one was.
   * @throws {Refusal} When a rule says no, or the member is no party of it.
   */
  async act(
    memberId: string,
    connectionId: string,
    command: ConnectionCommand,
    cause: Cause,
  ): Promise<Written | undefined> {
    return await this.#record({ memberId, connectionId, cause }, async (member, other) => {
      const [connection, conversations] = await Promise.all([
        this.#knownTo(memberId, connectionId),
        this.deps.table.conversationsOf(memberId),
      ]);
      const reported = command.type === "Report"
        ? await this.#reportedBy(memberId, connectionId)
        : undefined;
      const state = { member, connection, conversations, otherName: other?.firstName, reported };
      return { events: decideConnection(state, command, this.deps.now()), connection };
    });
  }

  /** Does what time leads to. Resolves with whether there was anything to do. */
  async pass(connectionId: string, command: DueCommand): Promise<boolean> {
    const { catchUp, table, limits, now } = this.deps;
    await catchUp();
    const askerId = (await table.byId(connectionId))?.askerId;
    if (askerId == null) return false;
    let isDue = false;
    await this.#record({ memberId: askerId, connectionId, cause: system }, async () => {
      const connection = await table.byId(connectionId);
      const events = decideDue(connection, command, limits, now());
      isDue = events.length > 0;
      return { events, connection };
    });
    return isDue;
  }

  /** @throws {Refusal} When a number is out of bounds. */
  async changeMentoring(memberId: string, wishes: MentoringWishes, cause: Cause): Promise<void> {
    await this.#record(
      { memberId, cause },
      async (member) => ({ events: decideMentoring(member, wishes, this.deps.now()) }),
    );
  }

  /**
   * Pauses a mentor who does not answer until they resume, and tells them by mail in the same commit;
   * passed over for one who is paused.
   */
  async pauseSilent(memberId: string): Promise<void> {
    const now = this.deps.now();
    await this.#record({ memberId, cause: system }, async (member) => {
      if (isPaused(mentoringOf(member), now)) return { events: [] };
      const events = decideMentoring(member, { pausedUntil: "resumed" }, now);
      return { events, notice: { kind: "mentoring-paused", content: {} } };
    });
  }

  /** Records that the month has begun until which a member took no requests: lists go by events. */
  async resume(memberId: string): Promise<void> {
    const now = this.deps.now();
    await this.#record({ memberId, cause: system }, async (member) => {
      const mentoring = mentoringOf(member);
      if (mentoring.pausedUntil === null || isPaused(mentoring, now)) return { events: [] };
      return { events: decideMentoring(member, { pausedUntil: null }, now) };
    });
  }

  /** Ends what is open between the two; the other one learns of nothing else. */
  async block(memberId: string, otherId: string, cause: Cause): Promise<void> {
    const { table, now } = this.deps;
    await this.#record({ memberId, otherId, cause }, async (member, other) => {
      if (await table.hasBlocked(memberId, otherId)) return { events: [] };
      if (memberId === otherId || other === undefined) {
        throw new Refusal("connection/no-profile", "Profile not found");
      }
      const between = await table.between(memberId, otherId);
      const ended = decideBlock(member, between, now());
      const connection = between.find(({ connectionId }) =>
        ended.some((event) => connectionIdOf(event) === connectionId)
      );
      const personal = { memberId: otherId };
      return { events: [...ended, { type: "MemberBlocked", facts: {}, personal }], connection };
    });
  }

  async unblock(memberId: string, otherId: string, cause: Cause): Promise<void> {
    await this.#record({ memberId, cause }, async () => {
      if (!await this.deps.table.hasBlocked(memberId, otherId)) return { events: [] };
      const personal = { memberId: otherId };
      return { events: [{ type: "MemberUnblocked", facts: {}, personal }] };
    });
  }

  /** Notes who said no to somebody lately, before they are erased: their address can be registered again. */
  async keepNoes(memberId: string): Promise<void> {
    const { catchUp, members, table, recentNoes, limits, now } = this.deps;
    await catchUp();
    const email = (await members.byId(memberId))?.email;
    if (email === undefined) return;
    for (const { state, mentorId, answeredAt, isLeft } of await table.askedBy(memberId)) {
      const untilMs = Date.parse(answeredAt ?? "") + limits.againAfterMs;
      if (state !== "declined" || isLeft || untilMs <= now().getTime()) continue;
      await recentNoes.add(email, mentorId, untilMs);
    }
  }

  /** Notes that the texts of a connection are not kept any longer. */
  async forgetTexts(connectionId: string): Promise<void> {
    const { catchUp, table } = this.deps;
    await catchUp();
    const state = (await table.byId(connectionId))?.state;
    if (state === undefined || state === "requested" || state === "accepted") return;
    const personal = { connectionId };
    for (const memberId of await table.authorsOf(connectionId)) {
      await this.#record(
        { memberId, cause: system },
        async () => ({ events: [{ type: "MessagesForgotten", facts: {}, personal }] }),
      );
    }
  }

  /** Takes out of the log what is noted as forgotten, or was written to somebody who is erased. */
  async forgetLeft(): Promise<void> {
    const { table, log } = this.deps;
    for (;;) {
      const positions = await table.leftTexts(forgottenAtOnce);
      if (positions.length === 0) return;
      await log.forget({ positions });
      await table.forgot(positions);
    }
  }

  /** @returns The message among what was recorded, if there is one. */
  async #record(
    acting: Acting,
    planFor: (member: MemberRecord, other?: MemberRecord) => Promise<Plan>,
  ): Promise<Written | undefined> {
    const { handler, notices } = this.deps;
    const { memberId, connectionId, cause } = acting;
    const { plan, written } = await handler.handle(
      { cause, byTables: true },
      async (transaction) => {
        const otherId = connectionId === undefined
          ? acting.otherId
          : await this.#otherIn(connectionId, memberId);
        // Before anything is decided by the tables: what comes later is then told by the log.
        const [, other] = await Promise.all([
          transaction.memberAmongOthers(memberId),
          otherId == null ? undefined : transaction.memberAmongOthers(otherId),
        ]);
        const member = await transaction.present(memberId);
        const plan = await planFor(member, recordIn(other));
        const recorded = transaction.record(memberId, plan.events);
        transaction.mail(memberId, [
          ...plan.connection ? mailsAbout(plan.connection, memberId, recorded) : [],
          ...plan.notice ? [plan.notice] : [],
        ]);
        const message = recorded.find(({ event }) => event.type === "MessageSent");
        const atMs = transaction.now.getTime();
        return { plan, written: message && { messageId: message.eventId, atMs } };
      },
    );
    await notices.end(endedIn(plan));
    return written;
  }

  /** The connection as this member knows it; `undefined` when they know of none. */
  async #knownTo(memberId: string, connectionId: string) {
    const { table } = this.deps;
    const connection = await table.byId(connectionId);
    const isHidden = connection?.mentorId === memberId && await table.isHidden(connectionId);
    return isHidden ? undefined : connection;
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

  /** The other one of the two; also of a connection that the member does not know of. */
  async #otherIn(connectionId: string, memberId: string) {
    const connection = await this.deps.table.byId(connectionId);
    return connection?.mentorId === memberId ? connection.askerId : connection?.mentorId;
  }
}

/** Both sides of a connection of which nothing is mailed any more about messages. */
function endedIn({ events, connection }: Plan) {
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
