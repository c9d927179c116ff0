import type { Context } from "hono";
import type { z } from "zod";
import { Problem } from "../../../api/problems.ts";
import { textLimits } from "../../../events/connections/words.ts";
import { fieldMessages } from "../../../events/members/profile.ts";

/** Longer than the longest valid message, with line breaks of two characters. */
const maxRead = 2 * textLimits.message + 200;
/** More topics than anyone can offer. */
const maxTopics = 33;

/**
 * Reads a form that has longer texts than `readForm` gives back. Files and empty fields are left out.
 * Line breaks are sent as two characters, and count as one.
 */
export async function readTexts(
  c: Context,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const form = await c.req.formData();
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string" && value !== "") {
      texts[name] = value.replaceAll("\r\n", "\n").slice(0, maxRead);
    }
  }
  return texts;
}

export async function readTopics(c: Context): Promise<readonly string[]> {
  return (await c.req.formData()).getAll("topics")
    .flatMap((topic) => typeof topic === "string" ? [topic.slice(0, maxRead)] : [])
    .slice(0, maxTopics);
}

/** @throws {Problem} With the message of each field that is wrong. */
export function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Problem(400, "Please check what you wrote", { fields: fieldMessages(parsed.error) });
}
