import type { Json } from "../log/event-log.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import type { ConnectionRecord } from "./connection.ts";
import type { BetweenTwo } from "./events.ts";

/** A mail to one of the two. It holds ids alone: what it says is looked up when it is sent. */
export interface ConnectionMail {
  readonly to: "asker" | "mentor";
  readonly draft: MailDraft;
}

/** Which mails something between two people leads to. */
export function mailsAbout(
  { event, eventId, isMentor, isAskersTurn, noteId }: {
    readonly event: BetweenTwo;
    readonly eventId: string;
    /** Whether the mentor did it. */
    readonly isMentor: boolean;
    /** Whether the mentor has asked something that is not answered yet. */
    readonly isAskersTurn: boolean;
    /** The message that comes with a request or an answer, and is mailed with it. */
    readonly noteId: string | undefined;
  },
  connectionId: ConnectionRecord["connectionId"],
): ConnectionMail[] {
  const other = isMentor ? "asker" : "mentor";
  const mail = (
    to: ConnectionMail["to"],
    kind: string,
    content: { readonly messageId?: string | undefined } = {},
  ) => ({ to, draft: { kind, content: { connectionId, ...content } as Json } });
  switch (event.type) {
    case "ConnectionRequested":
      return [mail("mentor", "connection-request", { messageId: noteId })];
    case "ConnectionReminded":
      return [mail("mentor", "connection-reminder")];
    case "ConnectionAnswered":
      return [mail("asker", "connection-answer", { messageId: noteId })];
    case "ConnectionExpired":
      return [
        mail("asker", "connection-expired"),
        ...isAskersTurn ? [mail("mentor", "connection-expired")] : [],
      ];
    case "MessageSent":
      return eventId === noteId ? [] : [mail(other, "connection-message", { messageId: eventId })];
    case "ConnectionQuiet":
      return [mail("asker", "connection-quiet"), mail("mentor", "connection-quiet")];
    case "ConnectionEnded":
      return event.personal?.by === "quiet"
        ? [mail("asker", "connection-ended"), mail("mentor", "connection-ended")]
        : [mail(other, "connection-ended")];
    case "FeedbackGiven":
      // The answer is counted; words alone are for the mentor.
      return event.personal?.words == null
        ? []
        : [mail("mentor", "connection-feedback", { messageId: eventId })];
    case "ConnectionWithdrawn":
    case "MessagesForgotten":
    case "ContactRevealed":
    case "MemberBlocked":
    case "MemberUnblocked":
    // Staff are mailed by a notice of their own.
    case "MessageReported":
      return [];
  }
}
