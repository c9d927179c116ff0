import type { Context, Next } from "hono";
import { enhancedHeader } from "../forms/enhanced-headers.ts";

/** Whether a page's script sent this form. It swaps the answer into the page. */
export function isEnhanced(c: Context): boolean {
  return c.req.header(enhancedHeader) !== undefined;
}

/** Replaces redirects in answers to enhanced forms by 204 with `Location`: `fetch` would follow a redirect by itself. */
export async function enhancedAnswers(c: Context, next: Next): Promise<void> {
  await next();
  if (c.res.status === 303 && isEnhanced(c)) c.res = new Response(null, { status: 204 });
}
