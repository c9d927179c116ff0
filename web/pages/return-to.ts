/**
 * Return address after signing in: the link that someone opened, or the page on which their session
 * ended. A cookie stores it. Signing in leads to Home, which redirects to it once.
 * @module
 */
import type { Context, Env } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { isStaff } from "../../events/program/admission.ts";
import type { Member } from "../page-env.ts";
import { ownAddress, pagePaths, paths } from "../paths.ts";

const cookieName = "return-to";
/** Slightly less than browsers store in a cookie. */
const maxLength = 3000;
/** Time to find a password, or to request another one. */
const maxAgeSeconds = 15 * 60;

/**
 * Stores the requested address in the cookie, if it is a page for members or staff. For a form,
 * stores its page.
 */
export function storeAddress<E extends Env>(c: Context<E>): void {
  const address = pageOf(c);
  if (address === undefined) return;
  const { pathname, search } = new URL(address);
  if (!isOneOf([...pagesOfMembers, paths.program()], pathname)) return;
  if (encodeURIComponent(pathname + search).length > maxLength) return;
  setCookie(c, cookieName, pathname + search, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: maxAgeSeconds,
  });
}

/** Forms of these pages post to the page's own address. */
const ownForms: readonly string[] = [pagePaths.importFile(), pagePaths.invitations()];

/** The page of a form, whose own address may not be a page. */
function pageOf<E extends Env>({ req }: Context<E>): string | undefined {
  if (req.method === "GET" || req.method === "HEAD" || ownForms.includes(req.path)) return req.url;
  const referrer = req.header("Referer") ?? "";
  return URL.canParse(referrer) ? referrer : undefined;
}

/** Reads the stored address and removes it; `undefined` if there is none that the member may see. */
export function takeAddress<E extends Env>(c: Context<E>, member: Member): string | undefined {
  const stored = getCookie(c, cookieName);
  if (stored === undefined) return undefined;
  removeAddress(c);
  if (stored.length > maxLength) return undefined;
  const address = ownAddress(stored);
  const pages = isStaff(member) ? [...pagesOfMembers, paths.program()] : pagesOfMembers;
  return address !== undefined && isOneOf(pages, address.split("?")[0] ?? "") ? address : undefined;
}

/** Drops the address: the next person to sign in may be someone else. */
export function removeAddress<E extends Env>(c: Context<E>): void {
  deleteCookie(c, cookieName, { path: "/" });
}

const pagesOfMembers = [
  paths.cadre(),
  paths.alumni(),
  paths.directory(),
  paths.profile(),
  paths.connections(),
  paths.contacts(),
  pagePaths.mentoring(),
];

/** Whether it is a path of this site. A cookie can contain anything. */
function isOneOf(pages: readonly string[], path: string): boolean {
  return pages.some((page) => path === page || path.startsWith(`${page}/`));
}
