import type { NewEvent, Recorded } from "../log/event-log.ts";
import { type Key, open, seal } from "../vault/seal.ts";
import { isMemberEventType, type MemberEvent, schemaVersion } from "./events.ts";

/**
 * An event as the log takes it: facts in clear, the personal part sealed under the member's key.
 *
 * @throws {Error} When there is a personal part, but no key.
 */
export function sealEvent(
  event: MemberEvent,
  { memberId, eventId, key }: {
    readonly memberId: string;
    readonly eventId: string;
    readonly key: Key | undefined;
  },
): NewEvent {
  const { type, facts, personal } = event;
  const context = contextOf({ memberId, eventId, type, schemaVersion });
  const content = personal && new TextEncoder().encode(JSON.stringify(personal));
  if (content && key === undefined) {
    throw new Error("A member who is there has no key in the vault");
  }
  return {
    eventId,
    type,
    schemaVersion,
    facts,
    sealed: content && key ? seal(key, context, content) : null,
  };
}

/**
 * The event again. Its personal part is `null` when it never had one, when it was erased, or when
 * the member's key is gone.
 *
 * @throws {Error} When this version does not know the type or its shape, or the payload was
 * tampered with.
 */
export function openEvent(recorded: Recorded, key: Key | undefined): MemberEvent {
  if (!isMemberEventType(recorded.type)) {
    throw new Error(
      `Event ${recorded.position} has the unknown type "${recorded.type}": ` +
        "start the version of the product that wrote it, or a later one",
    );
  }
  if (recorded.schemaVersion > schemaVersion) {
    throw new Error(
      `Event ${recorded.position} was written by a later version of the product: start that one`,
    );
  }
  const personal = recorded.sealed === null || key === undefined
    ? null
    : JSON.parse(new TextDecoder().decode(open(key, contextOf(recorded), recorded.sealed)));
  // Its shape was checked by types when it was written, and the chain keeps it as it was.
  return { type: recorded.type, facts: recorded.facts, personal } as MemberEvent;
}

function contextOf(
  { memberId, eventId, type, schemaVersion }: Pick<
    Recorded,
    "memberId" | "eventId" | "type" | "schemaVersion"
  >,
): string {
  return `${memberId}/${eventId}/${type}/${schemaVersion}`;
}
