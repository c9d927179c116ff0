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
} from "./letters.ts";
import type { ConversationLinks } from "./links.ts";

const Content = z.object({ connectionId: z.string(), messageId: z.string().optional() });

export interface ConnectionMailDependencies {
  readonly table: Pick<MemberTable, "byId">;
  readonly connectionTable: Pick<ConnectionTable, "byId">;
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
    if (!isConnectionLetter(kind)) return undefined;
    const read = Content.safeParse(mail.content);
    if (!read.success) return "dropped";
    await catchUp();
    const { connectionId, messageId } = read.data;
    const [connection, member] = await Promise.all([
      connectionTable.byId(connectionId),
      table.byId(memberId),
    ]);
    const otherId = connection?.mentorId === memberId ? connection.askerId : connection?.mentorId;
    const other = otherId == null ? undefined : await table.byId(otherId);
    if (connection === undefined || member === undefined || other === undefined) return "dropped";
    if (connection.isLeft || !isWanted[kind](connection, member)) return "dropped";
    const quote = messageId === undefined ? null : await quoteOf(connectionId, messageId);
    if (kind === "connection-message" && quote === null) return "dropped";
    const token = links.tokenFor(member, connectionId, mail.createdAtMs);
    const link = new URL(`/c/${token}`, appOrigin).href;
    const news: ConnectionNews = {
      firstName: member.firstName,
      other: publicUser(other),
      topics: connection.topics,
      quote,
      link,
      isAccepted: connection.state === "accepted",
      reason: connection.reason,
    };
    return {
      to: member.email,
      letter: (head) => connectionLetters[kind](news, head),
      // One click in a mail program, without opening anything.
      ...(kind === "connection-reminder" && { unsubscribe: `${link}/no-reminders` }),
    };
  };

  async function quoteOf(connectionId: string, messageId: string): Promise<string | null> {
    const texts = await recorded.texts(connectionId);
    return texts.find((text) => text.messageId === messageId)?.text ?? null;
  }
}

/** Whether a mail still says what is so when it is sent. */
const isWanted: Readonly<
  Record<ConnectionLetterKind, (connection: ConnectionRecord, member: MemberRecord) => boolean>
> = {
  "connection-request": ({ state }) => state === "requested",
  "connection-reminder": ({ state, clockSince }, member) =>
    state === "requested" && clockSince !== null && mentoringOf(member).wantsReminders,
  "connection-answer": ({ answeredAt }) => answeredAt !== null,
  "connection-message": ({ state }) => state === "requested" || state === "accepted",
  "connection-expired": ({ state }) => state === "expired",
  "connection-quiet": ({ state, quietAt }) => state === "accepted" && quietAt !== null,
  "connection-ended": ({ state }) => state === "ended",
};
