import {
  type ConnectionRecord,
  isOpen,
  isSilent,
  undoableUntil,
} from "../../../events/connections/connection.ts";
import { messagesLeft } from "../../../events/connections/decide.ts";
import type { OpenedText } from "../../../events/connections/texts.ts";
import type { PublicUser } from "../../../events/members/privacy.ts";
import type { Connection, ConnectionMessage } from "../../contract/connections.ts";

export function isPast(memberId: string, record: ConnectionRecord): boolean {
  const { state, isLeft, askerId, hasFeedback } = record;
  if (isLeft) return true;
  return state === "ended" ? askerId !== memberId || hasFeedback : !isOpen(record);
}

export function shownText(
  memberId: string,
  { messageId, authorId, at, text }: OpenedText,
): ConnectionMessage {
  return { id: messageId, by: authorId === memberId ? "you" : "them", at, text };
}

/** @param record With current topic labels. @param other `undefined` when they are erased. */
export function shownConnection(
  memberId: string,
  record: ConnectionRecord,
  other: PublicUser | undefined,
  unread: number,
  now: Date,
): Connection {
  const { connectionId, topics, isLeft, askedAt, answeredAt, endedAt, clockSince } = record;
  const asker = record.askerId === memberId;
  const state = isLeft || other === undefined ? "left" : record.state;
  const canGiveFeedback = asker && state === "ended" && !record.hasFeedback;
  const isTheirTurn = state === "requested" ? asker === (clockSince === null) : unread > 0;
  const goesOn = state !== "left" && isOpen(record);
  return {
    id: connectionId,
    state,
    with: other === undefined || isLeft ? null : other,
    ...{ topics, askedAt, answeredAt, endedAt, asker },
    unread: goesOn ? unread : 0,
    isWaiting: goesOn && isTheirTurn || canGiveFeedback,
    canGiveFeedback,
    messagesLeft: asker ? messagesLeft(record) : null,
    isSilent: asker && isSilent(record, now.getTime()),
    undoableUntil: asker ? null : undoableUntil(record, now)?.toISOString() ?? null,
  };
}
