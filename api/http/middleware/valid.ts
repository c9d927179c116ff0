import { zValidator } from "@hono/zod-validator";
import { z } from "zod";
import { fieldMessages } from "../../../events/members/profile.ts";
import { Problem } from "../../contract/problem.ts";

/** Four times as many values as the largest profile has. */
const maxValues = 1000;

/** 400 with a message for each wrong field of a JSON body. */
export function valid<T extends z.ZodType>(schema: T) {
  return zValidator("json", z.preprocess(fit, schema), (result) => {
    if (!result.success) throw invalid(fieldMessages(result.error as unknown as z.ZodError));
  });
}

/** The problem's own message is that of the first field. */
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
 * Refuses too many values at any depth, and half a surrogate pair, which can't be stored or sent.
 * Not recursive, because a body can be nested deeply.
 */
function fit(body: unknown): unknown {
  const rest = [body];
  for (let seen = 0; rest.length > 0; seen++) {
    const value = rest.pop();
    if (typeof value === "string" && !value.isWellFormed()) {
      throw new Problem(400, "The body contains an invalid character");
    }
    if (typeof value !== "object" || value === null) continue;
    const entries = Object.keys(value).length;
    if (seen + rest.length + entries > maxValues) {
      throw new Problem(400, `The body has more than ${maxValues} values`);
    }
    for (const [name, entry] of Object.entries(value)) rest.push(name, entry);
  }
  return body;
}
