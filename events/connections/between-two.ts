import { z } from "zod";

/** Added where an event is stored: who acted, the other one, and the exact time in milliseconds since 1970. */
const whoAndWhen = {
  fromId: z.string().optional(),
  /** `null` once the other one was erased. */
  toId: z.string().nullable().optional(),
  atMs: z.int().optional(),
};

/** The shapes of an event of which only type and day are clear. */
export function betweenTwo<S extends z.ZodRawShape>(shape: S) {
  return {
    facts: z.strictObject({}),
    personal: z.strictObject({ ...shape, ...whoAndWhen }),
  };
}
