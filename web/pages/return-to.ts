/**
 * Return address after signing in: the link that someone followed, or the page on which their session
 * ended. A cookie carries it. Signing in leads to the home page, which redirects to it once.
 *
 * @module
 */
import type { Context, Env } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { ownAddress, paths } from "../paths.ts";

const cookieName = "return-to";
/** What browsers keep of a cookie, and a little less. */
const maxLength = 3000;
/** Time to find a password, or to have another one mailed. */
const maxAgeSeconds = 15 * 60;

/** Keeps the address that is asked for, if it is a page of members. */
export function keepAddress<E extends Env>(c: Context<E>): void {
  const { pathname, search } = new URL(c.req.url);
  if (!isMembersPage(pathname)) return;
  if (encodeURIComponent(pathname + search).length > maxLength) return;
  setCookie(c, cookieName, pathname + search, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: maxAgeSeconds,
  });
}

/** The address that was kept, which is then gone; `undefined` when there is none. */
export function takeAddress<E extends Env>(c: Context<E>): string | undefined {
  const kept = getCookie(c, cookieName);
  if (kept === undefined) return undefined;
  dropAddress(c);
  if (kept.length > maxLength) return undefined;
  const address = ownAddress(kept);
  return address !== undefined && isMembersPage(address.split("?")[0] ?? "") ? address : undefined;
}

/** Drops the address: the next person to sign in may be someone else. */
export function dropAddress<E extends Env>(c: Context<E>): void {
  deleteCookie(c, cookieName, { path: "/" });
}

/** A path of this site, whatever a cookie says. */
function isMembersPage(path: string): boolean {
  const pages = [
    paths.cadre(),
    paths.alumni(),
    paths.directory(),
    paths.profile(),
    paths.connections(),
  ];
  return pages.some((page) => path === page || path.startsWith(`${page}/`));
}
