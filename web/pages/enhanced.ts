import type { Context, MiddlewareHandler } from "hono";
import { enhancedHeader } from "../forms/enhanced-headers.ts";

/** Whether a page's script has sent this form, and swaps the answer into the page. */
export function isEnhanced(c: Context): boolean {
  return c.req.header(enhancedHeader) !== undefined;
}

/** Answers an enhanced form with where to go in place of a redirect, which `fetch` would follow by itself. */
export function enhancedAnswers(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (isEnhanced(c) && c.res.status === 303) c.res = new Response(null, { status: 204 });
  };
}
