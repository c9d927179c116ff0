import { type StoredAs, UnknownEvent } from "../store/unknown-event.ts";
import { memberEventSchemas } from "./events.ts";

export const schemaVersion = 1;

/** @throws {UnknownEvent} When this version doesn't know the type or its shape. */
export function requireKnown(stored: StoredAs): void {
  const isKnown = stored.schemaVersion === schemaVersion &&
    Object.hasOwn(memberEventSchemas, stored.type);
  if (!isKnown) throw new UnknownEvent(stored);
}
