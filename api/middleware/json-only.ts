import type { MiddlewareHandler } from "hono";
import { Problem } from "../problems.ts";

const json = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Refuses bodies that are not JSON: forms post to the pages' own routes. */
export const jsonOnly: MiddlewareHandler = async (c, next) => {
  const type = c.req.header("Content-Type");
  const isEmpty = c.req.raw.body === null || c.req.header("Content-Length") === "0";
  if (!isEmpty && !json.test(type ?? "")) {
    throw new Problem(415, "The body must be JSON, sent as application/json");
  }
  await next();
};
