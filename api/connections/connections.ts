import type { ConnectionRecord } from "../../events/connections/connection.ts";
import type { Connections as RecordedConnections } from "../../events/connections/handle.ts";
import { isPaused, mentoringOf, takesRequests } from "../../events/connections/mentoring.ts";
import type { Topics } from "../../events/program/topics.ts";
import { canView, publicUser } from "../../events/members/privacy.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { TextKind } from "../../events/read/connection-rows.ts";
import type { ConnectionTable, TextPlace } from "../../events/read/connections.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { causeOf } from "../accounts/cause.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type {
  Connection,
  ConnectionLists,
  ConnectionMessage,
  ConnectionWithMessages,
  MentoringSettings,
} from "../contract/connections.ts";
import { Problem } from "../problems.ts";
import type { Connections } from "../product.ts";
import { type ConversationLinks, resumeLink } from "./links.ts";
import type { LiveConversations } from "./live.ts";

export interface ConnectionsDependencies {
  readonly recorded: Pick<
    RecordedConnections,
    "ask" | "act" | "changeMentoring" | "block" | "unblock" | "texts"
  >;
  readonly connectionTable: Pick<
    ConnectionTable,
    | "byId"
    | "ofMember"
    | "conversationsOf"
    | "isHidden"
    | "hasBlocked"
    | "blockedBy"
    | "unreadOf"
    | "texts"
  >;
  readonly table: Pick<MemberTable, "byId" | "byIds">;
  readonly limits: Pick<RateLimits, "change" | "message">;
  readonly links: ConversationLinks;
  readonly live: Pick<LiveConversations, "open">;
  /** The program's help topics now. */
  readonly topics: () => Topics;
  /** Resolves once everyone reads and finds what was recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
  /** Has waiting mails sent. */
  readonly wakeSender: () => void;
  readonly now: () => Date;
}

/** Requests for help and what becomes of them, as each of the two reads them. */
export function createConnections(deps: ConnectionsDependencies): Connections {
  const { recorded, connectionTable, table, limits, links, live, catchUpAll, wakeSender, now } =
    deps;

  async function known(memberId: string, connectionId: string): Promise<ConnectionRecord> {
    const record = await connectionTable.byId(connectionId);
    const isMentor = record?.mentorId === memberId;
    const isParty = isMentor || record?.askerId === memberId;
    if (
      record === undefined || !isParty || isMentor && await connectionTable.isHidden(connectionId)
    ) {
      throw new Problem(404, "Conversation not found");
    }
    return record;
  }

  async function shownTo(
    memberId: string,
    records: readonly ConnectionRecord[],
  ): Promise<Connection[]> {
    if (records.length === 0) return [];
    const ids = records.map(({ connectionId }) => connectionId);
    const [others, unread] = await Promise.all([
      table.byIds(records.flatMap((record) => otherOf(memberId, record) ?? [])),
      connectionTable.unreadOf(memberId, ids),
    ]);
    return records.map((record) => {
      const other = others.get(otherOf(memberId, record) ?? "");
      const named = { ...record, topics: record.topics.map(deps.topics().labelOf) };
      return shown(memberId, named, other, unread.get(record.connectionId) ?? 0);
    });
  }

  /**
   * Lists by the records that they are made of: every page of a member counts what waits for them, and the
   * table gives the same records until somebody writes to any of these tables.
   */
  const lists = new WeakMap<readonly ConnectionRecord[], Promise<ConnectionLists>>();

  async function listOf(
    memberId: string,
    records: readonly ConnectionRecord[],
  ): Promise<ConnectionLists> {
    const latestFirst = records.toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));
    const connections = await shownTo(memberId, latestFirst);
    const isOpen = ({ state }: Connection) => state === "requested" || state === "accepted";
    return {
      waiting: connections.filter(({ isWaiting }) => isWaiting),
      open: connections.filter((each) => !each.isWaiting && isOpen(each)),
      past: connections.filter((each) => !each.isWaiting && !isOpen(each)),
    };
  }

  async function read(memberId: string, connectionId: string): Promise<ConnectionWithMessages> {
    const record = await known(memberId, connectionId);
    const [[connection], texts] = await Promise.all([
      shownTo(memberId, [record]),
      recorded.texts(connectionId),
    ]);
    if (connection === undefined) throw new Problem(404, "Conversation not found");
    const shownTexts = await textsFor(memberId, record, texts);
    const ofKind = (wanted: TextKind) =>
      shownTexts.filter(({ kind }) => kind === wanted)
        .map(({ messageId, authorId, at, text }): ConnectionMessage => ({
          id: messageId,
          by: authorId === memberId ? "you" : "them",
          at,
          text,
        }));
    const [feedback = null] = ofKind("feedback");
    return { ...connection, messages: ofKind("message"), feedback };
  }

  /** Those that this member reads: of somebody whom they have blocked no feedback. */
  async function textsFor<Text extends TextPlace>(
    memberId: string,
    record: ConnectionRecord,
    texts: readonly Text[],
  ): Promise<readonly Text[]> {
    const otherId = otherOf(memberId, record);
    const isTheirs = ({ kind, authorId }: Text) => kind === "feedback" && authorId === otherId;
    if (otherId === null || !texts.some(isTheirs)) return texts;
    return await connectionTable.hasBlocked(memberId, otherId)
      ? texts.filter((text) => !isTheirs(text))
      : texts;
  }

  /** All that the page of a conversation shows its reader, but for names, pictures and texts. */
  async function stamp(memberId: string, connectionId: string): Promise<string> {
    const record = await known(memberId, connectionId);
    const [[connection], texts] = await Promise.all([
      shownTo(memberId, [record]),
      connectionTable.texts(connectionId),
    ]);
    const ids = (await textsFor(memberId, record, texts)).filter(({ kind }) => kind !== "report")
      .map(({ messageId }) => messageId);
    return JSON.stringify({ ...connection, with: connection?.with?.id, ids });
  }

  async function ownedLink(token: string) {
    const link = links.open(token);
    const member = link && await table.byId(link.memberId);
    return link && member && links.isTo(link, member) ? { link, member } : undefined;
  }

  async function settings(memberId: string): Promise<MentoringSettings> {
    const member = await table.byId(memberId);
    if (member === undefined) throw new Problem(401, "Account not found");
    const mentoring = mentoringOf(member);
    const { takesRequests, capacity, wantsReminders } = mentoring;
    const pausedUntil = isPaused(mentoring, now()) ? mentoring.pausedUntil : null;
    return { takesRequests, capacity, pausedUntil, wantsReminders };
  }

  return {
    async list(memberId) {
      const records = await connectionTable.ofMember(memberId);
      const known = lists.get(records);
      if (known !== undefined) return await known;
      const made = listOf(memberId, records);
      lists.set(records, made);
      // Whoever asks next tries again.
      made.catch(() => lists.delete(records));
      return await made;
    },
    read,
    async ask(memberId, { memberId: mentorId, topics, note }, origin) {
      await limits.message(memberId);
      const ask = { mentorId, topics, note };
      const connectionId = await recorded.ask(memberId, ask, causeOf(memberId, origin));
      await catchUpAll();
      wakeSender();
      return await read(memberId, connectionId);
    },
    async act(memberId, connectionId, command, origin) {
      await limits.message(memberId);
      await recorded.act(memberId, connectionId, command, causeOf(memberId, origin));
      await catchUpAll();
      wakeSender();
      return await read(memberId, connectionId);
    },
    watch: ({ memberId, sessionId }, connectionId) =>
      live.open({
        memberId,
        sessionId,
        connectionId,
        stamp: () => stamp(memberId, connectionId),
      }),
    async report(memberId, connectionId, { messageId, reason }, origin) {
      await known(memberId, connectionId);
      const texts = await recorded.texts(connectionId);
      const reported = texts.find((text) => text.messageId === messageId && text.kind !== "report");
      if (reported === undefined || reported.authorId === memberId) {
        throw new Problem(404, "Message not found");
      }
      const isReported = texts.some(({ kind, authorId, text }) =>
        kind === "report" && authorId === memberId && text === reported.text
      );
      // Staff has it already.
      if (isReported) return;
      await limits.message(memberId);
      const command = { type: "Report", reason, quoted: reported.text } as const;
      await recorded.act(memberId, connectionId, command, causeOf(memberId, origin));
      await catchUpAll();
      wakeSender();
    },
    settings,
    async changeSettings(memberId, change, origin) {
      await limits.change(memberId);
      await recorded.changeMentoring(memberId, change, causeOf(memberId, origin));
      await catchUpAll();
      return await settings(memberId);
    },
    async block(memberId, otherId, origin) {
      await limits.change(memberId);
      await recorded.block(memberId, otherId, causeOf(memberId, origin));
      await catchUpAll();
      wakeSender();
    },
    async unblock(memberId, otherId, origin) {
      await limits.change(memberId);
      await recorded.unblock(memberId, otherId, causeOf(memberId, origin));
      await catchUpAll();
    },
    async blocked(memberId) {
      const blocked = await connectionTable.blockedBy(memberId);
      const [viewer, members] = await Promise.all([
        table.byId(memberId),
        table.byIds(blocked.map((each) => each.memberId)),
      ]);
      return blocked.flatMap(({ memberId: id, wasInTouch }) => {
        const member = members.get(id);
        if (member === undefined) return [];
        const isKnown = wasInTouch || canView(viewer, member);
        return isKnown ? publicUser(member) : { ...publicUser(member), ...unnamed };
      });
    },
    async takesRequests(memberId) {
      const member = await table.byId(memberId);
      if (member === undefined) return false;
      return takesRequests(member, await connectionTable.conversationsOf(memberId), now());
    },
    linkOwner: async (token) => (await ownedLink(token))?.member,
    async openLink(token) {
      const owned = await ownedLink(token);
      if (owned === undefined) return undefined;
      const { link, member } = owned;
      // Also when they take requests again already: the page says so.
      if (link.connectionId === resumeLink) return { member, connectionId: resumeLink };
      const record = await connectionTable.byId(link.connectionId);
      if (record === undefined) return undefined;
      const { memberId, connectionId } = link;
      // A conversation that is over is for who signs in; so is one that was blocked.
      const isOver = record.isLeft || !["requested", "accepted"].includes(record.state);
      const isMentor = record.mentorId === memberId;
      if (isOver || isMentor && await connectionTable.isHidden(connectionId)) return undefined;
      return { member, connectionId };
    },
  };
}

/** Of a member who is hidden, and was never in touch: to know an id is not to know a name. */
const unnamed = {
  firstName: "",
  lastName: "",
  role: null,
  isRoleConfirmed: true,
  profileImageUrl: null,
} as const;

function otherOf(memberId: string, { askerId, mentorId }: ConnectionRecord): string | null {
  return memberId === mentorId ? askerId : mentorId;
}

function shown(
  memberId: string,
  record: ConnectionRecord,
  other: MemberRecord | undefined,
  unread: number,
): Connection {
  const { connectionId, topics, isLeft, askedAt, answeredAt, endedAt, clockSince } = record;
  const asker = record.askerId === memberId;
  const state = isLeft || other === undefined ? "left" : record.state;
  const canGiveFeedback = asker && state === "ended" && !record.hasFeedback;
  const isTurn = state === "requested" ? asker === (clockSince === null) : unread > 0;
  const isOpen = state === "requested" || state === "accepted";
  return {
    id: connectionId,
    state,
    with: other === undefined || isLeft ? null : publicUser(other),
    topics,
    askedAt,
    answeredAt,
    endedAt,
    asker,
    unread: isOpen ? unread : 0,
    isWaiting: isOpen && isTurn || canGiveFeedback,
    canGiveFeedback,
  };
}
