import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../config/loopback.ts";
import { Problem, toBody } from "../problems.ts";

/** Other characters, such as a slash, would become part of the path. */
const host = /^[\w.:[\]-]*$/;

/** Refuses a malformed `Host`, always in JSON: a page needs its own address. */
export const wellFormedHost: MiddlewareHandler = async (c, next) => {
  if (!host.test(c.req.header("Host") ?? "") || !URL.canParse(c.req.url)) {
    return c.json(toBody(new Problem(400, "The Host header has no host name")), 400);
  }
  await next();
};

/**
 * Refuses other hosts than the product's or this machine. A foreign name that points here (DNS
 * rebinding) would be another origin with the same answers.
 */
export function ownHost(appOrigin: string): MiddlewareHandler {
  const own = new URL(appOrigin);
  return async (c, next) => {
    // Behind a proxy, the request has another scheme, and so another default port.
    const asked = new URL(`${own.protocol}//${new URL(c.req.url).host}`);
    if (asked.host === own.host || isLoopback(asked.hostname)) return await next();
    const message = `This site's address is ${own.origin}. Its operator sets this with APP_ORIGIN.`;
    return c.json(toBody(new Problem(400, message)), 400);
  };
}
