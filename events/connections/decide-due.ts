import { eventBetween } from "./events.ts";
import type { MemberEvent } from "../members/events.ts";
import type { DueCommand } from "./commands.ts";
import { type ConnectionRecord, remindersDue, waitedMsAt } from "./connection.ts";
import { endedEvent, waitOf } from "./decide.ts";
import type { ConnectionLimits } from "./limits.ts";

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
    case "Remind":
      if (state !== "requested" || connection.clockSince === null) return [];
      if (connection.reminded >= remindersDue(connection, nowMs)) return [];
      return [eventBetween("ConnectionReminded", { connectionId })];
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
