import { z } from "zod";
import { reportReasons } from "../../events/connections/words.ts";
import type { ConnectionRecord } from "../../events/connections/connection.ts";
import type { ConversationTexts } from "../../events/connections/texts.ts";
import { mentoringOf } from "../../events/connections/mentoring.ts";
import type { Topics } from "../../events/program/topics.ts";
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
  reportLetter,
} from "./letters.ts";
import { type ConversationLinks, resumeLink } from "./links.ts";

const Content = z.object({
  connectionId: z.string(),
  messageId: z.string().optional(),
  reason: z.enum(reportReasons).optional(),
});

export interface ConnectionMailDependencies {
  readonly table: Pick<MemberTable, "byId">;
  readonly connectionTable: Pick<ConnectionTable, "byId" | "isHidden" | "hasBlocked" | "noteOf">;
  readonly texts: Pick<ConversationTexts, "one">;
  readonly links: ConversationLinks;
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
  readonly appOrigin: string;
  readonly topics: () => Topics;
  /** Where reports of messages go. */
  readonly supportEmail: () => string;
}

/**
 * Mails about connections, which are queued with ids alone: what they say is looked up when they are sent.
 * So nobody who was erased, blocked or answered meanwhile stands in one, and a scheduled reminder that
 * is not needed any more is dropped.
 */
export function createConnectionMail(deps: ConnectionMailDependencies): LookUpMail {
  const { table, connectionTable, texts, links, catchUp, appOrigin, topics, supportEmail } = deps;

  return async (mail) => {
    const { kind, memberId } = mail;
    if (kind === "mentoring-paused") return await lookUpPaused(mail);
    if (kind === "connection-report") return await lookUpReport(mail);
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
    if (await connectionTable.hasBlocked(memberId, other.memberId)) return "dropped";
    if (connection.isLeft || !isWanted[kind](connection, member)) return "dropped";
    const isReminder = kind === "connection-reminder";
    // Before reminders followed the mentor's days, they were scheduled with the request, and named its note.
    if (isReminder && messageId !== undefined) return "dropped";
    const quotedId = isReminder
      ? (await connectionTable.noteOf(connectionId))?.messageId
      : messageId;
    const quote = quotedId === undefined ? null : await quoteOf(connectionId, quotedId);
    if (isItsText.has(kind) && quote === null) return "dropped";
    const token = await links.issue(member, connectionId, mail.createdAtMs);
    const link = new URL(`/c/${token}`, appOrigin).href;
    const news: ConnectionNews = {
      firstName: member.firstName,
      other: publicUser(other),
      topics: connection.topics.map(topics().labelOf),
      quote,
      link,
      isAccepted: connection.state !== "declined",
      reason: connection.reason,
      isAsker: connection.askerId === memberId,
      wasSilent: connection.wasSilent,
    };
    return {
      to: member.email,
      aboutId: other.memberId,
      letter: (head) => connectionLetters[kind](news, head),
      // One click in a mail program, without opening anything.
      ...(isReminder && { unsubscribe: `${link}/no-reminders` }),
    };
  };

  async function lookUpPaused(
    { memberId, createdAtMs }: Parameters<LookUpMail>[0],
  ): Promise<Awaited<ReturnType<LookUpMail>>> {
    await catchUp();
    const member = await table.byId(memberId);
    if (member === undefined || mentoringOf(member).pausedUntil !== "resumed") return "dropped";
    const token = await links.issue(member, resumeLink, createdAtMs);
    const link = new URL(`/c/${token}`, appOrigin).href;
    const { firstName, email } = member;
    return { to: email, letter: (head) => mentoringPausedLetter({ firstName, link }, head) };
  }

  async function lookUpReport(
    { memberId, content }: Parameters<LookUpMail>[0],
  ): Promise<Awaited<ReturnType<LookUpMail>>> {
    const read = Content.safeParse(content);
    if (!read.success || read.data.messageId === undefined) return "dropped";
    await catchUp();
    const { connectionId, messageId, reason = "other" } = read.data;
    const connection = await connectionTable.byId(connectionId);
    const otherId = connection?.mentorId === memberId ? connection.askerId : connection?.mentorId;
    const [reporter, reported, quote] = await Promise.all([
      table.byId(memberId),
      otherId == null ? undefined : table.byId(otherId),
      quoteOf(connectionId, messageId),
    ]);
    if (reporter === undefined || reported === undefined || quote === null) return "dropped";
    const users = { reporter: publicUser(reporter), reported: publicUser(reported) };
    return {
      to: supportEmail(),
      aboutId: reported.memberId,
      letter: (head) => reportLetter({ ...users, reason, quote }, head),
    };
  }

  async function quoteOf(connectionId: string, messageId: string): Promise<string | null> {
    return (await texts.one(connectionId, messageId))?.text ?? null;
  }
}

/** Mails that are nothing without the text that they quote. */
const isItsText: ReadonlySet<string> = new Set<ConnectionLetterKind>([
  "connection-message",
  "connection-feedback",
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
  "connection-expired": ({ state, mentorId, wasSilent }, { memberId }) =>
    state === "expired" && (memberId !== mentorId || wasSilent === "asker"),
  "connection-quiet": ({ state, quietAt }) => state === "accepted" && quietAt !== null,
  "connection-ended": ({ state }) => state === "ended",
  "connection-feedback": ({ state }) => state === "ended",
};
