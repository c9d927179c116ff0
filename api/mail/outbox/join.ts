import { createHash } from "node:crypto";
import type { DueMail } from "../../../events/members/mail-queue.ts";
import { write } from "../letters/letter.ts";
import { type Letterhead, siteName } from "../letters/letterhead.ts";
import { isAnsweredByMail, noReply } from "../letters/no-reply.ts";
import type { Message } from "../mail.ts";
import { type ReadMail, topicOf } from "../letters/messages.ts";

/** A mail of the queue, with what it says. */
export interface MailPart {
  readonly due: DueMail;
  readonly read: ReadMail;
}

/** Leaves out what a later one says: of three resets the last, and whether asking is closed now. */
export function latestOnly(parts: readonly MailPart[]): MailPart[] {
  const inOrder = parts.toSorted((one, other) => one.due.place - other.due.place);
  const saying = ({ due: { memberId, messageId, kind } }: MailPart) =>
    `${memberId} ${topicOf(kind) ?? messageId}`;
  const latest = new Map(inOrder.map((part) => [saying(part), part]));
  return inOrder.filter((part) => latest.get(saying(part)) === part);
}

/** Everybody whom a mail is for or about. */
export function peopleIn(parts: readonly MailPart[]): ReadonlySet<string> {
  return new Set(
    parts.flatMap(({ due, read }) => [
      due.memberId,
      ...read.aboutId === undefined ? [] : [
        read.aboutId,
      ],
    ]),
  );
}

/**
 * The message that mails to one address become.
 *
 * @param first By whose id it is known, however often it is tried.
 * @param parts What it says, in order; at least one.
 */
export async function messageOf(
  { due: { messageId, memberId }, read: { to } }: MailPart,
  parts: readonly MailPart[],
  head: Letterhead,
): Promise<Message> {
  const letters = parts.map(({ read }) => read.letter(head));
  const [conversationId, ...others] = new Set(parts.map(({ read }) => read.conversationId));
  return {
    id: messageId,
    memberId,
    aboutIds: [...peopleIn(parts)].filter((id) => id !== memberId),
    writtenAt: new Date(Math.max(...parts.map(({ due }) => due.createdAtMs))),
    to,
    fromName: siteName(head),
    replyTo: isAnsweredByMail(letters) ? head.supportEmail : noReply(head),
    thread: conversationId === undefined || others.length > 0
      ? undefined
      : threadOf(memberId, conversationId),
    unsubscribe: letters.length === 1 ? letters[0]?.unsubscribe : undefined,
    ...await write(letters, head),
  };
}

/** Of one reader's mails alone: two who compare theirs don't learn that they are in one conversation. */
function threadOf(memberId: string, conversationId: string): string {
  return createHash("sha256").update(`${memberId} ${conversationId}`).digest("hex").slice(0, 32);
}
