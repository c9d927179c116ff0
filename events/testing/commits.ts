import { type Commit, emptyStream, type NewEvent } from "../store/event-log.ts";

export const cause = { actorId: "someone", correlationId: "request-1" };

/** An event whose content doesn't matter. */
export function someEvent(eventId: string): NewEvent {
  return {
    eventId,
    type: "SomethingHappened",
    schemaVersion: 1,
    facts: {},
    sealed: new Uint8Array([1]),
  };
}

/** The first events of a member. */
export function commit(stream: string, ...eventIds: readonly string[]): Commit {
  return { stream, head: emptyStream, events: eventIds.map(someEvent), cause };
}
