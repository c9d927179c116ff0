import { Refusal } from "../errors.ts";
import {
  type Cause,
  ClaimGone,
  ClaimTaken,
  type Commit,
  type EventLog,
  VersionConflict,
} from "../log/event-log.ts";
import type { NewMail } from "../log/outbox.ts";
import type { MemberEvent } from "../members/events.ts";
import type { StreamSnapshots } from "../members/handle.ts";
import { type MailDraft, sealMail } from "../members/mail-queue.ts";
import type { MemberRecord } from "../members/record.ts";
import { openEvent, sealEvent } from "../members/sealing.ts";
import type { ConnectionTable, TextPlace } from "../read/connections.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { newKey } from "../vault/seal.ts";
import type { Ask, ConnectionCommand, DueCommand, MentoringWishes } from "./commands.ts";
import type { ConnectionRecord } from "./connection.ts";
import { decideAsk, decideConnection, decideDue, decideMentoring } from "./decide.ts";
import { isBetweenTwo } from "./events.ts";
import type { Topics } from "../program/topics.ts";
import type { ConnectionLimits } from "./limits.ts";
import { mailsAbout } from "./mails.ts";
import { isPaused, mentoringOf } from "./mentoring.ts";
import { requestClaim } from "./request-claim.ts";

/** What people do with each other. Everything that is resolved is recorded and can be read. */
export interface Connections {
  /**
   * Asks somebody for help.
   *
   * @returns The id of the new connection.
   * @throws {Refusal} When it may not be asked, or not now.
   */
  ask(memberId: string, ask: Omit<Ask, "connectionId">, cause: Cause): Promise<string>;
  /** @throws {Refusal} When a rule says no, or the member is no party of it. */
  act(
    memberId: string,
    connectionId: string,
    command: ConnectionCommand,
    cause: Cause,
  ): Promise<void>;
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
  /** Ends what goes on between the two; the other one learns of nothing else. */
  block(memberId: string, otherId: string, cause: Cause): Promise<void>;
  unblock(memberId: string, otherId: string, cause: Cause): Promise<void>;
  /** The texts of a connection, opened; those whose author is erased, or that are forgotten, left out. */
  texts(connectionId: string): Promise<readonly OpenedText[]>;
  /** Notes that the texts of a connection are not kept any longer. */
  forgetTexts(connectionId: string): Promise<void>;
  /** Takes out of the log what is noted as forgotten, or was written to somebody who is erased. */
  forgetLeft(): Promise<void>;
  /** Takes the claims on somebody who is erased out of the log. */
  forgetClaimsOn(memberId: string): Promise<void>;
}

export interface OpenedText extends TextPlace {
  readonly text: string;
}

export interface ConnectionsDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly table: ConnectionTable;
  readonly members: StreamSnapshots & {
    byId(memberId: string): Promise<MemberRecord | undefined>;
  };
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
  readonly claimKey: Uint8Array;
  readonly limits: ConnectionLimits;
  /** The program's help topics now. */
  readonly topics: () => Topics;
  readonly now: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
}

/** What is to be recorded in the actor's stream, and what follows from it elsewhere. */
interface Plan extends Pick<Commit, "claim" | "release" | "consume"> {
  readonly events: readonly MemberEvent[];
  /** Between whom it is, for mails. */
  readonly connection?: Pick<ConnectionRecord, "connectionId" | "askerId" | "mentorId"> | undefined;
  /** A mail to the member themselves. */
  readonly notice?: MailDraft | undefined;
}

const maxTries = 10;
const leftAtOnce = 500;
const system = { actorId: "system", correlationId: "time", causationId: "time" } as const;

export function createConnections(deps: ConnectionsDependencies): Connections {
  const { log, keys, table, members, catchUp, claimKey, limits, topics, now, newId } = deps;

  /** Decides on what is there now, and again when somebody else was first. */
  async function record(
    memberId: string,
    planFor: (member: MemberRecord) => Promise<Plan>,
    cause: Cause,
  ): Promise<boolean> {
    for (let tries = 1;; tries++) {
      await catchUp();
      const snapshot = await members.snapshotOf(memberId);
      if (snapshot?.member.status !== "present") {
        throw new Refusal("member/not-found", "Account not found");
      }
      const { events, connection, notice, ...claims } = await planFor(snapshot.member.record);
      if (events.length === 0) return false;
      try {
        const { head } = snapshot;
        const sealed = await sealAll(memberId, { events, connection, notice });
        await log.append([{ memberId, head, cause, ...sealed, ...claims }]);
        await catchUp();
        return true;
      } catch (error) {
        const wasFirst = error instanceof VersionConflict || error instanceof ClaimGone ||
          error instanceof ClaimTaken;
        if (!wasFirst || tries === maxTries) throw error;
      }
    }
  }

  async function sealAll(
    memberId: string,
    { events, connection, notice }: Pick<Plan, "events" | "connection" | "notice">,
  ): Promise<Pick<Commit, "events" | "mail">> {
    const parties = [connection?.askerId, connection?.mentorId].filter((id) => id != null);
    const keysOf = await keys.load([...new Set([memberId, ...parties])]);
    const key = keysOf.get(memberId);
    const withIds = events.map((event) => ({ event, eventId: newId() }));
    const isHidden = connection !== undefined && await isHiddenFrom(connection);
    const hasNote = events.some(({ type }) =>
      type === "ConnectionRequested" || type === "ConnectionAnswered"
    );
    const note = hasNote && withIds.find(({ event }) => event.type === "MessageSent");
    const noteId = note ? note.eventId : undefined;
    const mails = withIds.flatMap(({ event, eventId }) => {
      if (connection === undefined || !isBetweenTwo(event)) return [];
      const isMentor = memberId === connection.mentorId;
      const about = { event, eventId, isMentor, noteId };
      return mailsAbout(about, connection.connectionId, now().getTime());
    });
    const mail = mails.flatMap(({ to, draft }): NewMail[] => {
      const wanted = to === "asker" ? connection?.askerId : connection?.mentorId;
      if (wanted == null) return [];
      // Somebody who blocked the asker gets none; nothing that can be seen or timed tells.
      const isForNobody = isHidden && to === "mentor";
      const recipient = isForNobody ? newId() : wanted;
      const recipientKey = isForNobody ? newKey() : keysOf.get(wanted);
      if (recipientKey === undefined) return [];
      const messageId = newId();
      const sealed = sealMail(draft, { memberId: recipient, messageId, key: recipientKey });
      return [{ ...sealed, to: recipient }];
    });
    if (notice !== undefined && key !== undefined) {
      mail.push(sealMail(notice, { memberId, messageId: newId(), key }));
    }
    return {
      events: withIds.map(({ event, eventId }) => sealEvent(event, { memberId, eventId, key })),
      mail,
    };
  }

  async function isHiddenFrom(
    { connectionId, askerId, mentorId }: NonNullable<Plan["connection"]>,
  ) {
    return await table.isHidden(connectionId) ||
      askerId !== null && await table.hasBlocked(mentorId, askerId);
  }

  /** The connection as this member knows it; `undefined` when they know of none. */
  async function knownTo(memberId: string, connectionId: string) {
    const connection = await table.byId(connectionId);
    const isHidden = connection?.mentorId === memberId && await table.isHidden(connectionId);
    return isHidden ? undefined : connection;
  }

  const claimOf = ({ askerId, mentorId }: ConnectionRecord) =>
    askerId === null ? [] : [requestClaim(claimKey, askerId, mentorId)];

  /** What becomes of an open request consumes its claim: of two things that happen at once, one does. */
  const consumedBy = (connection: ConnectionRecord | undefined, events: readonly MemberEvent[]) =>
    connection !== undefined && events.some(({ type }) => closes.has(type))
      ? { consume: claimOf(connection) }
      : {};

  return {
    async ask(memberId, ask, cause) {
      const connectionId = newId();
      const { mentorId } = ask;
      const claim = [requestClaim(claimKey, memberId, mentorId)];
      await record(memberId, async (asker) => {
        const [mentor, conversations, asked, between] = await Promise.all([
          members.byId(mentorId),
          table.conversationsOf(mentorId),
          table.askedBy(memberId),
          table.between(memberId, mentorId),
        ]);
        const state = { asker, mentor, conversations, asked, between, topics: topics() };
        const events = decideAsk(state, { ...ask, connectionId }, limits, now());
        const connection = { connectionId, askerId: memberId, mentorId };
        // One that is still held is left from an older copy of the log: there is no open request.
        return { events, connection, release: claim, claim };
      }, cause);
      return connectionId;
    },
    async act(memberId, connectionId, command, cause) {
      await record(memberId, async (member) => {
        const [connection, conversations] = await Promise.all([
          knownTo(memberId, connectionId),
          table.conversationsOf(memberId),
        ]);
        const events = decideConnection({ member, connection, conversations }, command, now());
        return { events, connection, ...consumedBy(connection, events) };
      }, cause);
    },
    async pass(connectionId, command) {
      await catchUp();
      const askerId = (await table.byId(connectionId))?.askerId;
      if (askerId == null) return false;
      return await record(askerId, async () => {
        const connection = await table.byId(connectionId);
        const events = decideDue(connection, command, limits, now());
        return { events, connection, ...consumedBy(connection, events) };
      }, system);
    },
    async changeMentoring(memberId, wishes, cause) {
      await record(
        memberId,
        async (member) => ({ events: decideMentoring(member, wishes, now()) }),
        cause,
      );
    },
    async pauseSilent(memberId) {
      await record(memberId, async (member) => {
        if (isPaused(mentoringOf(member), now())) return { events: [] };
        const events = decideMentoring(member, { pausedUntil: "resumed" }, now());
        return { events, notice: { kind: "mentoring-paused", content: {} } };
      }, system);
    },
    async resume(memberId) {
      await record(memberId, async (member) => {
        const mentoring = mentoringOf(member);
        if (mentoring.pausedUntil === null || isPaused(mentoring, now())) return { events: [] };
        return { events: decideMentoring(member, { pausedUntil: null }, now()) };
      }, system);
    },
    async block(memberId, otherId, cause) {
      await record(memberId, async (member) => {
        if (await table.hasBlocked(memberId, otherId)) return { events: [] };
        if (memberId === otherId || await members.byId(otherId) === undefined) {
          throw new Refusal("connection/no-profile", "Profile not found");
        }
        const between = await table.between(memberId, otherId);
        const open = between.find(({ state, isLeft }) => state === "accepted" && !isLeft);
        const ended = open === undefined ? [] : decideConnection(
          { member, connection: open, conversations: 0 },
          { type: "End" },
          now(),
        );
        const blocked: MemberEvent = {
          type: "MemberBlocked",
          facts: {},
          personal: { memberId: otherId },
        };
        return { events: [...ended, blocked], connection: open };
      }, cause);
    },
    async unblock(memberId, otherId, cause) {
      await record(memberId, async () => {
        if (!await table.hasBlocked(memberId, otherId)) return { events: [] };
        return {
          events: [{ type: "MemberUnblocked", facts: {}, personal: { memberId: otherId } }],
        };
      }, cause);
    },
    async texts(connectionId) {
      const places = await table.texts(connectionId);
      const recorded = await log.readAt(places.map(({ position }) => position));
      const byPosition = new Map(recorded.map((event) => [event.position, event]));
      const keysOf = await keys.load([...new Set(places.map(({ authorId }) => authorId))]);
      return places.flatMap((place) => {
        const event = byPosition.get(place.position);
        const text = event && textOf(openEvent(event, keysOf.get(place.authorId)));
        return text === undefined ? [] : [{ ...place, text }];
      });
    },
    async forgetTexts(connectionId) {
      await catchUp();
      const state = (await table.byId(connectionId))?.state;
      if (state === undefined || state === "requested" || state === "accepted") return;
      const places = await table.texts(connectionId);
      for (const memberId of new Set(places.map(({ authorId }) => authorId))) {
        const events = [{
          type: "MessagesForgotten",
          facts: {},
          personal: { connectionId },
        }] as const;
        await record(memberId, async () => ({ events }), system);
      }
    },
    async forgetLeft() {
      for (;;) {
        const positions = await table.leftTexts(leftAtOnce);
        if (positions.length === 0) return;
        await log.forget({ positions, claims: [] });
        await table.forgot(positions);
      }
    },
    async forgetClaimsOn(memberId) {
      const asked = await table.ofMember(memberId);
      const claims = asked.filter(({ mentorId }) => mentorId === memberId).flatMap(claimOf);
      if (claims.length > 0) await log.forget({ positions: [], claims });
    },
  };
}

const closes: ReadonlySet<MemberEvent["type"]> = new Set([
  "ConnectionAnswered",
  "ConnectionWithdrawn",
  "ConnectionExpired",
]);

/** The text in an event that has one; `undefined` also once it is forgotten. */
export function textOf({ type, personal }: MemberEvent): string | undefined {
  if (personal === null) return undefined;
  if (type === "MessageSent") return personal.text;
  if (type === "FeedbackGiven") return personal.words ?? undefined;
  if (type === "MessageReported") return personal.quoted;
  return undefined;
}
