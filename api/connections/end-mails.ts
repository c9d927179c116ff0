import type { ConnectionRecord } from "../../events/connections/connection.ts";
import { noticeKind, type Notices, type Reader } from "../../events/connections/notices.ts";
import type { UnsentMail } from "../mail/letters/messages.ts";
import type { ConnectionLetterKind } from "./letters.ts";

/** Which mails of the queue one letter about the end of a conversation says, in their order. */
export interface EndMails {
  /** Ids of the messages that nobody has been mailed about. */
  readonly messageIds: readonly string[];
  readonly hasEnded: boolean;
  /** Id of the text with which the asker thanks. */
  readonly thanksId: string | undefined;
  /** Ids of these mails. */
  readonly mailIds: readonly string[];
}

const hourMs = 60 * 60 * 1000;
const minuteMs = 60 * 1000;

/** Mails about the end of a conversation, in the order in which one speaks for the others. */
const endKinds = ["connection-feedback", "connection-ended", noticeKind] as const satisfies (
  readonly ConnectionLetterKind[]
);

export function isAboutEnd(kind: string, { state }: ConnectionRecord): boolean {
  return state === "ended" && endKinds.some((one) => one === kind);
}

/**
 * What becomes of a mail about a conversation that has ended. The last words, the end and the thanks are one mail, an
 * hour after the end: most who thank do so within it. One of the mails speaks for all, and the others wait until it
 * has been sent.
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
  const [speaker] = [...thanks, ...ended];
  const mails = [...messages, ...ended, ...thanks];
  // Another one has said it, or there is nothing to be told: they ended it themselves.
  if (speaker === undefined || !mails.some((mail) => mail.mailId === mailId)) return "dropped";
  const nowMs = now().getTime();
  const dueMs = Date.parse(endedAt ?? "") + hourMs;
  if (nowMs < dueMs) return { atMs: dueMs };
  if (speaker.mailId !== mailId) return { atMs: nowMs + minuteMs };
  return {
    messageIds: messages.flatMap(({ messageId }) => messageId ?? []),
    hasEnded: ended.length > 0,
    thanksId: thanks[0]?.messageId,
    mailIds: mails.map((mail) => mail.mailId),
  };
}
