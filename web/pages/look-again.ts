import type { Context } from "hono";

/**
 * Has the browser load the page again soon, also without script.
 *
 * The address changes each time: a browser that is at `#backup`, or followed a skip link, doesn't load its own
 * address again, but only scrolls.
 *
 * @param id Of the part that is in view then.
 */
export function lookAgain(c: Context, seconds: number, id?: string): void {
  const url = new URL(c.req.url);
  url.searchParams.set("looks", String((Number(url.searchParams.get("looks")) || 0) + 1));
  if (id !== undefined) url.hash = id;
  c.header("Refresh", `${seconds}; url=${url.pathname}${url.search}${url.hash}`);
}
