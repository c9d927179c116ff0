import type { NewEvent, StoredEvent } from "../store/event-log.ts";
import { type Key, open, padded, seal } from "../store/seal.ts";
import { isBetweenTwo } from "../connections/events.ts";
import type { MemberEvent } from "./events.ts";
import { requireKnown, schemaVersion } from "./schema-version.ts";

const texts = new TextDecoder();

/**
 * Seals an event for the log. Events between two members are padded, so that their length reveals
 * little.
 */
export function sealEvent(
  event: MemberEvent,
  { stream, eventId, key }: {
    readonly stream: string;
    readonly eventId: string;
    readonly key: Key | undefined;
  },
): NewEvent {
  const { type, facts, personal } = event;
  const context = contextOf({ stream, eventId, type, schemaVersion });
  const text = new TextEncoder().encode(JSON.stringify(personal));
  const content = personal && (isBetweenTwo(event) ? padded(text) : text);
  if (content && key === undefined) {
    throw new Error("A present member has no key");
  }
  const sealed = content && key ? seal(key, context, content) : null;
  return { eventId, type, schemaVersion, facts, sealed };
}

/**
 * The personal part is `null` if there is none, it was forgotten, or its key was erased.
 *
 * @throws {UnknownEvent} When this version doesn't know the type or its shape.
 * @throws {Error} When the personal part was tampered with.
 */
export function openEvent(stored: StoredEvent, key: Key | undefined): MemberEvent {
  requireKnown(stored);
  const { type, facts, sealed } = stored;
  const personal = sealed === null || key === undefined
    ? null
    : JSON.parse(texts.decode(open(key, contextOf(stored), sealed)));
  // Types checked its shape when it was written.
  return { type, facts, personal } as MemberEvent;
}

function contextOf(
  { stream, eventId, type, schemaVersion }: Pick<
    StoredEvent,
    "stream" | "eventId" | "type" | "schemaVersion"
  >,
): string {
  return `${stream}/${eventId}/${type}/${schemaVersion}`;
}
