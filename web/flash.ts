/**
 * Flash messages: a toast for the page after a redirect. A cookie stores it, so that it works
 * without script.
 * @module
 */
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { Toast } from "./toasts/toast.ts";

const cookieName = "toast";
/** Seconds: longer than any redirect takes, and short if no page follows. */
const maxAgeSeconds = 30;

const text = z.string().max(400);
const Flash = z.object({
  title: text,
  description: text.optional(),
  variant: z.enum(["default", "destructive"]).optional(),
});

/** Sends a toast to the page that this answer redirects to. */
export function flash(c: Context, toast: Toast): void {
  setCookie(c, cookieName, JSON.stringify(toast), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: maxAgeSeconds,
  });
}

export function takeFlash(c: Context): Toast | undefined {
  const cookie = getCookie(c, cookieName);
  // A page that a script fetches in the background doesn't show it.
  const isShown = (c.req.header("Sec-Fetch-Mode") ?? "navigate") === "navigate";
  if (cookie === undefined || !isShown) return undefined;
  deleteCookie(c, cookieName, { path: "/" });
  const read = Flash.safeParse(parse(cookie));
  return read.success ? read.data : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
