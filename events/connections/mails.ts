import type { Identified } from "../commits.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import { connectionIdOf, type ConnectionRecord } from "./connection.ts";

/** Between whom something happens, and what is known of it before. */
export type ConnectionAbout =
  & Pick<ConnectionRecord, "connectionId" | "askerId" | "mentorId">
  & Partial<Pick<ConnectionRecord, "clockSince">>;

/**
 * Which mails something between two people leads to. They hold ids alone: what they say is looked up when they are
 * sent. Also to somebody who has blocked the asker: the mail is not handed over, but nothing before tells.
 *
 * @param memberId Who did it.
 */
export function mailsAbout(
  connection: ConnectionAbout,
  memberId: string,
  recorded: readonly Identified[],
): MailDraft[] {
  const { askerId, mentorId, clockSince } = connection;
  const other = memberId === mentorId ? askerId : mentorId;
  const noteId = noteIn(recorded)?.eventId;
  return recorded.flatMap(({ event, eventId }) => {
    const connectionId = connectionIdOf(event) ?? connection.connectionId;
    const mails = (kind: string, to: readonly (string | null)[], messageId?: string) =>
      to.flatMap((id): MailDraft[] =>
        id === null ? [] : [{
          to: id,
          kind: `connection-${kind}`,
          content: messageId === undefined ? { connectionId } : { connectionId, messageId },
        }]
      );
    switch (event.type) {
      case "ConnectionRequested":
        return mails("request", [mentorId], noteId);
      case "ConnectionReminded":
        return mails("reminder", [mentorId]);
      case "ConnectionAnswered":
        return mails("answer", [askerId], noteId);
      case "ConnectionExpired":
        // The mentor has asked something that nobody answered.
        return mails("expired", clockSince === null ? [askerId, mentorId] : [askerId]);
      case "MessageSent":
        return eventId === noteId ? [] : mails("message", [other], eventId);
      case "ConnectionQuiet":
        return mails("quiet", [askerId, mentorId]);
      case "ConnectionEnded":
        return mails("ended", event.personal?.by === "quiet" ? [askerId, mentorId] : [other]);
      case "FeedbackGiven":
        // The answer is counted; words alone are for the mentor.
        return event.personal?.words == null ? [] : mails("feedback", [mentorId], eventId);
      default:
        // Staff are mailed about reports by a notice of their own.
        return [];
    }
  });
}

/** The message that comes with a request or an answer, and is mailed with it. */
function noteIn(recorded: readonly Identified[]): Identified | undefined {
  const hasNote = recorded.some(({ event: { type } }) =>
    type === "ConnectionRequested" || type === "ConnectionAnswered"
  );
  return hasNote ? recorded.find(({ event }) => event.type === "MessageSent") : undefined;
}
