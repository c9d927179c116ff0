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
import type { Accounts } from "../product.ts";
import { toUser } from "./user.ts";

/** Mounted at `/api`: coming in, going out, and the way back in. */
export function authRoutes(accounts: Accounts) {
  return new Hono<MemberEnv>()
    .post("/register", valid(Registration), async (c) => {
      const signedIn = await accounts.register(
        c.req.valid("json"),
        c.var.origin,
        c.req.raw.signal,
      );
      await c.var.signIn(signedIn);
      return c.json(toUser(signedIn.member), 201);
    })
    .post("/login", valid(Login), async (c) => {
      const signedIn = await accounts.login(c.req.valid("json"), c.var.origin, c.req.raw.signal);
      await c.var.signIn(signedIn);
      return c.json(toUser(signedIn.member));
    })
    .post("/logout", async (c) => {
      await c.var.signOut();
      return c.body(null, 204);
    })
    .post("/forgot-password", valid(ForgotPassword), async (c) => {
      const answer = await accounts.forgotPassword(c.req.valid("json"), c.var.origin);
      return c.json({ message: resetLinkSent, ...answer });
    })
    .post("/reset-password", valid(ResetPassword), async (c) => {
      const { origin, keepBrowser } = c.var;
      keepBrowser(await accounts.resetPassword(c.req.valid("json"), origin, c.req.raw.signal));
      return c.json({ message: "Password has been reset" });
    })
    .post("/auth/select-role", requireMember, valid(SelectRole), async (c) => {
      const { member, origin } = c.var;
      const changed = await accounts.selectRole(member.memberId, c.req.valid("json"), origin);
      return c.json(toUser(changed));
    })
    .post("/auth/verify-email", valid(VerifyEmail), async (c) => {
      await accounts.verifyEmail(c.req.valid("json"), c.var.origin);
      return c.json({ message: "Email address confirmed" });
    })
    .post("/auth/resend-verification", requireMember, async (c) => {
      await accounts.resendVerification(c.var.member.memberId);
      return c.json({ message: verificationSent });
    });
}

const verificationSent = "If your address is not confirmed yet, another link is on its way to it.";

const resetLinkSent = "If an account exists with that email, a password reset link has been sent.";
