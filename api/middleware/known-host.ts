import type { MiddlewareHandler } from "hono";
import { Problem, toBody } from "../problems.ts";

/** With anything else, such as a slash, it would become a part of the path. */
const host = /^[\w.:[\]-]*$/;

/**
 * Refuses a `Host` that no address can be made of, in JSON whoever asks: a page is about the address
 * that it is at.
 */
export const knownHost: MiddlewareHandler = async (c, next) => {
  if (!host.test(c.req.header("Host") ?? "") || !URL.canParse(c.req.url)) {
    return c.json(toBody(new Problem(400, "The Host header names no host")), 400);
  }
  await next();
};
