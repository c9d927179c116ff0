import { createUpcast, type EventSchema } from "../log/upcast.ts";
import { memberEventSchemas } from "./events.ts";
import { schemaVersion } from "./schema-version.ts";

/**
 * How stored shapes of older versions are read today. A new schema version brings its steps here, by
 * the version they start from and the type, and a golden file of its own.
 */
export const memberEvents: EventSchema = {
  version: schemaVersion,
  types: new Set(Object.keys(memberEventSchemas)),
  steps: {},
};

/** A member's event in today's shape. */
export const upcast = createUpcast(memberEvents);
