/**
 * Flash messages: a toast for the page after a redirect. Without script the tab cannot keep it, so a
 * cookie carries it.
 *
 * @module
 */
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { toastHeader } from "./forms/enhanced-headers.ts";
import type { Toast } from "./toasts/toast.ts";
import { isEnhanced } from "./pages/enhanced.ts";

const cookieName = "toast";
/** Longer than any redirect takes, and soon over when nothing follows. */
const maxAgeSeconds = 30;

const text = z.string().max(400);
const Flash = z.object({
  title: text,
  description: text.optional(),
  variant: z.enum(["default", "destructive"]).optional(),
});

/** Keeps a toast for the page that this answer redirects to; an enhanced form gets it with the answer. */
export function flash(c: Context, toast: Toast): void {
  if (isEnhanced(c)) return c.header(toastHeader, encodeURIComponent(JSON.stringify(toast)));
  setCookie(c, cookieName, JSON.stringify(toast), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: maxAgeSeconds,
  });
}

/** The toast that was kept for this page, which is then gone. */
export function takeFlash(c: Context): Toast | undefined {
  const kept = getCookie(c, cookieName);
  if (kept === undefined) return undefined;
  deleteCookie(c, cookieName, { path: "/" });
  const read = Flash.safeParse(parse(kept));
  return read.success ? read.data : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
