import { isAdmitted } from "../../events/program/admission.ts";
import type { ConnectionRecord } from "../../events/connections/connection.ts";
import type { ConnectionCommand } from "../../events/connections/commands.ts";
import type {
  Connections as RecordedConnections,
  Written,
} from "../../events/connections/handle.ts";
import type { ConversationTexts, OpenedText } from "../../events/connections/texts.ts";
import { messagesLeft } from "../../events/connections/decide.ts";
import { isPaused, mentoringOf, takesRequests } from "../../events/connections/mentoring.ts";
import type { Notices, Reader } from "../../events/connections/notices.ts";
import type { Topics } from "../../events/program/topics.ts";
import { canView, publicUser } from "../../events/members/privacy.ts";
import type { MemberRecord } from "../../events/members/record.ts";
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
import { type ConversationLinks, resumeLink } from "./links.ts";
import type { LiveConversations } from "./live.ts";
import type {
  AskForHelp,
  ChangedConnection,
  MentoringChange,
  MessageReport,
} from "../contract/connections.ts";
import type { ClosedLink, OpenLink } from "./links.ts";
import type { Origin } from "../auth/origin.ts";
import type { PublicUser } from "../../events/members/privacy.ts";

/** Which messages, or connections that are over: the latest, or those before the one with this id. */
export interface PageRange {
  readonly before?: string | undefined;
}

export interface ConnectionsDependencies {
  readonly recorded: Pick<
    RecordedConnections,
    "ask" | "act" | "changeMentoring" | "block" | "unblock"
  >;
  readonly texts: Pick<ConversationTexts, "one" | "latest">;
  readonly connectionTable: Pick<
    ConnectionTable,
    | "byId"
    | "ofMember"
    | "conversationsOf"
    | "isHidden"
    | "hasBlocked"
    | "blockedBy"
    | "unreadOf"
    | "text"
    | "texts"
  >;
  readonly table: Pick<MemberTable, "byId" | "byIds">;
  readonly limits: Pick<RateLimits, "change" | "message">;
  readonly links: ConversationLinks;
  readonly live: Pick<LiveConversations, "open">;
  readonly notices: Pick<Notices, "open" | "waiting" | "drop">;
  /** The program's help topics now. */
  readonly topics: () => Topics;
  /** Resolves once everyone reads and finds what was recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
  readonly now: () => Date;
}

/**
 * Requests for help and what becomes of them, as each of the two reads them. Their mails wait for the
 * sender's next round: sent at once, the time of the next answers would tell what becomes of them.
 */
export function createConnections(deps: ConnectionsDependencies) {
  const {
    recorded,
    texts,
    connectionTable,
    table,
    limits,
    links,
    live,
    notices,
    catchUpAll,
    now,
  } = deps;

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

  async function listOf(
    memberId: string,
    records: readonly ConnectionRecord[],
    before?: string,
  ): Promise<ConnectionLists> {
    const latestFirst = records.toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));
    const allPast = latestFirst.filter((record) => isPast(memberId, record));
    const start = allPast.findIndex(({ connectionId }) => connectionId === before) + 1;
    if (before !== undefined && start === 0) throw new Problem(404, "Conversation not found");
    const past = allPast.slice(start, start + pastOnAPage);
    const current = latestFirst.filter((record) => !isPast(memberId, record));
    const [shownCurrent, shownPast] = await Promise.all([
      shownTo(memberId, current),
      shownTo(memberId, past),
    ]);
    return {
      waiting: shownCurrent.filter(({ isWaiting }) => isWaiting),
      open: shownCurrent.filter(({ isWaiting }) => !isWaiting),
      past: shownPast,
      ...start + past.length < allPast.length && { before: past.at(-1)?.connectionId },
    };
  }

  async function find(memberId: string, connectionId: string): Promise<Connection> {
    return await shownOne(memberId, await known(memberId, connectionId));
  }

  async function shownOne(memberId: string, record: ConnectionRecord): Promise<Connection> {
    const [connection] = await shownTo(memberId, [record]);
    if (connection === undefined) throw new Problem(404, "Conversation not found");
    return connection;
  }

  async function read(
    memberId: string,
    connectionId: string,
    { before }: PageRange = {},
  ): Promise<ConnectionWithMessages> {
    const record = await known(memberId, connectionId);
    if (before === undefined) {
      return await opening({ memberId, connectionId }, () => readPage(memberId, record, {}));
    }
    const place = await connectionTable.text(connectionId, before);
    if (place === undefined) throw new Problem(404, "Message not found");
    return await readPage(memberId, record, { before: place.position });
  }

  async function readNews(
    memberId: string,
    connectionId: string,
    after: string,
  ): Promise<ConnectionWithMessages | undefined> {
    const record = await known(memberId, connectionId);
    const place = await connectionTable.text(connectionId, after);
    if (place === undefined) return undefined;
    return await opening({ memberId, connectionId }, async () => {
      const page = await readPage(memberId, record, { after: place.position });
      return page.before === null ? page : undefined;
    });
  }

  /**
   * Does what a reader opens a conversation by. What they have seen then is mailed to them no more, and
   * what is written from here on may be.
   */
  async function opening<T>(reader: Reader, open: () => Promise<T>): Promise<T> {
    await notices.open(reader);
    const waiting = await notices.waiting(reader);
    // The tables may lag behind what others have queued: that is not in the answer.
    const places = await Promise.all(
      waiting.map(({ messageId }) => connectionTable.text(reader.connectionId, messageId)),
    );
    const opened = await open();
    await notices.drop(waiting.filter((_, index) => places[index] !== undefined));
    return opened;
  }

  async function readPage(
    memberId: string,
    record: ConnectionRecord,
    range: { readonly before?: number; readonly after?: number },
  ): Promise<ConnectionWithMessages> {
    const { connectionId } = record;
    const [connection, page, feedback] = await Promise.all([
      shownOne(memberId, record),
      texts.latest(connectionId, { ...pageOfMessages, ...range, kind: "message" }),
      feedbackFor(memberId, record),
    ]);
    return {
      ...connection,
      messages: page.texts.map((text) => shownText(memberId, text)),
      before: page.before,
      feedback: feedback === undefined ? null : shownText(memberId, feedback),
    };
  }

  /** Somebody's words about help they got, unless the reader has blocked them. */
  async function feedbackFor(
    memberId: string,
    record: ConnectionRecord,
  ): Promise<OpenedText | undefined> {
    if (!record.hasFeedback) return undefined;
    const { texts: [feedback] } = await texts.latest(record.connectionId, feedbackOnly);
    return await isShown(memberId, feedback) ? feedback : undefined;
  }

  async function isShown(memberId: string, feedback: TextPlace | undefined): Promise<boolean> {
    if (feedback === undefined || feedback.authorId === memberId) return feedback !== undefined;
    return !await connectionTable.hasBlocked(memberId, feedback.authorId);
  }

  /** All that the page of a conversation shows its reader, but for names, pictures and texts. */
  async function stamp(memberId: string, connectionId: string): Promise<string> {
    const record = await known(memberId, connectionId);
    const [connection, [latest], [feedback]] = await Promise.all([
      shownOne(memberId, record),
      connectionTable.texts(connectionId, { kind: "message", limit: 1 }),
      record.hasFeedback ? connectionTable.texts(connectionId, feedbackOnly) : [],
    ]);
    const shown = await isShown(memberId, feedback) ? feedback : undefined;
    return JSON.stringify({
      ...connection,
      with: connection.with?.id,
      ids: [latest?.messageId, shown?.messageId],
    });
  }

  async function ownedLink(token: string) {
    const link = links.open(token);
    const member = link && await table.byId(link.memberId);
    const isOpen = member !== undefined && isAdmitted(member);
    return link && isOpen && await links.isGood(link, member) ? { link, member } : undefined;
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
    /**
     * All that goes on, and the latest that are over, or those before one.
     *
     * @throws {Problem} 404 where that one is not among those that are over.
     */
    async list(memberId: string, { before }: PageRange = {}): Promise<ConnectionLists> {
      return await listOf(memberId, await connectionTable.ofMember(memberId), before);
    },
    /** @throws {Problem} 404 for whoever is no party of it. */
    find,
    /**
     * A connection with as many of its latest messages as a page has room for, or those before one.
     *
     * @throws {Problem} 404 for whoever is no party of it, and where the message is not there.
     */
    read,
    /**
     * A connection with the messages after one that its reader has; `undefined` when that one is not there any
     * more, or these don't fit one page.
     */
    readNews,
    /** @throws {Refusal} When it may not be asked, or not now. */
    async ask(
      memberId: string,
      { memberId: mentorId, topics, note }: AskForHelp,
      origin: Origin,
    ): Promise<ConnectionWithMessages> {
      await limits.message(memberId);
      const ask = { mentorId, topics, note };
      const connectionId = await recorded.ask(memberId, ask, causeOf(memberId, origin));
      await catchUpAll();
      return await read(memberId, connectionId);
    },
    /** @throws {Refusal} When a rule says no, or somebody was first. */
    async act(
      memberId: string,
      connectionId: string,
      command: ConnectionCommand,
      origin: Origin,
    ): Promise<ChangedConnection> {
      await limits.message(memberId);
      const cause = causeOf(memberId, origin);
      const written = await recorded.act(memberId, connectionId, command, cause);
      await catchUpAll();
      return await opening({ memberId, connectionId }, async () => ({
        ...await find(memberId, connectionId),
        messages: written === undefined ? [] : [writtenBy(command, written)],
      }));
    },
    /**
     * Server-sent events of a conversation: that something of what the member sees in it has changed, and
     * not what. They end with the session, too.
     *
     * @throws {Problem} 404 for whoever is no party of it, 429 and 503 for too many at once.
     */
    watch: (
      { memberId, sessionId }: {
        readonly memberId: string;
        readonly sessionId: string | undefined;
      },
      connectionId: string,
    ): Promise<ReadableStream<Uint8Array>> =>
      live.open({
        memberId,
        sessionId,
        connectionId,
        stamp: () => stamp(memberId, connectionId),
      }),
    /** Quotes a message to staff, and ends the conversation. */
    async report(
      memberId: string,
      connectionId: string,
      { messageId, reason }: MessageReport,
      origin: Origin,
    ): Promise<void> {
      await known(memberId, connectionId);
      const reported = await texts.one(connectionId, messageId);
      if (
        reported === undefined || reported.kind === "report" || reported.authorId === memberId
      ) {
        throw new Problem(404, "Message not found");
      }
      const own = { kind: "report", authorId: memberId, limit: 100 } as const;
      const { texts: reports } = await texts.latest(connectionId, own);
      const isReported = reports.some(({ text }) => text === reported.text);
      // Staff has it already.
      if (isReported) return;
      await limits.message(memberId);
      const command = { type: "Report", reason, quoted: reported.text } as const;
      await recorded.act(memberId, connectionId, command, causeOf(memberId, origin));
      await catchUpAll();
    },
    settings,
    async changeSettings(
      memberId: string,
      change: MentoringChange,
      origin: Origin,
    ): Promise<MentoringSettings> {
      await limits.change(memberId);
      await recorded.changeMentoring(memberId, change, causeOf(memberId, origin));
      await catchUpAll();
      return await settings(memberId);
    },
    async block(memberId: string, otherId: string, origin: Origin): Promise<void> {
      await limits.change(memberId);
      await recorded.block(memberId, otherId, causeOf(memberId, origin));
      await catchUpAll();
    },
    async unblock(memberId: string, otherId: string, origin: Origin): Promise<void> {
      await limits.change(memberId);
      await recorded.unblock(memberId, otherId, causeOf(memberId, origin));
      await catchUpAll();
    },
    /** Whom a member has blocked; without a name where they may not know it. */
    async blocked(memberId: string): Promise<readonly PublicUser[]> {
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
    /** Whether a member can be asked for help now; the same for every viewer. */
    async takesRequests(memberId: string): Promise<boolean> {
      const member = await table.byId(memberId);
      if (member === undefined) return false;
      return takesRequests(member, await connectionTable.conversationsOf(memberId), now());
    },
    /** What became of a link that opens nothing now. Of one that the product has not made, nothing is said. */
    async whyClosed(token: string): Promise<ClosedLink> {
      const link = links.open(token);
      if (link === undefined) return { is: "unknown" };
      const { memberId, connectionId } = link;
      const member = await table.byId(memberId);
      if (member === undefined) return { is: "deleted" };
      const at = { memberId, connectionId };
      if (link.hasExpired) return { is: "expired", ...at };
      if (!isAdmitted(member) || !await links.isGood(link, member)) {
        return { is: "replaced", ...at };
      }
      const record = await connectionTable.byId(connectionId);
      const isHidden = record?.mentorId === memberId &&
        await connectionTable.isHidden(connectionId);
      if (record === undefined || isHidden) return { is: "expired", ...at };
      return { is: "over", ...at, state: record.isLeft ? "left" : record.state, on: record.lastAt };
    },
    /** Whose a mailed link is, whatever became of its conversation; `undefined` once it is over itself. */
    linkOwner: async (token: string): Promise<MemberRecord | undefined> =>
      (await ownedLink(token))?.member,
    /**
     * Whose a mailed link is, and to which open conversation; `undefined` when it is over. The link with
     * which a paused mentor takes requests again has `resume` for the id.
     */
    async openLink(token: string): Promise<OpenLink | undefined> {
      const owned = await ownedLink(token);
      if (owned === undefined) return undefined;
      const { link, member } = owned;
      // Also when they take requests again already: the page says so.
      const formToken = links.formTokenFor(token);
      if (link.connectionId === resumeLink) return { member, connectionId: resumeLink, formToken };
      const record = await connectionTable.byId(link.connectionId);
      if (record === undefined) return undefined;
      const { memberId, connectionId } = link;
      // A conversation that is over is for who signs in; so is one that was blocked.
      const isOver = record.isLeft || !["requested", "accepted"].includes(record.state);
      const isMentor = record.mentorId === memberId;
      if (isOver || isMentor && await connectionTable.isHidden(connectionId)) return undefined;
      return { member, connectionId, formToken };
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;

const pastOnAPage = 50;

/** Nothing is left to do in it for this member. */
function isPast(memberId: string, record: ConnectionRecord): boolean {
  const { state, isLeft, askerId, hasFeedback } = record;
  if (isLeft) return true;
  if (state === "ended") return askerId !== memberId || hasFeedback;
  return state !== "requested" && state !== "accepted";
}

/** A page of a conversation is at most about 300 KB, also without compression. */
const pageOfMessages = { limit: 50, maxBytes: 180_000 } as const;
const feedbackOnly = { kind: "feedback", limit: 1 } as const;

function shownText(memberId: string, { messageId, authorId, at, text }: OpenedText) {
  const by = authorId === memberId ? "you" : "them";
  return { id: messageId, by, at, text } as const;
}

function writtenBy(command: ConnectionCommand, { messageId, atMs }: Written): ConnectionMessage {
  const text = "text" in command ? command.text : "note" in command ? command.note : undefined;
  return { id: messageId, by: "you", at: new Date(atMs).toISOString(), text: text ?? "" };
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
    messagesLeft: asker ? messagesLeft(record) : null,
  };
}
