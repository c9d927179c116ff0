/**
 * Access control of pages. Routes need no check of their own: behind `routeByState` only members with a
 * role reach a page, except for the few paths that are listed here.
 *
 * @module
 */
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { isAdmitted } from "../../events/program/admission.ts";
import { flash } from "../flash.ts";
import { otherSignedIn, sessionOver, signedInAlready } from "../toasts/messages.ts";
import type { Member, MemberEnv, PageEnv, SiteDeps } from "../page-env.ts";
import { pagePaths, paths } from "../paths.ts";
import { storeAddress } from "./return-to.ts";
import { sessionEndedPage } from "./session-ended.tsx";
import { waitingPage } from "./waiting/view.tsx";
import { renderSelectRole } from "./select-role/route.tsx";

/**
 * Paths open to everyone. A mailed link may be opened anywhere, in any state. People who just
 * deleted an account may have created another one. Anyone may read the site's own statements.
 */
const openPaths: ReadonlySet<string> = new Set([
  pagePaths.privacyNotice(),
  pagePaths.accessibility(),
  paths.verifyEmail(),
  paths.resendVerification(),
  paths.undoAddress(),
  paths.code(),
  pagePaths.passkeyLogin(),
  pagePaths.invitation(),
  pagePaths.seenInvitation(),
  pagePaths.declineInvitation(),
  pagePaths.unsubscribeInvitation(),
  pagePaths.firstStaff(),
  pagePaths.restore(),
  pagePaths.restoreState(),
  pagePaths.restored(),
]);

/** Paths for visitors who aren't signed in; every other path redirects to the landing page. */
const signedOutPaths: ReadonlySet<string> = new Set([
  paths.home(),
  paths.login(),
  paths.registration(),
  paths.logout(),
  paths.forgotPassword(),
  paths.resetPassword(),
  paths.enterCode(),
]);

/** Paths to which members without a role can post; every page is the role selection. */
const roleChoicePaths: ReadonlySet<string> = new Set([paths.selectRole(), paths.logout()]);

/** Whether applicants can open a path. They can see only their own profile and account. */
function isAboutOneself(path: string): boolean {
  return signedOutPaths.has(path) || path === paths.selectRole() ||
    path === pagePaths.checkInbox() ||
    path === paths.profile() || path.startsWith(`${paths.profile()}/`);
}

/** Redirects by state: signed out, without a role, applicant, member. */
export function routeByState(deps: SiteDeps): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    const viewer = c.get("viewer");
    // Someone else has signed in in another tab since this page was rendered: the form isn't
    // theirs.
    const sender = c.get("pageMember");
    const isOther = viewer !== undefined && sender !== undefined && sender !== viewer.memberId;
    if (isOther && c.req.path !== paths.logout()) {
      const formPage = await sessionEndedPage(c);
      if (formPage !== undefined) return formPage;
      flash(c, otherSignedIn);
      return c.redirect(paths.home(), 303);
    }
    if (openPaths.has(c.req.path)) return await next();
    if (viewer === undefined) {
      if (signedOutPaths.has(c.req.path)) return await next();
      const formPage = isRead(c) ? undefined : await sessionEndedPage(c);
      if (formPage !== undefined) return formPage;
      storeAddress(c);
      if (!isRead(c)) flash(c, sessionOver);
      return c.redirect(paths.home(), 303);
    }
    if (viewer.role === null) {
      if (isRead(c)) return renderSelectRole(c, deps);
      return roleChoicePaths.has(c.req.path) ? await next() : c.redirect(paths.home(), 303);
    }
    if (!isAdmitted(viewer) && !isAboutOneself(c.req.path)) {
      c.status(403);
      return await c.render(await waitingPage(viewer, deps), { title: "Please Wait" });
    }
    return await next();
  };
}

/** Gives a route `c.var.member`: the viewer, known to have a role. */
export const forMembers = createMiddleware<MemberEnv>(async (c, next) => {
  const viewer = c.get("viewer");
  if (viewer?.role == null) return c.redirect(paths.home(), 303);
  c.set("member", viewer as Member);
  await next();
});

/** Redirects signed-in members away from the pages for others. */
export const forSignedOut = createMiddleware<PageEnv>(async (c, next) => {
  if (c.var.viewer === undefined) return await next();
  // A mailed link may be opened while someone is still signed in. It should not seem to do nothing.
  if (isRead(c)) flash(c, signedInAlready);
  return c.redirect(paths.home(), 303);
});

function isRead(c: Context): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}
