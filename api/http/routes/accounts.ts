import { type Context, Hono } from "hono";
import type { SignedIn } from "../../auth/origin.ts";
import {
  AccountDetails,
  ForgotPassword,
  Login,
  Registration,
  ResetPassword,
  SelectRole,
} from "../../contract/account.ts";
import { toUser } from "../../contract/user.ts";
import type { Product } from "../../product.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";

/** Mounted at `/api`: registration, sign-in and sign-out, and the member's own account. */
export function accountRoutes(
  { accounts, deleteAccount, login, passwordReset, registration, wayIn }: Pick<
    Product,
    "accounts" | "deleteAccount" | "login" | "passwordReset" | "registration" | "wayIn"
  >,
) {
  return new Hono<MemberEnv>()
    .post("/register", valid(Registration), async (c) => {
      const { origin } = c.var;
      return await signIn(
        c,
        201,
        await registration.register(c.req.valid("json"), origin, signalOf(c)),
      );
    })
    .post("/login", valid(Login), async (c) => {
      const { origin } = c.var;
      return await signIn(c, 200, await login.login(c.req.valid("json"), origin, signalOf(c)));
    })
    .post("/logout", async (c) => {
      await c.var.signOut();
      return c.body(null, 204);
    })
    .post("/forgot-password", valid(ForgotPassword), async (c) => {
      const { isSent, ...more } = await wayIn.request(
        c.req.valid("json"),
        c.var.origin,
      );
      return c.json({ message: isSent ? resetLinkSent : resetLinkNotSent, ...more });
    })
    .post("/reset-password", valid(ResetPassword), async (c) => {
      const { origin, keepBrowser } = c.var;
      const done = await passwordReset.complete(c.req.valid("json"), origin, signalOf(c));
      keepBrowser(done);
      if (done.signedIn) await c.var.signIn(done.signedIn);
      return c.json({ message: "Password has been reset" });
    })
    .post("/auth/select-role", requireMember, valid(SelectRole), async (c) => {
      const { member, origin } = c.var;
      return c.json(
        toUser(await accounts.selectRole(member.memberId, c.req.valid("json"), origin)),
      );
    })
    .get("/user", requireMember, (c) => c.json(toUser(c.get("member"))))
    .patch("/user", requireMember, valid(AccountDetails), async (c) => {
      const { member, origin } = c.var;
      return c.json(
        toUser(await accounts.changeDetails(member.memberId, c.req.valid("json"), origin)),
      );
    })
    .delete("/account", requireMember, async (c) => {
      await deleteAccount(c.var.member.memberId, c.var.origin);
      await c.var.signOut({ isDeleted: true });
      return c.body(null, 204);
    });
}

/** Aborted when the client disconnects. */
const signalOf = (c: Context) => c.req.raw.signal;

const resetLinkSent = "If an account exists with that email, a password reset link has been sent.";

const resetLinkNotSent = "This site can't send email yet, so no password reset link was sent.";

async function signIn(c: Context<MemberEnv>, status: 200 | 201, signedIn: SignedIn) {
  await c.var.signIn(signedIn);
  return c.json(toUser(signedIn.member), status);
}
