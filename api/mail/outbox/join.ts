import { createHash } from "node:crypto";
import type { DueMail } from "../../../events/members/mail-queue.ts";
import { write } from "../templates/letter.ts";
import { type Letterhead, siteName } from "../templates/letterhead.ts";
import { isAnsweredByMail, noReply } from "../templates/no-reply.ts";
import type { Message } from "../mail.ts";
import { type ReadMail, topicOf } from "../templates/messages.ts";

export interface MailPart {
  readonly due: DueMail;
  readonly read: ReadMail;
}

export interface ReplyAddress {
  readonly token: string;
  /** Contains the token if the mailbox has sub-addresses. */
  readonly address: string;
}

export interface Replies {
  /** The reply address of a mail that is being sent; `undefined` if no answers are received. */
  issue(mail: {
    readonly memberId: string;
    readonly to: string;
    /** `undefined` unless the mails belong to exactly one conversation. */
    readonly conversationId: string | undefined;
  }): Promise<ReplyAddress | undefined>;
}

/** Leaves out mails replaced by a later one of the same topic, such as password resets. */
export function latestOnly(parts: readonly MailPart[]): MailPart[] {
  const inOrder = parts.toSorted((one, other) => one.due.place - other.due.place);
  const topic = ({ due: { memberId, messageId, kind } }: MailPart) =>
    `${memberId} ${topicOf(kind) ?? messageId}`;
  const latest = new Map(inOrder.map((part) => [topic(part), part]));
  return inOrder.filter((part) => latest.get(topic(part)) === part);
}

/** Ids of these mails' readers, and of the members they are about. */
export function peopleIn(parts: readonly MailPart[]): ReadonlySet<string> {
  return new Set(
    parts.flatMap(({ due, read }) => [
      due.memberId,
      ...read.aboutId === undefined ? [] : [
        read.aboutId,
      ],
      ...read.aboutIds ?? [],
    ]),
  );
}

/** One message, with the id of `first`, for one or several mails to one address, in order. */
export async function messageOf(
  { due: { messageId, memberId }, read: { to } }: MailPart,
  parts: readonly MailPart[],
  head: Letterhead,
  replies?: Replies,
): Promise<Message> {
  const [first, ...others] = new Set(parts.map(({ read }) => read.conversationId));
  const conversationId = others.length > 0 ? undefined : first;
  const issued = await replies?.issue({ memberId, to, conversationId });
  const token = issued?.token;
  const written = parts.map(({ read }) => read.letter(head));
  const replyTo = conversationId !== undefined && written.every(({ answer }) => answer === "link")
    ? issued?.address
    : undefined;
  const letters = replyTo === undefined
    ? written
    : written.map((letter) => ({ ...letter, answer: "reply" as const }));
  return {
    id: messageId,
    memberId,
    aboutIds: [...peopleIn(parts)].filter((id) => id !== memberId),
    writtenAt: new Date(Math.max(...parts.map(({ due }) => due.createdAtMs))),
    to,
    fromName: siteName(head),
    replyTo: replyTo !== undefined
      ? { name: siteName(head), address: replyTo }
      : isAnsweredByMail(letters)
      ? head.supportEmail
      : noReply(head),
    // Contains the token because some services replace the Message-ID by their own.
    thread: conversationId && (token ?? threadOf(memberId, conversationId)),
    token,
    unsubscribe: letters.length === 1 ? letters[0]?.unsubscribe : undefined,
    ...await write(letters, head, to),
  };
}

/** Differs for each reader: comparing mails doesn't reveal that two people share a conversation. */
function threadOf(memberId: string, conversationId: string): string {
  return createHash("sha256").update(`${memberId} ${conversationId}`).digest("hex").slice(0, 32);
}
