import { startOfDay } from "../day.ts";
import type { Commit, NewEvent, StoredEvent } from "./event-log.ts";

export type Numbered = Omit<StoredEvent, "position">;

/** Numbers the events of each commit within its stream. */
export function numberAll(commits: readonly Commit[], nowMs: number): Numbered[][] {
  return commits.map(
    ({ stream, authorId = stream, head, events, cause, atMs = nowMs, isByDay }) => {
      const { actorId, correlationId } = cause;
      return events.map((event, index) => ({
        ...event,
        ...{ actorId, correlationId, stream },
        authorId: event.sealed === null ? null : authorId,
        version: head.version + index + 1,
        atMs: isByDay ? startOfDay(atMs) : atMs,
      }));
    },
  );
}

export function eventIds(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ events }: { events: readonly NewEvent[] }) =>
    events.map(({ eventId }) => eventId)
  );
}
