import type { Identified } from "../commits.ts";
import type { MailDraft } from "../members/mail-queue.ts";
import { connectionIdOf, type ConnectionRecord, otherOf } from "./connection.ts";

export type ConnectionAbout =
  & Pick<ConnectionRecord, "connectionId" | "askerId" | "mentorId">
  & Partial<Pick<ConnectionRecord, "clockSince" | "undone">>
  & {
    readonly isSilent?: boolean;
  };

/**
 * Mails that follow from an event between two members, with ids only. A member who blocks the asker
 * gets one queued, too. It is withheld when it would be sent, so nothing earlier reveals the block.
 *
 * @param memberId The member who acted.
 */
export function mailsAbout(
  connection: ConnectionAbout,
  memberId: string,
  stored: readonly Identified[],
): MailDraft[] {
  const { askerId, mentorId, clockSince, undone = 0, isSilent = false } = connection;
  const other = otherOf(memberId, connection);
  const noteId = noteIn(stored)?.eventId;
  return stored.flatMap(({ event, eventId }) => {
    const connectionId = connectionIdOf(event) ?? connection.connectionId;
    const mails = (
      kind: string,
      to: readonly (string | null)[],
      messageId?: string,
      undone = 0,
    ) =>
      to.flatMap((id): MailDraft[] =>
        id === null ? [] : [{
          to: id,
          kind: `connection-${kind}`,
          content: {
            connectionId,
            ...messageId !== undefined && { messageId },
            ...undone > 0 && { undone },
          },
        }]
      );
    switch (event.type) {
      case "ConnectionRequested":
        return mails("request", [mentorId], noteId);
      case "ConnectionReminded":
        return [...mails("reminder", [mentorId]), ...isSilent ? mails("silent", [askerId]) : []];
      case "ConnectionAnswered":
        return mails("answer", [askerId], noteId, undone);
      case "ConnectionAnswerUndone":
        return mails("undone", [askerId], undefined, undone + 1);
      case "ConnectionExpired":
        // The mentor has asked something, which is unanswered.
        return mails("expired", clockSince === null ? [askerId, mentorId] : [askerId]);
      case "MessageSent":
        return eventId === noteId ? [] : mails("message", [other], eventId);
      case "ConnectionQuiet":
        return mails("quiet", [askerId, mentorId]);
      case "ConnectionEnded":
        // Both were told a week ago that it would end; the asker is still to say whether it helped.
        return mails("ended", event.personal?.by === "quiet" ? [askerId] : [other]);
      case "FeedbackGiven":
        // Only words of thanks are mailed; the answer is counted.
        return event.personal?.words == null ? [] : mails("feedback", [mentorId], eventId);
      default:
        // Staff get a notice of their own about reports.
        return [];
    }
  });
}

function noteIn(stored: readonly Identified[]): Identified | undefined {
  const hasNote = stored.some(({ event: { type } }) =>
    type === "ConnectionRequested" || type === "ConnectionAnswered"
  );
  return hasNote ? stored.find(({ event }) => event.type === "MessageSent") : undefined;
}
