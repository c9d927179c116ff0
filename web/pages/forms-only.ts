import { Buffer } from "node:buffer";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Context, Next } from "hono";
import { memberField } from "../../api/contract/page-member.ts";
import { Problem } from "../../api/contract/problem.ts";
import { readLargeForm } from "./large-form.ts";

const methods = ["GET", "HEAD", "POST"];
const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Larger than any form without a file. Parsing ten megabytes at once would delay other requests. */
const mostParsedAtOnce = 1_000_000;

/** The largest form, a profile's, has 195. */
const maxFields = 200;

/**
 * Refuses methods that browsers don't use for pages, and posts that aren't forms or can't be read.
 * The parsed form stays in the request's cache for the routes.
 */
export async function formsOnly(c: Context, next: Next): Promise<void> {
  if (!methods.includes(c.req.method)) {
    c.header("Allow", methods.join(", "));
    throw new Problem(405, `This address doesn't accept ${c.req.method}`);
  }
  if (c.req.method === "POST") {
    const type = c.req.header("Content-Type") ?? "";
    const [, kind = ""] = formTypes.exec(type) ?? [];
    if (kind === "") throw new Problem(415, "This address accepts forms only");
    try {
      const body = await c.req.raw.arrayBuffer();
      if (hasMoreFields(body, type, kind)) {
        throw new Problem(413, `The form has more than ${maxFields} fields. Send fewer.`);
      }
      const isLarge = body.byteLength > mostParsedAtOnce;
      if (isLarge) await yieldToEventLoop();
      const form = isLarge
        ? await readLargeForm(body, type)
        : await new Response(body, { headers: { "Content-Type": type } }).formData();
      const member = form.get(memberField);
      if (typeof member === "string") c.set("pageMember", member);
      // Routes get only the fields that people filled in.
      form.delete(memberField);
      c.req.bodyCache.formData = form;
    } catch (error) {
      // A form that is too large has its own message.
      if (error instanceof Problem) throw error;
      throw new Problem(400, "The form couldn't be read. Try again.");
    }
  }
  await next();
}

/** Counts separators in the raw body, since parsing fields costs a hundred times as much. */
function hasMoreFields(body: ArrayBuffer, type: string, kind: string): boolean {
  // Many times as fast as searching bytes.
  const text = Buffer.from(body).toString("latin1");
  const isParts = kind.toLowerCase() === "multipart/form-data";
  const [boundary, ...others] = type.matchAll(/\bboundary="?([^\s";]+)/gi);
  if (isParts && (boundary === undefined || others.length > 0)) throw new Error("No boundary");
  const between = isParts ? `--${boundary?.[1]}` : "&";
  // The last part is followed by a boundary, too.
  const most = isParts ? maxFields + 1 : maxFields;
  let at = text.indexOf(between);
  for (let found = 0; at !== -1; at = text.indexOf(between, at + between.length)) {
    if (++found > most) return true;
  }
  return false;
}
