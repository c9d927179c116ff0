import { Hono } from "hono";
import type { Product } from "../../product.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";

/** Mounted at `/api/passkeys`: options for using or creating a passkey. The browser's result is a form field. */
export function passkeyRoutes(passkeys: Product["passkeys"]) {
  return new Hono<MemberEnv>()
    .get("/sign-in", (c) => c.json(passkeys.optionsToSignIn()))
    .get(
      "/confirm",
      requireMember,
      async (c) => c.json(await passkeys.optionsToConfirm(c.var.member.memberId)),
    )
    .get("/add", requireMember, async (c) => c.json(await passkeys.optionsToAdd(c.var.member)));
}
