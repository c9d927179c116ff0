import { canView, type PublicUser, userSeenBy } from "../../../events/members/privacy.ts";
import { type ConnectionRecord, otherOf } from "../../../events/connections/connection.ts";
import { isPaused, mentoringOf, takesRequests } from "../../../events/connections/mentoring.ts";
import type { Notices, Reader } from "../../../events/connections/notices.ts";
import type { ConversationTexts, OpenedText } from "../../../events/connections/texts.ts";
import type { ConnectionTable, TextPlace } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type {
  Connection,
  ConnectionLists,
  ConnectionWithMessages,
  MentoringSettings,
} from "../../contract/connections.ts";
import { Problem } from "../../contract/problem.ts";
import type { LiveConversations } from "./live.ts";
import { isPast, shownConnection, shownText } from "./shown-connection.ts";

/** The latest messages, or past connections; or those before the one with this id. */
interface PageRange {
  readonly before?: string | undefined;
}

interface ConversationsParts {
  readonly tables: {
    readonly members: Pick<MemberTable, "byId" | "byIds">;
    readonly connections: Pick<
      ConnectionTable,
      "ofMember" | "knownTo" | "text" | "texts" | "unreadOf" | "hasBlocked" | "blockedBy"
    >;
  };
  readonly texts: Pick<ConversationTexts, "latest">;
  readonly notices: Pick<Notices, "open" | "waiting" | "drop">;
  readonly live: Pick<LiveConversations, "open">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly now: () => Date;
}

const pastOnAPage = 50;
/** A page is at most about 300 KB without compression. */
const pageOfMessages = { limit: 50, maxBytes: 180_000 } as const;
const onlyFeedback = { kind: "feedback", limit: 1 } as const;

/** What a member reads of their requests, conversations and blocks. */
export class Conversations {
  constructor(private readonly deps: ConversationsParts) {}

  /**
   * All current connections, and a page of past ones: the latest, or those before one.
   * @throws {Problem} 404 when that one is not among the member's past connections.
   */
  async list(memberId: string, { before }: PageRange = {}): Promise<ConnectionLists> {
    const latestFirst = (await this.deps.tables.connections.ofMember(memberId))
      .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));
    const allPast = latestFirst.filter((record) => isPast(memberId, record));
    const start = allPast.findIndex(({ connectionId }) => connectionId === before) + 1;
    if (before !== undefined && start === 0) throw noConversation();
    const past = allPast.slice(start, start + pastOnAPage);
    const [current, shownPast] = await Promise.all([
      this.asReadBy(memberId, latestFirst.filter((record) => !isPast(memberId, record))),
      this.asReadBy(memberId, past),
    ]);
    return {
      waiting: current.filter(({ isWaiting }) => isWaiting),
      open: current.filter(({ isWaiting }) => !isWaiting),
      past: shownPast,
      ...start + past.length < allPast.length && { before: past.at(-1)?.connectionId },
    };
  }

  /** @throws {Problem} 404 for everyone else than its two members. */
  async find(memberId: string, connectionId: string): Promise<Connection> {
    return await this.#shownOne(memberId, await this.known(memberId, connectionId));
  }

  /**
   * A connection with a page of messages: the latest, or those before one.
   * @throws {Problem} 404 for other people, and for an unknown message.
   */
  async read(
    memberId: string,
    connectionId: string,
    { before }: PageRange = {},
  ): Promise<ConnectionWithMessages> {
    const record = await this.known(memberId, connectionId);
    if (before === undefined) {
      return await this.opening({ memberId, connectionId }, () => this.#page(memberId, record, {}));
    }
    const place = await this.deps.tables.connections.text(connectionId, before);
    if (place === undefined) throw noMessage();
    return await this.#page(memberId, record, { before: place.position });
  }

  /**
   * Server-sent events that a conversation has changed, but not how. They end with the session.
   * @throws {Problem} 404 for other people; 429 and 503 for too many at once.
   */
  async watch(
    { memberId, sessionId }: { readonly memberId: string; readonly sessionId: string | undefined },
    connectionId: string,
  ): Promise<ReadableStream<Uint8Array>> {
    const stamp = () => this.#stamp(memberId, connectionId);
    return await this.deps.live.open({ memberId, sessionId, connectionId, stamp });
  }

  /** @throws {Problem} 401 when the member no longer exists. */
  async settings(memberId: string): Promise<MentoringSettings> {
    const member = await this.deps.tables.members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Account not found");
    const mentoring = mentoringOf(member);
    return isPaused(mentoring, this.deps.now()) ? mentoring : { ...mentoring, pausedUntil: null };
  }

  /** Without a name if the member may not know it. */
  async blocked(memberId: string): Promise<readonly PublicUser[]> {
    const { connections, members: table } = this.deps.tables;
    const blocked = await connections.blockedBy(memberId);
    const [viewer, members] = await Promise.all([
      table.byId(memberId),
      table.byIds(blocked.map((each) => each.memberId)),
    ]);
    return blocked.flatMap(({ memberId: id, wasInTouch }) => {
      const member = members.get(id);
      if (member === undefined) return [];
      const isKnown = wasInTouch || canView(viewer, member);
      return isKnown ? userSeenBy(viewer, member) : { ...userSeenBy(viewer, member), ...unnamed };
    });
  }

  /** Whether a member can be asked for help now; the same for every viewer. */
  async takesRequests(memberId: string): Promise<boolean> {
    const member = await this.deps.tables.members.byId(memberId);
    return member !== undefined && takesRequests(member, member.conversations, this.deps.now());
  }

  /** @throws {Problem} 404 for other people, and for a mentor from whom the request is hidden. */
  async known(memberId: string, connectionId: string): Promise<ConnectionRecord> {
    const record = await this.deps.tables.connections.knownTo(memberId, connectionId);
    if (record === undefined) throw noConversation();
    return record;
  }

  /** Opens a conversation. Its reader is then mailed only about what is written afterwards. */
  async opening<T>(reader: Reader, open: () => Promise<T>): Promise<T> {
    const { notices, tables: { connections } } = this.deps;
    await notices.open(reader);
    const waiting = await notices.waiting(reader);
    // The answer lacks messages that the read tables don't have yet.
    const places = await Promise.all(
      waiting.map(({ messageId = "" }) => connections.text(reader.connectionId, messageId)),
    );
    const opened = await open();
    await notices.drop(waiting.filter((_, index) => places[index] !== undefined));
    return opened;
  }

  /** Requests and conversations of a member, in the same order, as they read them. */
  async asReadBy(memberId: string, records: readonly ConnectionRecord[]): Promise<Connection[]> {
    if (records.length === 0) return [];
    const { tables: { members: table, connections }, settings, now } = this.deps;
    const [members, unread] = await Promise.all([
      table.byIds([memberId, ...records.flatMap((record) => otherOf(memberId, record) ?? [])]),
      connections.unreadOf(memberId, records.map(({ connectionId }) => connectionId)),
    ]);
    return records.map((record) => {
      const other = members.get(otherOf(memberId, record) ?? "");
      const labeled = { ...record, topics: record.topics.map(settings.topics().labelOf) };
      const unreadHere = unread.get(record.connectionId) ?? 0;
      const user = other && userSeenBy(members.get(memberId), other);
      return shownConnection(memberId, labeled, user, unreadHere, now());
    });
  }

  async #shownOne(memberId: string, record: ConnectionRecord): Promise<Connection> {
    const [connection] = await this.asReadBy(memberId, [record]);
    if (connection === undefined) throw noConversation();
    return connection;
  }

  async #page(
    memberId: string,
    record: ConnectionRecord,
    range: { readonly before?: number },
  ): Promise<ConnectionWithMessages> {
    const query = { ...pageOfMessages, ...range, kind: "message" } as const;
    const [connection, page, feedback] = await Promise.all([
      this.#shownOne(memberId, record),
      this.deps.texts.latest(record.connectionId, query),
      this.#feedback(memberId, record),
    ]);
    return {
      ...connection,
      messages: page.texts.map((text) => shownText(memberId, text)),
      before: page.before,
      feedback: feedback === undefined ? null : shownText(memberId, feedback),
    };
  }

  /** The asker's words about the help, unless the reader has blocked the asker. */
  async #feedback(memberId: string, record: ConnectionRecord): Promise<OpenedText | undefined> {
    if (!record.hasFeedback) return undefined;
    const { texts: [feedback] } = await this.deps.texts.latest(record.connectionId, onlyFeedback);
    return await this.#isShown(memberId, feedback) ? feedback : undefined;
  }

  async #isShown(memberId: string, feedback: TextPlace | undefined): Promise<boolean> {
    if (feedback === undefined || feedback.authorId === memberId) return feedback !== undefined;
    return !await this.deps.tables.connections.hasBlocked(memberId, feedback.authorId);
  }

  /** Changes with everything that the page of a conversation shows, except names, pictures and texts. */
  async #stamp(memberId: string, connectionId: string): Promise<string> {
    const { connections } = this.deps.tables;
    const record = await this.known(memberId, connectionId);
    const [connection, [latest], [feedback]] = await Promise.all([
      this.#shownOne(memberId, record),
      connections.texts(connectionId, { kind: "message", limit: 1 }),
      record.hasFeedback ? connections.texts(connectionId, onlyFeedback) : [],
    ]);
    const shown = await this.#isShown(memberId, feedback) ? feedback : undefined;
    return JSON.stringify({
      ...connection,
      with: connection.with?.id,
      ids: [latest?.messageId, shown?.messageId],
    });
  }
}

export function noConversation(): Problem {
  return new Problem(404, "Conversation not found");
}

export function noMessage(): Problem {
  return new Problem(404, "Message not found");
}

/** Shown instead of a blocked member who is hidden and was never in touch. */
const unnamed = {
  firstName: "",
  lastName: "",
  role: null,
  isRoleConfirmed: true,
  profileImageUrl: null,
} as const;
