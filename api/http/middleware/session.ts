import type { Env, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Role } from "../../../events/vocabulary.ts";
import { requireAdmitted } from "../../features/accounts/policies/admission.ts";
import { knownForMs } from "../../auth/known-browser.ts";
import { memberHeader } from "../../contract/page-member.ts";
import { isOutage } from "../../node/outages.ts";
import { Problem } from "../../contract/problem.ts";
import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { Authentication } from "../../features/accounts/authentication.ts";

export interface PageEnv extends Env {
  Variables: {
    viewer: MemberRecord | undefined;
    requestId: string;
    origin: Origin;
    /** Sets the session cookie, and ends the request's earlier session. */
    signIn(signedIn: SignedIn): Promise<void>;
    /** Sets the cookie that identifies this browser when its member signs in again. */
    keepBrowser(signedIn: Pick<SignedIn, "browserToken">): void;
    /** Sets the cookie of a browser that requested a mailed code; `undefined` deletes it. */
    keepChallenge(challenge: string | undefined): void;
    signOut(of?: { readonly isDeleted?: boolean }): Promise<void>;
    secureHeadersNonce?: string;
    /** The member whose page a form is from; see `memberField`. */
    pageMember?: string;
  };
}

export interface MemberEnv extends PageEnv {
  Variables: PageEnv["Variables"] & { member: MemberRecord };
}

/** `__Host-` makes browsers refuse the cookie from other hosts, paths and plain http. */
function sessionCookie(appOrigin: string) {
  const secure = appOrigin.startsWith("https:");
  return { name: secure ? "__Host-session" : "session", secure };
}

/** Longer than a code works, so that its browser learns that the code has expired. */
const challengeSeconds = 60 * 60;

/** Sets the member of the request's session, except for built files, which have no viewer. */
export function session(
  authentication: Pick<Authentication, "authenticate" | "logout">,
  appOrigin: string,
): MiddlewareHandler<PageEnv> {
  const { name, secure } = sessionCookie(appOrigin);
  const browserName = secure ? "__Host-browser" : "browser";
  const challengeName = secure ? "__Host-challenge" : "challenge";
  const attributes = { httpOnly: true, secure, sameSite: "Lax", path: "/" } as const;

  return async (c, next) => {
    const token = c.req.path.startsWith("/assets/") ? undefined : getCookie(c, name);
    const found = token === undefined ? undefined : await authentication.authenticate(token);
    c.set("viewer", found?.member);
    c.set("origin", { ...c.get("origin"), session: found?.session });
    if (token !== undefined && found?.expiresAt) {
      setCookie(c, name, token, { ...attributes, expires: found.expiresAt });
    }
    const browserToken = getCookie(c, browserName);
    const challenge = getCookie(c, challengeName);
    if (browserToken !== undefined || challenge !== undefined) {
      c.set("origin", { ...c.get("origin"), browserToken, challenge });
    }
    c.set("keepChallenge", (value) => {
      if (value === undefined) return void deleteCookie(c, challengeName, { path: "/", secure });
      setCookie(c, challengeName, value, { ...attributes, maxAge: challengeSeconds });
    });
    c.set("keepBrowser", ({ browserToken }) => {
      const maxAge = knownForMs / 1000;
      setCookie(c, browserName, browserToken, { ...attributes, maxAge });
    });
    c.set("signIn", async ({ sessionToken, expiresAt, browserToken }) => {
      // The cookie is replaced, so that a copy from a shared computer is worthless.
      if (token !== undefined && found !== undefined) {
        await authentication.logout(token, found, c.get("origin"));
      }
      setCookie(c, name, sessionToken, { ...attributes, expires: expiresAt });
      c.get("keepBrowser")({ browserToken });
    });
    c.set("signOut", async ({ isDeleted = false } = {}) => {
      // The session of a deleted account is deleted with its data, at the latest once the disk has room.
      if (token !== undefined) {
        await authentication.logout(token, found, c.get("origin")).catch((error) => {
          if (!isDeleted || !isOutage(error)) throw error;
        });
      }
      deleteCookie(c, name, { path: "/", secure });
    });
    await next();
  };
}

/** Sets `c.var.member`. 401 for others, and if another member has signed in since the page was opened. */
export const requireMember: MiddlewareHandler<MemberEnv> = (c, next) => {
  // Not `c.var`: that copies all variables, for every call.
  const viewer = c.get("viewer");
  const expected = c.req.header(memberHeader);
  const isOther = expected !== undefined && expected !== viewer?.memberId;
  if (viewer === undefined || isOther) throw new Problem(401, "Not authenticated");
  c.set("member", viewer);
  return next();
};

/** Members with a role. Others don't see profiles. */
export const requireRole: MiddlewareHandler<MemberEnv> = (c, next) => {
  const role: Role | null = c.get("member").role;
  if (role === null) throw new Problem(403, "Select your role first");
  return next();
};

/** Admitted members. Others see only themselves. */
export const requireIn: MiddlewareHandler<MemberEnv> = (c, next) => {
  requireAdmitted(c.get("member"));
  return next();
};
