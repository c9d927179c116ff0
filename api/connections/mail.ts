import { z } from "zod";
import type { ConnectionRecord } from "../../events/connections/connection.ts";
import type { Connections as RecordedConnections } from "../../events/connections/handle.ts";
import { mentoringOf } from "../../events/connections/mentoring.ts";
import { publicUser } from "../../events/members/privacy.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { ConnectionTable } from "../../events/read/connections.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { LookUpMail } from "../mail/messages.ts";
import {
  type ConnectionLetterKind,
  connectionLetters,
  type ConnectionNews,
  isConnectionLetter,
  mentoringPausedLetter,
} from "./letters.ts";
import { type ConversationLinks, resumeLink } from "./links.ts";

const Content = z.object({ connectionId: z.string(), messageId: z.string().optional() });

export interface ConnectionMailDependencies {
  readonly table: Pick<MemberTable, "byId">;
  readonly connectionTable: Pick<ConnectionTable, "byId" | "isHidden">;
  readonly recorded: Pick<RecordedConnections, "texts">;
  readonly links: ConversationLinks;
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
  readonly appOrigin: string;
}

/**
 * Mails about connections, which are queued with ids alone: what they say is looked up when they are sent.
 * So nobody who was erased, blocked or answered meanwhile stands in one, and a scheduled reminder that
 * is not needed any more is dropped.
 */
export function createConnectionMail(deps: ConnectionMailDependencies): LookUpMail {
  const { table, connectionTable, recorded, links, catchUp, appOrigin } = deps;

  return async (mail) => {
    const { kind, memberId } = mail;
    if (kind === "mentoring-paused") return await lookUpPaused(memberId);
    if (!isConnectionLetter(kind)) return undefined;
    const read = Content.safeParse(mail.content);
    if (!read.success) return "dropped";
    await catchUp();
    const { connectionId, messageId } = read.data;
    const [connection, member] = await Promise.all([
      connectionTable.byId(connectionId),
      table.byId(memberId),
    ]);
    // They have blocked the other one since.
    if (connection?.mentorId === memberId && await connectionTable.isHidden(connectionId)) {
      return "dropped";
    }
    const otherId = connection?.mentorId === memberId ? connection.askerId : connection?.mentorId;
    const other = otherId == null ? undefined : await table.byId(otherId);
    if (connection === undefined || member === undefined || other === undefined) return "dropped";
    if (connection.isLeft || !isWanted[kind](connection, member)) return "dropped";
    const quote = await quoteFor(kind, connectionId, other.memberId, messageId);
    if (kind === "connection-message" && quote === null) return "dropped";
    const link = new URL(`/c/${links.tokenFor(member, connectionId)}`, appOrigin).href;
    const news: ConnectionNews = {
      firstName: member.firstName,
      other: publicUser(other),
      topics: connection.topics,
      quote,
      link,
      isAccepted: connection.state !== "declined",
      reason: connection.reason,
    };
    return {
      to: member.email,
      aboutId: other.memberId,
      letter: (head) => connectionLetters[kind](news, head),
      // One click in a mail program, without opening anything.
      ...(kind === "connection-reminder" && { unsubscribe: `${link}/no-reminders` }),
    };
  };

  async function lookUpPaused(memberId: string): Promise<Awaited<ReturnType<LookUpMail>>> {
    await catchUp();
    const member = await table.byId(memberId);
    if (member === undefined || mentoringOf(member).pausedUntil !== "resumed") return "dropped";
    const link = new URL(`/c/${links.tokenFor(member, resumeLink)}`, appOrigin).href;
    const { firstName, email } = member;
    return { to: email, letter: (head) => mentoringPausedLetter({ firstName, link }, head) };
  }

  async function quoteFor(
    kind: ConnectionLetterKind,
    connectionId: string,
    authorId: string,
    messageId: string | undefined,
  ): Promise<string | null> {
    if (!quotes.has(kind)) return null;
    const messages = (await recorded.texts(connectionId)).filter((text) =>
      text.kind === "message" && text.authorId === authorId
    );
    // A request is quoted with what came with it, and an answer with nothing where nothing did.
    const isFirst = kind === "connection-request" || kind === "connection-reminder";
    const message = messages.find((text) => isFirst || text.messageId === messageId);
    return message?.text ?? null;
  }
}

const quotes: ReadonlySet<ConnectionLetterKind> = new Set([
  "connection-request",
  "connection-reminder",
  "connection-answer",
  "connection-message",
]);

/** Whether a mail still says what is so when it is sent. */
const isWanted: Readonly<
  Record<ConnectionLetterKind, (connection: ConnectionRecord, member: MemberRecord) => boolean>
> = {
  "connection-request": ({ state }) => state === "requested",
  "connection-reminder": ({ state, clockSince }, member) =>
    state === "requested" && clockSince !== null && mentoringOf(member).wantsReminders,
  // One that has ended by now is told by a mail of its own.
  "connection-answer": ({ state }) => state === "accepted" || state === "declined",
  "connection-message": ({ state }) => state === "requested" || state === "accepted",
  "connection-expired": ({ state }) => state === "expired",
  "connection-quiet": ({ state, quietAt }) => state === "accepted" && quietAt !== null,
  "connection-ended": ({ state }) => state === "ended",
};
