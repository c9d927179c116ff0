import { Hono } from "hono";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import type { Accounts } from "../product.ts";
import { handOver } from "../erasure/receipt.ts";

/** Mounted at `/api/account`. */
export function accountRoutes(accounts: Pick<Accounts, "deleteAccount">) {
  return new Hono<MemberEnv>()
    .delete("/", requireMember, async (c) => {
      const receipt = await accounts.deleteAccount(c.var.member.memberId, c.var.origin);
      await c.var.signOut();
      handOver(c, receipt);
      return c.body(null, 204);
    });
}
