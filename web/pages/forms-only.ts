import type { Context, Next } from "hono";
import { Problem } from "../../api/problems.ts";

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** The largest form, a profile's, has 194. */
const maxFields = 200;

/**
 * Refuses posts that aren't forms, or can't be read. The form stays in the request's cache, where the page
 * reads it.
 */
export async function formsOnly(c: Context, next: Next): Promise<void> {
  if (c.req.method === "POST") {
    const type = c.req.header("Content-Type") ?? "";
    const [, kind = ""] = formTypes.exec(type) ?? [];
    if (kind === "") throw new Problem(415, "This address accepts forms only");
    try {
      const body = await c.req.raw.arrayBuffer();
      if (hasMoreFields(body, kind)) {
        throw new Problem(413, `The form has more than ${maxFields} fields. Send fewer.`);
      }
      const sent = new Response(body, { headers: { "Content-Type": type } });
      c.req.bodyCache.formData = await sent.formData();
    } catch (error) {
      // A form that is too large has a message of its own.
      if (error instanceof Problem) throw error;
      throw new Problem(400, "The form couldn't be read. Try again.");
    }
  }
  await next();
}

/** Counts separators in the raw body: parsing fields costs a hundred times as much. */
function hasMoreFields(body: ArrayBuffer, kind: string): boolean {
  const text = new TextDecoder("latin1").decode(body).toLowerCase();
  const between = kind.toLowerCase() === "multipart/form-data" ? "content-disposition:" : "&";
  let at = text.indexOf(between);
  for (let found = 0; at !== -1; at = text.indexOf(between, at + 1)) {
    if (++found > maxFields) return true;
  }
  return false;
}
