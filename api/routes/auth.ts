import { Hono } from "hono";
import {
  ForgotPassword,
  Login,
  Registration,
  ResetPassword,
  SelectRole,
  VerifyEmail,
} from "../contract/account.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { toUser } from "./user.ts";
import { describe } from "../openapi/describe.ts";
import type { Product } from "../product.ts";

/** Mounted at `/api`: registering, signing in and out, and resetting a password. */
export function authRoutes(accounts: Product["accounts"]) {
  return new Hono<MemberEnv>()
    .post(
      "/register",
      describe("Accounts", "Create an account and sign in", {
        details: "Mails a link that confirms the address.",
        answer: [201, "User"],
        problems: [403, 409],
        limit: "200 an hour from one address, and 20 names or addresses that are taken",
      }),
      valid(Registration),
      async (c) => {
        const signedIn = await accounts.register(
          c.req.valid("json"),
          c.var.origin,
          c.req.raw.signal,
        );
        await c.var.signIn(signedIn);
        return c.json(toUser(signedIn.member), 201);
      },
    )
    .post(
      "/login",
      describe("Accounts", "Sign in", {
        answer: [200, "User"],
        problems: [401, 403],
        limit:
          "10 failures in five minutes for one account from one address or one browser, and after 100 failures of one address slowly; at most 200 a day for one account",
      }),
      valid(Login),
      async (c) => {
        const signedIn = await accounts.login(c.req.valid("json"), c.var.origin, c.req.raw.signal);
        await c.var.signIn(signedIn);
        return c.json(toUser(signedIn.member));
      },
    )
    .post(
      "/logout",
      describe("Accounts", "Sign out", {
        details: "Also when no one is signed in.",
        answer: [204],
      }),
      async (c) => {
        await c.var.signOut();
        return c.body(null, 204);
      },
    )
    .post(
      "/forgot-password",
      describe("Accounts", "Ask for a link to set a new password", {
        details:
          "The same answer in the same time whether or not there is such an account. At most five mails an hour go to one address, and the answer does not tell.",
        answer: [200, "ResetLinkSent"],
        limit: "30 an hour from one address",
      }),
      valid(ForgotPassword),
      async (c) => {
        const answer = await accounts.passwordReset.request(c.req.valid("json"), c.var.origin);
        return c.json({ message: resetLinkSent, ...answer });
      },
    )
    .post(
      "/reset-password",
      describe("Accounts", "Set a new password with the token of such a link", {
        details: "A token works once, for an hour. Every session of the member ends.",
        answer: [200, "Message"],
        problems: [400],
      }),
      valid(ResetPassword),
      async (c) => {
        const { origin, keepBrowser } = c.var;
        keepBrowser(
          await accounts.passwordReset.complete(c.req.valid("json"), origin, c.req.raw.signal),
        );
        return c.json({ message: "Password has been reset" });
      },
    )
    .post(
      "/auth/select-role",
      describe("Accounts", "Choose or change one's role", {
        answer: [200, "User"],
        problems: [403, 409],
        limit: "60 changes an hour by one member; 20 wrong cadre codes an hour from one address",
      }),
      requireMember,
      valid(SelectRole),
      async (c) => {
        const { member, origin } = c.var;
        const changed = await accounts.selectRole(member.memberId, c.req.valid("json"), origin);
        return c.json(toUser(changed));
      },
    )
    .post(
      "/auth/verify-email",
      describe("Accounts", "Confirm one's address with the token of a mailed link", {
        answer: [200, "Message"],
        problems: [400],
      }),
      valid(VerifyEmail),
      async (c) => {
        await accounts.verifyEmail(c.req.valid("json"), c.var.origin);
        return c.json({ message: "Email address confirmed" });
      },
    )
    .post(
      "/auth/resend-verification",
      describe("Accounts", "Ask for another link that confirms one's address", {
        details: "Sends nothing while the address is confirmed.",
        answer: [200, "Message"],
        limit: "five mails an hour for one member and to one address",
      }),
      requireMember,
      async (c) => {
        await accounts.resendVerification(c.var.member.memberId);
        return c.json({ message: verificationSent });
      },
    );
}

const verificationSent = "If your address is not confirmed yet, another link is on its way to it.";

const resetLinkSent = "If an account exists with that email, a password reset link has been sent.";
