import type { StoredEvent } from "./event-log.ts";

/** Where an event is stored, and in which shape. */
export type StoredAs = Pick<StoredEvent, "position" | "type" | "schemaVersion">;

/** A later version of the product wrote the event. */
export class UnknownEvent extends Error {
  override readonly name = "UnknownEvent";

  constructor({ position, type, schemaVersion }: StoredAs) {
    super(
      `The event at log position ${position}, type "${type}" in schema version ${schemaVersion}, ` +
        "is unknown to this version of the product: start the version that wrote it, or a later one",
    );
  }
}
