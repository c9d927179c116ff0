import { canonical } from "../log/canonical.ts";
import type { Upcast } from "../log/upcast.ts";
import { upcast } from "../members/upcast.ts";
import { countedTypes, letters, typesWithFacts } from "./counted-types.ts";
import type { Page, Span } from "./pages.ts";

/** A row of the log, as it is stored. */
export interface StoredEvent {
  readonly position: number;
  readonly memberId: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly atMs: number;
  /** JSON. */
  readonly facts: string;
}

/**
 * A page of events of several schema versions, as if all of them had been written today. SQL packs
 * only pages that were: this is slower, and seldom needed.
 *
 * @throws {UnknownEvent} When one of them is not known.
 */
export function packPage(
  span: Span,
  stored: readonly StoredEvent[],
  toToday: Upcast = upcast,
): Page {
  const events = stored.flatMap(({ memberId, atMs, ...event }) => {
    const shape = toToday({ ...event, facts: JSON.parse(event.facts), personal: null });
    const type = (countedTypes as readonly string[]).indexOf(shape.type);
    return type === -1 ? [] : [{ memberId, atMs, type, facts: shape.facts }];
  });
  const withFacts = events.filter(({ type }) => type < typesWithFacts.length);
  return {
    ...span,
    memberIds: bytes(
      Buffer.from(events.map(({ memberId }) => memberId.replaceAll("-", "")).join(""), "hex"),
    ),
    types: events.map(({ type }) => letters[type]).join(""),
    times: bytes(new TextEncoder().encode(events.map(({ atMs }) => atMs).join("\n"))),
    facts: withFacts.map(({ facts }) => canonical(facts)).join("\n"),
  };
}

/** In a buffer of their own, which may go to another thread. */
function bytes(content: Uint8Array): ArrayBuffer {
  return new Uint8Array(content).buffer;
}
