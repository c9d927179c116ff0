import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../../config/loopback.ts";
import { Problem } from "../../contract/problem.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Runs a middleware only for requests that may change something. */
export function changesOnly(middleware: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => safeMethods.has(c.req.method) ? next() : middleware(c, next);
}

/**
 * CSRF protection: changes must come from a page of this origin. Cookies don't prove that, since
 * browsers send them with other sites' forms, too.
 */
export function sameOrigin(appOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    if (!safeMethods.has(c.req.method) && !isSameOrigin(c.req.raw.headers, appOrigin)) {
      throw foreign();
    }
    await next();
  };
}

/**
 * For pages with `no-referrer`, whose forms hide their origin: refuses requests that browsers mark
 * as another site's. Others must be recognized by a token in the page.
 */
export function notCrossSite(appOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const origin = headers.get("Origin") ?? "null";
    const isHidden = origin === "null" && !headers.has("Sec-Fetch-Site");
    if (!isHidden && !isSameOrigin(headers, appOrigin)) throw foreign();
    await next();
  };
}

function foreign(): Problem {
  return new Problem(403, "This request did not come from a page of this site");
}

function isSameOrigin(headers: Headers, appOrigin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("Origin");
  if (origin === null || !URL.canParse(origin)) return false;
  if (origin === appOrigin) return true;
  // On a developer's machine, localhost and 127.0.0.1 are the same server.
  const { hostname, host, protocol } = new URL(origin);
  return isLoopback(new URL(appOrigin).hostname) && isLoopback(hostname) &&
    protocol === "http:" && host === headers.get("Host");
}
