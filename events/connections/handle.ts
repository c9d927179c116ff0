import { Refusal } from "../errors.ts";
import type { Cause, EventLog } from "../log/event-log.ts";
import type { NewMail } from "../log/outbox.ts";
import { untilRecorded } from "../until-recorded.ts";
import type { MemberEvent } from "../members/events.ts";
import type { StreamSnapshots } from "../members/handle.ts";
import { type MailDraft, sealMail, sealMailAboutTwo } from "../members/mail-queue.ts";
import type { MemberRecord } from "../members/record.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import type { ReportTable } from "../read/reports.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { MemberKeys } from "../vault/keys.ts";
import type { RecentNoes } from "../vault/recent-noes.ts";
import type { Ask, ConnectionCommand, DueCommand, MentoringWishes } from "./commands.ts";
import { commitsOf, endsOf, type Identified } from "./commits.ts";
import { connectionIdOf, type ConnectionRecord } from "./connection.ts";
import { decideAsk, decideBlock, decideConnection, decideDue, decideMentoring } from "./decide.ts";
import { isBetweenTwo } from "./events.ts";
import type { Topics } from "../program/topics.ts";
import type { ConnectionLimits } from "./limits.ts";
import { mailsAbout } from "./mails.ts";
import { isPaused, mentoringOf } from "./mentoring.ts";
import type { Notices } from "./notices.ts";

/** What people do with each other. Everything that is resolved is recorded and can be read. */
export interface Connections {
  /**
   * Asks somebody for help.
   *
   * @returns The id of the new connection.
   * @throws {Refusal} When it may not be asked, or not now.
   */
  ask(memberId: string, ask: Omit<Ask, "connectionId">, cause: Cause): Promise<string>;
  /**
   * @returns The message that was written by it, if one was.
   * @throws {Refusal} When a rule says no, or the member is no party of it.
   */
  act(
    memberId: string,
    connectionId: string,
    command: ConnectionCommand,
    cause: Cause,
  ): Promise<Written | undefined>;
  /** Does what time leads to. Resolves with whether there was anything to do. */
  pass(connectionId: string, command: DueCommand): Promise<boolean>;
  /** @throws {Refusal} When a number is out of bounds. */
  changeMentoring(memberId: string, wishes: MentoringWishes, cause: Cause): Promise<void>;
  /**
   * Pauses a mentor who does not answer until they resume, and tells them by mail in the same commit;
   * passed over for one who is paused.
   */
  pauseSilent(memberId: string): Promise<void>;
  /** Records that the month has begun until which a member took no requests: lists go by events. */
  resume(memberId: string): Promise<void>;
  /** Ends what is open between the two; the other one learns of nothing else. */
  block(memberId: string, otherId: string, cause: Cause): Promise<void>;
  unblock(memberId: string, otherId: string, cause: Cause): Promise<void>;
  /** Notes who said no to somebody lately, before they are erased: their address can be registered again. */
  keepNoes(memberId: string): Promise<void>;
  /** Notes that the texts of a connection are not kept any longer. */
  forgetTexts(connectionId: string): Promise<void>;
  /** Takes out of the log what is noted as forgotten, or was written to somebody who is erased. */
  forgetLeft(): Promise<void>;
}

/** A message that was recorded just now. */
export interface Written {
  readonly messageId: string;
  readonly atMs: number;
}

export interface ConnectionsDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly privateStreams: PrivateStreams;
  readonly table: ConnectionTable;
  readonly reports: Pick<ReportTable, "byReporter">;
  readonly members: StreamSnapshots & {
    byId(memberId: string): Promise<MemberRecord | undefined>;
  };
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
interface Recording {
  readonly memberId: string;
  /** Whose stream it also depends on; asked once the tables are up to date. */
  readonly otherIdOf?: () => Promise<string | null | undefined>;
  readonly cause: Cause;
}

/** What is to be recorded in the actor's stream, and what follows from it elsewhere. */
interface Plan {
  readonly events: readonly MemberEvent[];
  /** Between whom it is, for mails. */
  readonly connection?:
    | Pick<ConnectionRecord, "connectionId" | "askerId" | "mentorId"> & Partial<ConnectionRecord>
    | undefined;
  /** A mail to the member themselves. */
  readonly notice?: MailDraft | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;
const leftAtOnce = 500;
const system = { actorId: "system", correlationId: "time", causationId: "time" } as const;

export function createConnections(deps: ConnectionsDependencies): Connections {
  const {
    log,
    keys,
    privateStreams,
    table,
    reports,
    members,
    catchUp,
    notices,
    limits,
    recentNoes,
    topics,
    now,
    newId,
  } = deps;

  /**
   * Decides on what the streams of both say now, and again when one has gone on since: whatever the two do at
   * once, the second is decided on knowing the first.
   *
   * @returns What was recorded; empty when there was nothing to do.
   */
  async function record(
    { memberId, otherIdOf = async () => undefined, cause }: Recording,
    planFor: (member: MemberRecord, other?: MemberRecord) => Promise<Plan>,
  ): Promise<readonly (Identified & Pick<Written, "atMs">)[]> {
    return await untilRecorded(async () => {
      await catchUp();
      const otherId = await otherIdOf();
      // Before anything is decided by: what comes later is then told by the log.
      const [snapshot, other] = await Promise.all([
        members.snapshotOf(memberId),
        otherId == null ? undefined : members.snapshotOf(otherId),
      ]);
      if (snapshot?.member.status !== "present") {
        throw new Refusal("member/not-found", "Account not found");
      }
      const otherRecord = other?.member.status === "present" ? other.member.record : undefined;
      const plan = await planFor(snapshot.member.record, otherRecord);
      if (plan.events.length === 0) return [];
      const isAnother = otherId != null && otherId !== memberId && other !== undefined;
      const unchanged = isAnother ? endsOf(otherId, other, privateStreams) : [];
      const { key, identified, mail } = await sealAll(memberId, plan);
      const atMs = now().getTime();
      const [first, ...more] = commitsOf(
        identified,
        { memberId, key, ends: snapshot },
        { privateStreams, cause, atMs, newId, unchanged },
      );
      if (first === undefined) return [];
      await log.append([{ ...first, mail }, ...more]);
      await catchUp();
      await notices.end(
        plan.events.filter(isItsEnd).flatMap((event) => {
          const connectionId = connectionIdOf(event);
          const parties = [plan.connection?.askerId, plan.connection?.mentorId];
          return parties.flatMap((id) =>
            id == null || connectionId === undefined ? [] : [{ memberId: id, connectionId }]
          );
        }),
      );
      return identified.map((each) => ({ ...each, atMs }));
    });
  }

  /** The events with their ids, and the mails that they lead to. */
  async function sealAll(memberId: string, { events, connection, notice }: Plan) {
    const parties = [connection?.askerId, connection?.mentorId].filter((id) => id != null);
    const keysOf = await keys.load([...new Set([memberId, ...parties])]);
    const key = keysOf.get(memberId);
    const identified = events.map((event) => ({ event, eventId: newId() }));
    const hasNote = events.some(({ type }) =>
      type === "ConnectionRequested" || type === "ConnectionAnswered"
    );
    const note = hasNote && identified.find(({ event }) => event.type === "MessageSent");
    const noteId = note ? note.eventId : undefined;
    const mails = identified.flatMap(({ event, eventId }) => {
      if (connection === undefined || !isBetweenTwo(event)) return [];
      const isMentor = memberId === connection.mentorId;
      const isAskersTurn = connection.clockSince === null;
      const about = { event, eventId, isMentor, isAskersTurn, noteId };
      return mailsAbout(about, connectionIdOf(event) ?? connection.connectionId);
    });
    const mail = mails.flatMap(({ to, draft }): NewMail[] => {
      const wanted = to === "asker" ? connection?.askerId : connection?.mentorId;
      if (wanted == null) return [];
      const wantedKey = keysOf.get(wanted);
      if (wantedKey === undefined) return [];
      // Also to somebody who has blocked the asker: the mail is not handed over, but nothing before tells.
      return [sealMailAboutTwo(draft, {
        memberId: wanted,
        messageId: newId(),
        key: wantedKey,
        atMs: now().getTime(),
      })];
    });
    if (notice !== undefined && key !== undefined) {
      mail.push(sealMail(notice, { memberId, messageId: newId(), key }));
    }
    return { key, identified, mail };
  }

  /** The connection as this member knows it; `undefined` when they know of none. */
  async function knownTo(memberId: string, connectionId: string) {
    const connection = await table.byId(connectionId);
    const isHidden = connection?.mentorId === memberId && await table.isHidden(connectionId);
    return isHidden ? undefined : connection;
  }

  async function reportedBy(memberId: string, connectionId: string) {
    const before = await reports.byReporter(memberId, now().getTime() - dayMs);
    return {
      isOpen: before.some((each) => each.isOpen && each.connectionId === connectionId),
      lately: before.filter(({ isLate }) => isLate).length,
      most: limits.reportsADay,
    };
  }

  /** The other one of the two; also of a connection that the member does not know of. */
  const otherIn = (memberId: string, connectionId: string) => async () => {
    const connection = await table.byId(connectionId);
    return connection?.mentorId === memberId ? connection.askerId : connection?.mentorId;
  };

  return {
    async ask(memberId, ask, cause) {
      const connectionId = newId();
      const { mentorId } = ask;
      await record({ memberId, otherIdOf: async () => mentorId, cause }, async (asker) => {
        const [mentor, conversations, asked, between] = await Promise.all([
          members.byId(mentorId),
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
    },
    async act(memberId, connectionId, command, cause) {
      const otherIdOf = otherIn(memberId, connectionId);
      const recorded = await record({ memberId, otherIdOf, cause }, async (member, other) => {
        const [connection, conversations] = await Promise.all([
          knownTo(memberId, connectionId),
          table.conversationsOf(memberId),
        ]);
        const otherName = other?.firstName;
        const reported = command.type === "Report"
          ? await reportedBy(memberId, connectionId)
          : undefined;
        const state = { member, connection, conversations, otherName, reported };
        const events = decideConnection(state, command, now());
        return { events, connection };
      });
      return writtenIn(recorded);
    },
    async pass(connectionId, command) {
      await catchUp();
      const askerId = (await table.byId(connectionId))?.askerId;
      if (askerId == null) return false;
      const otherIdOf = otherIn(askerId, connectionId);
      const recorded = await record({ memberId: askerId, otherIdOf, cause: system }, async () => {
        const connection = await table.byId(connectionId);
        return { events: decideDue(connection, command, limits, now()), connection };
      });
      return recorded.length > 0;
    },
    async changeMentoring(memberId, wishes, cause) {
      await record(
        { memberId, cause },
        async (member) => ({ events: decideMentoring(member, wishes, now()) }),
      );
    },
    async pauseSilent(memberId) {
      await record({ memberId, cause: system }, async (member) => {
        if (isPaused(mentoringOf(member), now())) return { events: [] };
        const events = decideMentoring(member, { pausedUntil: "resumed" }, now());
        return { events, notice: { kind: "mentoring-paused", content: {} } };
      });
    },
    async resume(memberId) {
      await record({ memberId, cause: system }, async (member) => {
        const mentoring = mentoringOf(member);
        if (mentoring.pausedUntil === null || isPaused(mentoring, now())) return { events: [] };
        return { events: decideMentoring(member, { pausedUntil: null }, now()) };
      });
    },
    async block(memberId, otherId, cause) {
      await record({ memberId, otherIdOf: async () => otherId, cause }, async (member) => {
        if (await table.hasBlocked(memberId, otherId)) return { events: [] };
        if (memberId === otherId || await members.byId(otherId) === undefined) {
          throw new Refusal("connection/no-profile", "Profile not found");
        }
        const between = await table.between(memberId, otherId);
        const ended = decideBlock(member, between, now());
        const open = between.find(({ connectionId }) =>
          ended.some((event) => connectionIdOf(event) === connectionId)
        );
        const blocked: MemberEvent = {
          type: "MemberBlocked",
          facts: {},
          personal: { memberId: otherId },
        };
        return { events: [...ended, blocked], connection: open };
      });
    },
    async unblock(memberId, otherId, cause) {
      await record({ memberId, cause }, async () => {
        if (!await table.hasBlocked(memberId, otherId)) return { events: [] };
        return {
          events: [{ type: "MemberUnblocked", facts: {}, personal: { memberId: otherId } }],
        };
      });
    },
    async keepNoes(memberId) {
      await catchUp();
      const email = (await members.byId(memberId))?.email;
      if (email === undefined) return;
      for (const { state, mentorId, answeredAt, isLeft } of await table.askedBy(memberId)) {
        const untilMs = Date.parse(answeredAt ?? "") + limits.againAfterMs;
        if (state !== "declined" || isLeft || untilMs <= now().getTime()) continue;
        await recentNoes.add(email, mentorId, untilMs);
      }
    },
    async forgetTexts(connectionId) {
      await catchUp();
      const state = (await table.byId(connectionId))?.state;
      if (state === undefined || state === "requested" || state === "accepted") return;
      for (const memberId of await table.authorsOf(connectionId)) {
        const events = [{
          type: "MessagesForgotten",
          facts: {},
          personal: { connectionId },
        }] as const;
        await record({ memberId, cause: system }, async () => ({ events }));
      }
    },
    async forgetLeft() {
      for (;;) {
        const positions = await table.leftTexts(leftAtOnce);
        if (positions.length === 0) return;
        await log.forget({ positions });
        await table.forgot(positions);
      }
    },
  };
}

function writtenIn(
  recorded: readonly (Identified & Pick<Written, "atMs">)[],
): Written | undefined {
  const message = recorded.find(({ event }) => event.type === "MessageSent");
  return message && { messageId: message.eventId, atMs: message.atMs };
}

/** Whether nothing is mailed about messages of a connection from this event on. */
function isItsEnd(event: MemberEvent): boolean {
  return event.type === "ConnectionWithdrawn" || event.type === "ConnectionExpired" ||
    event.type === "ConnectionEnded" ||
    event.type === "ConnectionAnswered" && !event.personal?.isAccepted;
}
