import { eventBetween } from "./events.ts";
import type { MemberEvent } from "../members/events.ts";
import type { DueCommand } from "./commands.ts";
import { type ConnectionRecord, remindersDue, waitedMsAt } from "./connection.ts";
import { endedEvent, waitOf } from "./decide.ts";
import type { ConnectionLimits } from "./limits.ts";

/** Since when what is due next is counted; a request's question stops its clock. */
export function countedSince(
  { clockSince, waitedMs, lastAt, quietAt }: ConnectionRecord,
  { type }: DueCommand,
): number {
  if (type === "EndQuiet") return Date.parse(quietAt ?? lastAt);
  if (type === "AskWhetherItGoesOn" || clockSince === null) return Date.parse(lastAt);
  return Date.parse(clockSince) - waitedMs;
}

/** @param now The time as it counts, without the time that the service was away. */
export function decideDue(
  connection: ConnectionRecord | undefined,
  { type }: DueCommand,
  limits: ConnectionLimits,
  now: Date,
): MemberEvent[] {
  if (connection === undefined || connection.isLeft) return [];
  const { connectionId, state, lastAt, quietAt } = connection;
  const nowMs = now.getTime();
  switch (type) {
    case "Remind": {
      if (state !== "requested" || connection.clockSince === null) return [];
      const number = remindersDue(connection, nowMs);
      if (connection.reminded >= number) return [];
      return [eventBetween("ConnectionReminded", { connectionId, number })];
    }
    case "Expire": {
      const waitedMs = waitedMsAt(connection, nowMs);
      // After a question it is the asker who does not answer.
      const silentMs = connection.clockSince === null ? nowMs - Date.parse(lastAt) : waitedMs;
      if (state !== "requested" || silentMs < limits.expiresAfterMs) return [];
      return [eventBetween("ConnectionExpired", { connectionId, waited: waitOf(waitedMs) })];
    }
    case "AskWhetherItGoesOn":
      if (state !== "accepted" || quietAt !== null) return [];
      if (nowMs < Date.parse(lastAt) + limits.quietAfterMs) return [];
      return [eventBetween("ConnectionQuiet", { connectionId })];
    case "EndQuiet":
      if (state !== "accepted" || quietAt === null) return [];
      if (nowMs < Date.parse(quietAt) + limits.quietEndsAfterMs) return [];
      return [endedEvent(connection, "quiet", now)];
  }
}
