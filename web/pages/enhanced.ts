import type { Context, MiddlewareHandler } from "hono";
import { enhancedHeader } from "../forms/enhanced-headers.ts";

/** Whether a page's script sent this form. It swaps the answer into the page. */
export function isEnhanced(c: Context): boolean {
  return c.req.header(enhancedHeader) !== undefined;
}

/** Replaces redirects in answers to enhanced forms by 204 with `Location`: `fetch` would follow a redirect by itself. */
export function enhancedAnswers(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.status === 303 && isEnhanced(c)) c.res = new Response(null, { status: 204 });
  };
}
