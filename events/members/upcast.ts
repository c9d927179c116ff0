import { createUpcast, type EventSchema } from "../log/upcast.ts";
import { memberEventSchemas } from "./events.ts";
import { schemaVersion, steps } from "./schema-version.ts";

/** Event schema of the product. A new version brings its steps, and a golden file of its own. */
export const memberEvents: EventSchema = {
  version: schemaVersion,
  types: new Set(Object.keys(memberEventSchemas)),
  steps,
};

/** A member's event in today's shape. */
export const upcast = createUpcast(memberEvents);
