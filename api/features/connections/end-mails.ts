import type { ConnectionRecord } from "../../../events/connections/connection.ts";
import { noticeKind, type Notices, type Reader } from "../../../events/connections/notices.ts";
import type { UnsentMail } from "../../mail/templates/messages.ts";
import type { ConnectionLetterKind } from "./mail-templates.ts";

/** Content of the one letter about the end of a conversation, gathered from queued mails. */
export interface EndMails {
  /** Ids of the messages that the reader was not mailed about. */
  readonly messageIds: readonly string[];
  readonly hasEnded: boolean;
  readonly thanksId: string | undefined;
  readonly mailIds: readonly string[];
}

const hourMs = 60 * 60 * 1000;
const minuteMs = 60 * 1000;

/** Mails about the end of a conversation. The first kind that is queued is sent for all. */
const endKinds = ["connection-feedback", "connection-ended", noticeKind] as const satisfies (
  readonly ConnectionLetterKind[]
);

export function isAboutEnd(kind: string, { state }: ConnectionRecord): boolean {
  return state === "ended" && endKinds.some((one) => one === kind);
}

/**
 * Last messages, end and thank-you note become one mail, an hour after the end, since most
 * thank-you notes are written within it. The other mails wait for it.
 */
export async function gatherEndMails(
  { notices, now }: { readonly notices: Pick<Notices, "mailsOf">; readonly now: () => Date },
  reader: Reader,
  mailId: string,
  { endedAt }: ConnectionRecord,
): Promise<EndMails | UnsentMail> {
  const [thanks = [], ended = [], messages = []] = await Promise.all(
    endKinds.map((kind) => notices.mailsOf(reader, kind)),
  );
  const [sentForAll] = [...thanks, ...ended];
  const mails = [...messages, ...ended, ...thanks];
  // Sent with another mail, or the reader ended the conversation.
  if (sentForAll === undefined || !mails.some((mail) => mail.mailId === mailId)) return "dropped";
  const nowMs = now().getTime();
  const dueMs = Date.parse(endedAt ?? "") + hourMs;
  if (nowMs < dueMs) return { atMs: dueMs };
  if (sentForAll.mailId !== mailId) return { atMs: nowMs + minuteMs };
  return {
    messageIds: messages.flatMap(({ messageId }) => messageId ?? []),
    hasEnded: ended.length > 0,
    thanksId: thanks[0]?.messageId,
    mailIds: mails.map((mail) => mail.mailId),
  };
}
