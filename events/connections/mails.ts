import type { MailDraft } from "../members/mail-queue.ts";
import type { ConnectionRecord } from "./connection.ts";
import type { BetweenTwo } from "./events.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Days after a request on which the mentor is reminded of it, as long as they have the word. */
const reminderDays = [3, 7] as const;

/** A mail to one of the two. It holds ids alone: what it says is looked up when it is sent. */
export interface ConnectionMail {
  readonly to: "asker" | "mentor";
  readonly draft: MailDraft;
}

/** Which mails something between two people leads to. */
export function mailsAbout(
  { event, eventId, isMentor, isNote, noteId }: {
    readonly event: BetweenTwo;
    readonly eventId: string;
    /** Whether the mentor did it. */
    readonly isMentor: boolean;
    /** Whether the message comes with a request or an answer, which is mailed itself. */
    readonly isNote: boolean;
    /** That message, where there is one. */
    readonly noteId: string | undefined;
  },
  connectionId: ConnectionRecord["connectionId"],
  nowMs: number,
): ConnectionMail[] {
  const other = isMentor ? "asker" : "mentor";
  const mail = (to: ConnectionMail["to"], kind: string, more: Partial<MailDraft> = {}) => ({
    to,
    draft: { kind, content: { connectionId }, ...more },
  });
  switch (event.type) {
    case "ConnectionRequested":
      return [
        mail("mentor", "connection-request"),
        ...reminderDays.map((days) =>
          mail("mentor", "connection-reminder", { notBeforeMs: nowMs + days * dayMs })
        ),
      ];
    case "ConnectionAnswered":
      return [
        mail("asker", "connection-answer", {
          content: { connectionId, ...(noteId !== undefined && { messageId: noteId }) },
        }),
      ];
    case "ConnectionExpired":
      return [mail("asker", "connection-expired")];
    case "MessageSent":
      return isNote
        ? []
        : [mail(other, "connection-message", { content: { connectionId, messageId: eventId } })];
    case "ConnectionQuiet":
      return [mail("asker", "connection-quiet"), mail("mentor", "connection-quiet")];
    case "ConnectionEnded":
      return event.facts.by === "quiet"
        ? [mail("asker", "connection-ended"), mail("mentor", "connection-ended")]
        : [mail(other, "connection-ended")];
    case "ConnectionWithdrawn":
    case "FeedbackGiven":
    case "MessagesForgotten":
    case "MemberBlocked":
    case "MemberUnblocked":
    case "MessageReported":
      return [];
  }
}
