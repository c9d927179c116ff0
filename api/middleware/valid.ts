import { zValidator } from "@hono/zod-validator";
import type { z } from "zod";
import { fieldMessages } from "../../events/members/profile.ts";
import { Problem } from "../problems.ts";

/**
 * Takes a JSON body that fits the schema, as `c.req.valid("json")`; anything else is a 400 with the
 * message of each field that is wrong.
 */
export function valid<T extends z.ZodType>(schema: T) {
  return zValidator("json", schema, (result) => {
    if (!result.success) throw invalid(fieldMessages(result.error as unknown as z.ZodError));
    if (!isWellFormed(result.data)) {
      throw new Problem(400, "The body has a text with half a character");
    }
  });
}

/** The problem of these fields; the first one's message stands for all of them. */
export function invalid(messages: Readonly<Record<string, string>>): Problem {
  const { "": whole, ...fields } = messages;
  const [first] = Object.entries(fields);
  if (first === undefined) {
    return new Problem(400, whole === undefined ? "Not valid" : "The body must be a JSON object");
  }
  const [name, message] = first;
  const isUnknown = message === "Unknown field";
  return new Problem(400, isUnknown ? `Unknown field: ${name}` : message, { fields });
}

/**
 * Whether all texts in a value, at any depth, are whole characters: half of a surrogate pair can be
 * neither stored nor sent again. Without recursion, since a body can be nested deeply.
 */
function isWellFormed(body: unknown): boolean {
  const rest = [body];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === "string" && !value.isWellFormed()) return false;
    if (typeof value === "object" && value !== null) {
      for (const [name, entry] of Object.entries(value)) rest.push(name, entry);
    }
  }
  return true;
}
