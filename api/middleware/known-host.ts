import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../config/loopback.ts";
import { Problem, toBody } from "../problems.ts";

/** With anything else, such as a slash, it would become a part of the path. */
const host = /^[\w.:[\]-]*$/;

/**
 * Refuses a `Host` that no address can be made of, in JSON whoever asks: a page is about the address
 * that it is at.
 */
export const wellFormedHost: MiddlewareHandler = async (c, next) => {
  if (!host.test(c.req.header("Host") ?? "") || !URL.canParse(c.req.url)) {
    return c.json(toBody(new Problem(400, "The Host header names no host")), 400);
  }
  await next();
};

/**
 * Host validation: refuses a `Host` that is neither the product's own nor this machine. A name that
 * somebody else points here (DNS rebinding) would be another origin with the same answers.
 */
export function ownHost(appOrigin: string): MiddlewareHandler {
  const own = new URL(appOrigin);
  return async (c, next) => {
    // Behind a proxy the request's scheme is another one, and so is the port that goes without saying.
    const asked = new URL(`${own.protocol}//${new URL(c.req.url).host}`);
    if (asked.host !== own.host && !isLoopback(asked.hostname)) {
      const message = `This service is at ${own.origin}: its operator sets that as APP_ORIGIN`;
      return c.json(toBody(new Problem(400, message)), 400);
    }
    await next();
  };
}
