import type { Context, MiddlewareHandler } from "hono";
import { isLoopback } from "../../config/loopback.ts";
import { Problem, toBody } from "../../contract/problem.ts";

/** Other characters, such as a slash, would become part of the path. */
const host = /^[\w.:[\]-]*$/;

/** Refuses a `Host` that can't be part of an address. */
export const wellFormedHost: MiddlewareHandler = (c, next) => {
  const isWellFormed = host.test(c.req.header("Host") ?? "") && URL.canParse(c.req.url);
  return isWellFormed ? next() : refuse(c, "The Host header has no host name");
};

/**
 * Refuses other hosts than the product's or this machine. A foreign name that points here (DNS
 * rebinding) would be another origin with the same answers.
 */
export function ownHost(appOrigin: string): MiddlewareHandler {
  const own = new URL(appOrigin);
  // Almost every address begins like this, and parsing one is slow compared to the rest of a request.
  const start = `http://${own.host}/`;
  return (c, next) => {
    if (c.req.url.startsWith(start)) return next();
    // Behind a proxy, the request has another scheme and so another default port.
    const asked = new URL(`${own.protocol}//${new URL(c.req.url).host}`);
    if (asked.host === own.host || isLoopback(asked.hostname)) return next();
    return refuse(
      c,
      `This site's address is ${own.origin}. Its operator sets this with APP_ORIGIN.`,
    );
  };
}

/** Always JSON, because a page is about the address that it is at. */
async function refuse(c: Context, message: string): Promise<Response> {
  return c.json(toBody(new Problem(400, message)), 400);
}
