import { productTopics } from "../../events/program/topics.ts";
import {
  connectionIdOf,
  type ConnectionRecord,
  evolveConnection,
} from "../../events/connections/connection.ts";
import { decideBlock, decideConnection } from "../../events/connections/decide.ts";
import { decideAsk } from "../../events/connections/decide-ask.ts";
import { decideMentoring } from "../../events/connections/decide-mentoring.ts";
import {
  type ConversationTexts,
  type OpenedText,
  pageOf,
  textOf,
} from "../../events/connections/texts.ts";
import { connectionLimits } from "../../events/connections/limits.ts";
import type { MemberEvent } from "../../events/members/events.ts";
import { textKindOf } from "../../events/read/connection-rows.ts";
import type { ConnectionTable, TextQuery } from "../../events/read/connections.ts";
import { Connections } from "../../api/connections/connections.ts";
import { createConversationLinks } from "../../api/connections/links.ts";
import type { Product } from "../../api/product.ts";
import type { MemoryMembers } from "./memory-members.ts";

export type MemoryConnections = ReturnType<typeof createMemoryConnections>;

/** Connections in memory, with the real rules. */
export function createMemoryConnections(
  { members, now: nowText, find, change, table }: MemoryMembers,
) {
  const now = () => new Date(nowText);
  const records = new Map<string, ConnectionRecord>();
  const texts: (OpenedText & { readonly connectionId: string })[] = [];
  const blocks = new Set<string>();
  /** People whose request the blocker had seen before. */
  const knownBefore = new Set<string>();
  const all = () => [...records.values()];
  const conversationsOf = (mentorId: string) =>
    all().filter((each) => each.mentorId === mentorId && each.state === "accepted").length;
  const isHiddenOne = ({ askerId, mentorId, answeredAt }: ConnectionRecord) =>
    answeredAt === null && blocks.has(`${mentorId} ${askerId}`);
  const known = (memberId: string) => (record: ConnectionRecord) =>
    record.askerId === memberId || record.mentorId === memberId && !isHiddenOne(record);
  const between = (one: string, other: string) =>
    all().filter((each) => [one, other].every((id) => [each.askerId, each.mentorId].includes(id)))
      .filter(known(one));

  const textsOf = (
    id: string,
    { kind, authorId, before = Infinity, limit }: TextQuery,
  ) =>
    texts.filter(({ connectionId, position, ...text }) =>
      connectionId === id && position < before &&
      text.kind === (kind ?? text.kind) && text.authorId === (authorId ?? text.authorId)
    ).toReversed().slice(0, limit);
  const textAt = (position: number) => texts.find((text) => text.position === position)?.text;
  const findText = async (id: string, messageId: string) =>
    texts.find((text) => text.connectionId === id && text.messageId === messageId);

  /** Resolves with the message that was written, if one was. */
  function apply(memberId: string, events: readonly MemberEvent[]) {
    const before = texts.length;
    for (const event of events) {
      const connectionId = connectionIdOf(event);
      if (event.type === "MentoringChanged") {
        change(memberId, { mentoring: { ...event.facts, saidAt: nowText } });
      }
      if (connectionId === undefined) continue;
      const happened = { memberId, atMs: now().getTime(), event };
      const after = evolveConnection(records.get(connectionId), happened);
      if (after !== undefined) {
        records.set(connectionId, after);
        const { mentorId } = after;
        if (members.has(mentorId)) change(mentorId, { conversations: conversationsOf(mentorId) });
      }
      const text = textOf(event);
      const kind = textKindOf[event.type];
      if (text !== undefined && kind !== undefined) {
        texts.push({
          messageId: crypto.randomUUID(),
          connectionId,
          authorId: memberId,
          kind,
          position: texts.length + 1,
          at: nowText,
          text,
        });
      }
    }
    const written = texts.slice(before).find(({ kind }) => kind === "message");
    return written && { messageId: written.messageId, atMs: Date.parse(written.at) };
  }

  const connectionTable: Pick<
    ConnectionTable,
    | "byId"
    | "ofMember"
    | "knownTo"
    | "hasBlocked"
    | "areInTouch"
    | "text"
    | "texts"
    | "blockedBy"
    | "unreadOf"
    | "noteOf"
  > = {
    byId: async (connectionId) => records.get(connectionId),
    text: findText,
    noteOf: async (id) => textsOf(id, { limit: Infinity }).at(-1),
    texts: async (connectionId, query) => textsOf(connectionId, query),
    async hasBlocked(memberId, otherId) {
      return blocks.has(`${memberId} ${otherId}`);
    },
    ofMember: async (memberId) => all().filter(known(memberId)),
    async areInTouch(one, other) {
      const isBlocked = blocks.has(`${one} ${other}`) || blocks.has(`${other} ${one}`);
      return !isBlocked && between(one, other).some(({ state }) => state === "accepted");
    },
    knownTo: async (memberId, connectionId) =>
      all().filter(known(memberId)).find((each) => each.connectionId === connectionId),
    async blockedBy(memberId) {
      return [...blocks].filter((block) => block.startsWith(`${memberId} `))
        .map((block) => block.slice(memberId.length + 1))
        .map((id) => ({ memberId: id, wasInTouch: knownBefore.has(`${memberId} ${id}`) }));
    },
    async unreadOf(memberId, ids) {
      return new Map(ids.map((id) => {
        const of = texts.filter(({ connectionId, kind }) =>
          connectionId === id && kind === "message"
        );
        const own = of.findLastIndex(({ authorId }) => authorId === memberId);
        return [id, of.slice(own + 1).length];
      }));
    },
  };

  const openTexts: Pick<ConversationTexts, "one" | "latest"> = {
    one: findText,
    async latest(connectionId, query) {
      const places = textsOf(connectionId, { ...query, limit: query.limit + 1 });
      return pageOf(places, query, ({ position }) => textAt(position));
    },
  };
  const connections: Product["connections"] = new Connections({
    now,
    table,
    limits: { async change() {}, async message() {} },
    links: createConversationLinks({ secret: new Uint8Array(32), now }),
    // Tests of these two run on the real product.
    others: { of: async () => ({ others: [], refusal: null }) },
    live: { open: async () => new ReadableStream() },
    notices: { async open() {}, waiting: async () => [], async drop() {} },
    topics: () => productTopics,
    async catchUpAll() {},
    recorded: {
      async ask(memberId, ask) {
        const connectionId = crypto.randomUUID();
        const state = {
          asker: find(memberId),
          mentor: members.get(ask.mentorId),
          conversations: members.get(ask.mentorId)?.conversations ?? 0,
          asked: all().filter(({ askerId }) => askerId === memberId),
          between: between(memberId, ask.mentorId),
          isBlocking: blocks.has(`${memberId} ${ask.mentorId}`),
          hidesRequest: all().some((each) =>
            each.askerId === ask.mentorId && each.mentorId === memberId &&
            each.state === "requested" && isHiddenOne(each)
          ),
        };
        apply(memberId, decideAsk(state, { ...ask, connectionId }, connectionLimits, now()));
        return connectionId;
      },
      askInstead: async () => crypto.randomUUID(),
      async act(memberId, connectionId, command) {
        const connection = records.get(connectionId);
        const { conversations } = find(memberId);
        const isMentor = connection?.mentorId === memberId;
        const otherId = isMentor ? connection?.askerId : connection?.mentorId;
        const otherName = members.get(otherId ?? "")?.firstName;
        const state = { member: find(memberId), connection, conversations, otherName };
        return apply(memberId, decideConnection(state, command, now()));
      },
      async changeMentoring(memberId, wishes) {
        apply(memberId, decideMentoring(find(memberId), wishes, now()));
      },
      async block(memberId, otherId) {
        const known = between(memberId, otherId);
        if (known.length > 0) knownBefore.add(`${memberId} ${otherId}`);
        apply(memberId, decideBlock(find(memberId), known, now()));
        blocks.add(`${memberId} ${otherId}`);
      },
      async unblock(memberId, otherId) {
        blocks.delete(`${memberId} ${otherId}`);
      },
    },
    texts: openTexts,
    connectionTable,
  });
  return { connections, connectionTable, texts: openTexts };
}
