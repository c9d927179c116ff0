import type { MiddlewareHandler } from "hono";
import { Problem } from "../problems.ts";

const json = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Refuses bodies that are not JSON: forms post to the pages' own routes. */
export const jsonOnly: MiddlewareHandler = async (c, next) => {
  const type = c.req.header("Content-Type");
  if (!isEmpty(c.req.raw) && !json.test(type ?? "")) {
    throw new Problem(415, "The body must be JSON, sent as application/json");
  }
  await next();
};

/**
 * Whether a request has no body. The server makes a stream for every DELETE, even for an empty one; but only a
 * body comes with headers about it.
 */
function isEmpty({ body, headers }: Request): boolean {
  if (body === null || headers.get("Content-Length") === "0") return true;
  return !["Content-Length", "Transfer-Encoding", "Content-Type"].some((name) => headers.has(name));
}
