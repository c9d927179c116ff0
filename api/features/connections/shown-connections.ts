import { userSeenBy } from "../../../events/members/privacy.ts";
import { type ConnectionRecord, otherOf } from "../../../events/connections/connection.ts";
import type { Reader } from "../../../events/connections/notices.ts";
import type { OpenedText } from "../../../events/connections/texts.ts";
import type { TextPlace } from "../../../events/read/connections.ts";
import type {
  Connection,
  ConnectionLists,
  ConnectionWithMessages,
} from "../../contract/connections.ts";
import type { Shared } from "../../composition/shared.ts";
import { Problem } from "../../contract/problem.ts";
import type { LiveConversations } from "./live.ts";
import { isPast, shownConnection, shownText } from "./shown-connection.ts";

/** The latest messages, or past connections; or those before the one with this id. */
interface PageRange {
  readonly before?: string | undefined;
}

export interface ShownConnectionsParts extends Shared {
  readonly live: Pick<LiveConversations, "open">;
}

const pastOnAPage = 50;
/** A page is at most about 300 KB without compression. */
const pageOfMessages = { limit: 50, maxBytes: 180_000 } as const;
const onlyFeedback = { kind: "feedback", limit: 1 } as const;

export class ShownConnections<Parts extends ShownConnectionsParts = ShownConnectionsParts> {
  constructor(protected readonly deps: Parts) {}

  /**
   * All current connections, and a page of past ones: the latest, or those before one.
   * @throws {Problem} 404 when that one is not among the member's past connections.
   */
  async list(memberId: string, { before }: PageRange = {}): Promise<ConnectionLists> {
    const latestFirst = (await this.deps.connectionTable.ofMember(memberId))
      .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt));
    const allPast = latestFirst.filter((record) => isPast(memberId, record));
    const start = allPast.findIndex(({ connectionId }) => connectionId === before) + 1;
    if (before !== undefined && start === 0) throw noConversation();
    const past = allPast.slice(start, start + pastOnAPage);
    const [current, shownPast] = await Promise.all([
      this.#shown(memberId, latestFirst.filter((record) => !isPast(memberId, record))),
      this.#shown(memberId, past),
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
    const place = await this.deps.connectionTable.text(connectionId, before);
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

  /** @throws {Problem} 404 for other people, and for a mentor from whom the request is hidden. */
  protected async known(memberId: string, connectionId: string): Promise<ConnectionRecord> {
    const record = await this.deps.connectionTable.knownTo(memberId, connectionId);
    if (record === undefined) throw noConversation();
    return record;
  }

  /** Opens a conversation. Its reader is then mailed only about what is written afterwards. */
  protected async opening<T>(reader: Reader, open: () => Promise<T>): Promise<T> {
    const { notices, connectionTable } = this.deps;
    await notices.open(reader);
    const waiting = await notices.waiting(reader);
    // The answer lacks messages that the read tables don't have yet.
    const places = await Promise.all(
      waiting.map(({ messageId = "" }) => connectionTable.text(reader.connectionId, messageId)),
    );
    const opened = await open();
    await notices.drop(waiting.filter((_, index) => places[index] !== undefined));
    return opened;
  }

  async #shown(memberId: string, records: readonly ConnectionRecord[]): Promise<Connection[]> {
    if (records.length === 0) return [];
    const { connectionTable, table, topics, now } = this.deps;
    const [members, unread] = await Promise.all([
      table.byIds([memberId, ...records.flatMap((record) => otherOf(memberId, record) ?? [])]),
      connectionTable.unreadOf(memberId, records.map(({ connectionId }) => connectionId)),
    ]);
    return records.map((record) => {
      const other = members.get(otherOf(memberId, record) ?? "");
      const labeled = { ...record, topics: record.topics.map(topics().labelOf) };
      const unreadHere = unread.get(record.connectionId) ?? 0;
      const user = other && userSeenBy(members.get(memberId), other);
      return shownConnection(memberId, labeled, user, unreadHere, now());
    });
  }

  async #shownOne(memberId: string, record: ConnectionRecord): Promise<Connection> {
    const [connection] = await this.#shown(memberId, [record]);
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
    return !await this.deps.connectionTable.hasBlocked(memberId, feedback.authorId);
  }

  /** Changes with everything that the page of a conversation shows, except names, pictures and texts. */
  async #stamp(memberId: string, connectionId: string): Promise<string> {
    const { connectionTable } = this.deps;
    const record = await this.known(memberId, connectionId);
    const [connection, [latest], [feedback]] = await Promise.all([
      this.#shownOne(memberId, record),
      connectionTable.texts(connectionId, { kind: "message", limit: 1 }),
      record.hasFeedback ? connectionTable.texts(connectionId, onlyFeedback) : [],
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
