import type { NewEvent, Recorded } from "../log/event-log.ts";
import type { Upcast } from "../log/upcast.ts";
import { type Key, open, padded, seal } from "../vault/seal.ts";
import { isBetweenTwo } from "../connections/events.ts";
import type { MemberEvent } from "./events.ts";
import { schemaVersion } from "./schema-version.ts";
import { upcast } from "./upcast.ts";

const texts = new TextDecoder();

interface Sealing {
  readonly key: Key;
  readonly context: string;
  readonly personal: object;
}

/** What was sealed here, for as long as somebody has the very bytes: who folds it next need not open it. */
const sealings = new WeakMap<Uint8Array, Sealing>();

/**
 * An event as the log takes it: facts in clear, the personal part sealed under the member's key. What is between two
 * is padded, so that its length says little.
 *
 * @throws {Error} When there is a personal part, but no key.
 */
export function sealEvent(
  event: MemberEvent,
  { memberId, eventId, key }: {
    /** The stream that it will stand in. */
    readonly memberId: string;
    readonly eventId: string;
    readonly key: Key | undefined;
  },
): NewEvent {
  const { type, facts, personal } = event;
  const context = contextOf({ memberId, eventId, type, schemaVersion });
  const text = new TextEncoder().encode(JSON.stringify(personal));
  const content = personal && (isBetweenTwo(event) ? padded(text) : text);
  if (content && key === undefined) {
    throw new Error("A member who is there has no key in the vault");
  }
  const sealed = content && key ? seal(key, context, content) : null;
  if (sealed && key && personal) sealings.set(sealed, { key, context, personal });
  return { eventId, type, schemaVersion, facts, sealed };
}

/**
 * The event again, in today's shape. Its personal part is `null` when it never had one, when it was erased, or when
 * the member's key is gone.
 *
 * @throws {UnknownEvent} When this version does not know the type or its shape.
 * @throws {Error} When the payload was tampered with.
 */
export function openEvent(
  recorded: Recorded,
  key: Key | undefined,
  toToday: Upcast = upcast,
): MemberEvent {
  const { position, type, schemaVersion, facts, sealed } = recorded;
  const personal = sealed === null || key === undefined
    ? null
    : knownContent(key, contextOf(recorded), sealed) ??
      JSON.parse(texts.decode(open(key, contextOf(recorded), sealed)));
  // Its shape was checked by types when it was written, and the chain keeps it as it was.
  return toToday({ position, type, schemaVersion, facts, personal }) as MemberEvent;
}

/** `undefined` where it has to be opened. */
function knownContent(key: Key, context: string, sealed: Uint8Array): object | undefined {
  const known = sealings.get(sealed);
  return known?.key === key && known.context === context ? known.personal : undefined;
}

function contextOf(
  { memberId, eventId, type, schemaVersion }: Pick<
    Recorded,
    "memberId" | "eventId" | "type" | "schemaVersion"
  >,
): string {
  return `${memberId}/${eventId}/${type}/${schemaVersion}`;
}
