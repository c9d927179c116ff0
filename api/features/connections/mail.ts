import { z } from "zod";
import { type ConnectionRecord, isOpen, otherOf } from "../../../events/connections/connection.ts";
import { mentoringOf } from "../../../events/connections/mentoring.ts";
import { whoSeesContacts } from "../../../events/contacts/promises.ts";
import { alsoAsked, alsoAskedAlumni } from "../../../events/connections/same-topic.ts";
import { noticeKind, type Notices } from "../../../events/connections/notices.ts";
import type { DueMail } from "../../../events/members/mail-queue.ts";
import { publicUser } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { ConversationTexts } from "../../../events/connections/texts.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { QuestionTable } from "../../../events/read/questions.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { MailKind } from "../../mail/outbox/mail-kind.ts";
import type { RefusedAddresses } from "../../mail/outbox/refused-addresses.ts";
import type { LookUpMail } from "../../mail/templates/messages.ts";
import { gatherEndMails, isAboutEnd } from "./end-mails.ts";
import {
  type AlsoAskedNews,
  type ConnectionLetterKind,
  connectionLetters,
  type ConnectionNews,
  isConnectionLetter,
  mentoringPausedLetter,
} from "./mail-templates.ts";
import { resumeLink } from "../../contract/mailed-links.ts";
import type { ConversationLinks } from "./links.ts";

const Content = z.object({
  connectionId: z.string(),
  messageId: z.string().optional(),
  /** How often the answer was undone when it was queued. */
  undone: z.number().optional(),
});

interface ConnectionMailParts {
  readonly tables: {
    readonly members: Pick<MemberTable, "byId">;
    readonly questions: Pick<QuestionTable, "askedBy">;
    readonly connections: Pick<
      ConnectionTable,
      "byId" | "knownTo" | "askedBy" | "hasBlocked" | "noteOf"
    >;
  };
  readonly texts: Pick<ConversationTexts, "one">;
  readonly links: Pick<ConversationLinks, "issue">;
  readonly notices: Notices;
  readonly refusedAddresses: Pick<RefusedAddresses, "hasBounced">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly now: () => Date;
}

/**
 * Queued mails have only ids; the rest is read when they are sent. So no mail names a member erased
 * since, and reminders no longer needed are dropped. A mail about someone whom its reader blocks is
 * written, but withheld at the end, so that its time doesn't reveal the block.
 */
export function createConnectionMail(
  deps: ConnectionMailParts,
): Required<Pick<MailKind, "lookUp" | "tooLate">> {
  const { tables: { members: table, connections: connectionTable, questions } } = deps;
  const { settings: { topics } } = deps;
  const { texts, links, notices } = deps;

  const lookUp: LookUpMail = async (mail) => {
    const { kind, memberId } = mail;
    if (kind === "mentoring-paused") return await lookUpPaused(mail);
    if (!isConnectionLetter(kind)) return undefined;
    const read = Content.safeParse(mail.content);
    if (!read.success) return "dropped";
    const { connectionId, messageId, undone = 0 } = read.data;
    const [connection, member] = await Promise.all([
      connectionTable.byId(connectionId),
      table.byId(memberId),
    ]);
    const otherId = connection && otherOf(memberId, connection);
    const other = otherId == null ? undefined : await table.byId(otherId);
    if (connection === undefined || member === undefined || other === undefined) return "dropped";
    // Staff may have refused the reader since.
    if (!isAdmitted(member) || connection.isLeft) return "dropped";
    // The site says so. Mail to an address that doesn't exist harms the sender's reputation.
    if (await deps.refusedAddresses.hasBounced(member)) return "dropped";
    // A newer mail says what came of this answer.
    if (isAboutAnswer.has(kind) && undone !== connection.undone) return "dropped";
    const reader = { memberId, connectionId };
    const end = isAboutEnd(kind, connection)
      ? await gatherEndMails(deps, reader, mail.messageId, connection)
      : undefined;
    if (end === "dropped" || end && "atMs" in end) return end;
    if (!end && !isWanted[kind](connection, member)) return "dropped";
    const isReminder = kind === "connection-reminder";
    const [known, hasBlocked] = await Promise.all([
      connectionTable.knownTo(memberId, connectionId),
      connectionTable.hasBlocked(memberId, other.memberId),
    ]);
    const waiting = kind === noticeKind ? await notices.waiting(reader) : [];
    const quotedId = isReminder
      ? (await connectionTable.noteOf(connectionId))?.messageId
      : messageId;
    const quotedIds = end?.messageIds ??
      (kind === noticeKind ? waiting.map((notice) => notice.messageId) : [quotedId]);
    const [thanks] = end?.thanksId ? await textsOf(connectionId, [end.thanksId]) : [];
    const quotes = await textsOf(connectionId, quotedIds.filter((id) => id !== undefined));
    const text = end ? thanks : quotes[0];
    if (needsText.has(kind) && text === undefined) return "dropped";
    if (isNotice[kind]?.(connection)) {
      const claimed = await notices.claim(reader, mail.messageId, kind !== noticeKind);
      if (claimed === "unopened") return "dropped";
      if (claimed !== "now") return claimed;
    }
    // A mailed link can be forwarded, so it opens no list of other members.
    const path = kind === "connection-silent"
      ? `/connections/${connectionId}#others`
      // Scrolls below the newest message.
      : `/c/${await links.issue(member, connectionId, mail.createdAtMs)}/latest`;
    const news: Omit<ConnectionNews, "link"> = {
      firstName: member.firstName,
      other: publicUser(other),
      topics: connection.topics.map(topics().labelOf),
      messages: quotes,
      hasEnded: end?.hasEnded ?? false,
      thanks,
      alsoAsked: isYes.has(kind) ? await alsoAskedNews(connection) : undefined,
      contacts: whoSeesContacts(member),
      isVisible: member.profile?.isVisible === true,
      isAccepted: connection.state !== "declined",
      reason: connection.reason,
      isAsker: connection.askerId === memberId,
      wasSilent: connection.wasSilent,
    };
    return {
      to: member.email,
      aboutId: other.memberId,
      letter(head) {
        const link = new URL(path, head.appOrigin).href;
        return connectionLetters[kind]({ ...news, link }, head);
      },
      isWithheld: known === undefined || hasBlocked,
      carries: end?.mailIds ?? waiting.map(({ mailId }) => mailId),
      conversationId: connectionId,
    };
  };

  async function lookUpPaused(
    { memberId, createdAtMs }: Parameters<LookUpMail>[0],
  ): Promise<Awaited<ReturnType<LookUpMail>>> {
    const member = await table.byId(memberId);
    if (member === undefined || mentoringOf(member).pausedUntil !== "resumed") return "dropped";
    const token = await links.issue(member, resumeLink, createdAtMs);
    const { firstName, email } = member;
    return {
      to: email,
      letter(head) {
        const link = new URL(`/c/${token}`, head.appOrigin).href;
        return mentoringPausedLetter({ firstName, link }, head);
      },
    };
  }

  /** About the answer's asker. */
  async function alsoAskedNews(answered: ConnectionRecord): Promise<AlsoAskedNews | undefined> {
    const { connectionId, askerId } = answered;
    if (askerId === null) return undefined;
    const asked = await connectionTable.askedBy(askerId);
    const left = alsoAsked(answered, asked, topics());
    const question = alsoAskedAlumni(answered, await questions.askedBy(askerId), topics());
    const count = left.requests.length + (question === undefined ? 0 : 1);
    const about = new Set([...left.topics, ...question ? [question.topic] : []]);
    return count === 0 ? undefined : {
      count,
      topics: [...about].map(topics().labelOf),
      path: `/connections/${connectionId}#also-asked`,
    };
  }

  async function textsOf(connectionId: string, messageIds: readonly string[]): Promise<string[]> {
    const found = await Promise.all(messageIds.map((id) => texts.one(connectionId, id)));
    return found.flatMap((text) => text?.text ?? []);
  }

  return { lookUp, tooLate: (mail) => forgetLateNotice(notices, mail) };
}

/** Mails that are dropped once the text they quote is deleted. */
const needsText: ReadonlySet<string> = new Set<ConnectionLetterKind>([
  "connection-message",
  "connection-feedback",
]);

/** Mails to an asker whom someone will help. */
const isYes: ReadonlySet<string> = new Set<ConnectionLetterKind>([
  "connection-answer",
  "connection-taken",
]);

/** Mails about an answer: the latest answer, or that it was undone, is mailed once. */
const isAboutAnswer: ReadonlySet<string> = new Set<ConnectionLetterKind>([
  "connection-answer",
  "connection-undone",
]);

/** After a notice, the reader gets the next one only once they have opened the conversation. */
const isNotice: Readonly<
  Partial<Record<ConnectionLetterKind, (connection: ConnectionRecord) => boolean>>
> = {
  "connection-request": () => true,
  "connection-answer": ({ state }) => state === "accepted",
  "connection-taken": () => true,
  "connection-message": () => true,
};

/** Whether a mail is still true when it is sent. */
const isWanted: Readonly<
  Record<ConnectionLetterKind, (connection: ConnectionRecord, member: MemberRecord) => boolean>
> = {
  "connection-request": ({ state }) => state === "requested",
  "connection-reminder": ({ state, clockSince }, member) =>
    state === "requested" && clockSince !== null && mentoringOf(member).wantsReminders,
  // A conversation that has ended has its own mail.
  "connection-answer": ({ state }) => state === "accepted" || state === "declined",
  "connection-taken": isOpen,
  "connection-yours": isOpen,
  "connection-undone": ({ state }) => state === "requested",
  "connection-message": isOpen,
  "connection-expired": ({ state, mentorId, wasSilent }, { memberId }) =>
    state === "expired" && (memberId !== mentorId || wasSilent === "asker"),
  "connection-silent": ({ state, clockSince }) => state === "requested" && clockSince !== null,
  "connection-quiet": ({ state, quietAt }) => state === "accepted" && quietAt !== null,
  "connection-ended": ({ state }) => state === "ended",
  "connection-feedback": ({ state }) => state === "ended",
};

/** Allows the next notice after one that couldn't be sent while it was useful. */
async function forgetLateNotice(
  notices: Pick<Notices, "giveUp">,
  { messageId, memberId, content }: Pick<DueMail, "messageId" | "memberId" | "content">,
): Promise<void> {
  const read = Content.safeParse(content);
  if (!read.success) return;
  await notices.giveUp({ memberId, connectionId: read.data.connectionId }, messageId);
}
