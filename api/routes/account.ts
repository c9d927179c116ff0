import { Hono } from "hono";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { handOver } from "../erasure/receipt.ts";
import { describe } from "../openapi/describe.ts";
import type { Accounts } from "../accounts/accounts.ts";

/** Mounted at `/api/account`. */
export function accountRoutes(accounts: Pick<Accounts, "deleteAccount">) {
  return new Hono<MemberEnv>()
    .delete(
      "/",
      describe("Accounts", "Delete one's own account for good", {
        details: "The key to everything personal is destroyed, sessions and pictures with it.",
        answer: [204],
        headers: {
          "Erasure-Receipt":
            "A receipt of the erasure in one line, which names no one: the program can confirm it later",
        },
        problems: [403],
      }),
      requireMember,
      async (c) => {
        const receipt = await accounts.deleteAccount(c.var.member.memberId, c.var.origin);
        await c.var.signOut();
        handOver(c, receipt);
        return c.body(null, 204);
      },
    );
}
