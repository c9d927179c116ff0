import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../config/loopback.ts";
import { Problem, toBody } from "../problems.ts";

/** Other characters, such as a slash, would become part of the path. */
const host = /^[\w.:[\]-]*$/;

/**
 * Refuses a `Host` that no address can be made of, always in JSON: a page is about the address
 * that it is at.
 */
export const wellFormedHost: MiddlewareHandler = async (c, next) => {
  if (!host.test(c.req.header("Host") ?? "") || !URL.canParse(c.req.url)) {
    return c.json(toBody(new Problem(400, "The Host header has no host name")), 400);
  }
  await next();
};

/**
 * Host validation: refuses a `Host` that is neither the product's own nor this machine. A name that
 * someone else points here (DNS rebinding) would be another origin with the same answers.
 */
export function ownHost(appOrigin: string): MiddlewareHandler {
  const own = new URL(appOrigin);
  function isOurs(url: string): boolean {
    // Behind a proxy, the request has another scheme, and so another default port.
    const asked = new URL(`${own.protocol}//${new URL(url).host}`);
    return asked.host === own.host || isLoopback(asked.hostname);
  }

  /** Cached: almost every request has the same one. */
  let accepted: string | undefined;
  return async (c, next) => {
    const { url } = c.req;
    const origin = originIn(url);
    if (origin === accepted) return await next();
    if (isOurs(url)) accepted = origin;
    else {
      const message =
        `This site's address is ${own.origin}. Its operator sets this with APP_ORIGIN.`;
      return c.json(toBody(new Problem(400, message)), 400);
    }
    await next();
  };
}

/** The part before the path. */
function originIn(url: string): string {
  const path = url.indexOf("/", url.indexOf("//") + 2);
  return path === -1 ? url : url.slice(0, path);
}
