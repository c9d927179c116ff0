import { Hono } from "hono";
import type { MemberRecord } from "../../events/members/record.ts";
import { AccountDetails, type User } from "../contract/account.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import type { Accounts } from "../product.ts";

/** Mounted at `/api/user`: the account of whoever asks. */
export function userRoutes(accounts: Pick<Accounts, "changeDetails">) {
  return new Hono<MemberEnv>()
    .get("/", requireMember, (c) => c.json(toUser(c.var.member)))
    .patch("/", requireMember, valid(AccountDetails), async (c) => {
      const { member, origin } = c.var;
      const changed = await accounts.changeDetails(member.memberId, c.req.valid("json"), origin);
      return c.json(toUser(changed));
    });
}

/** An account as its owner reads it. */
export function toUser({ memberId, profile: _, ...account }: MemberRecord): User {
  const { username, email, emailVerified, firstName, lastName } = account;
  const { profileImageUrl, role, createdAt, updatedAt } = account;
  return {
    id: memberId,
    username,
    email,
    emailVerified,
    firstName,
    lastName,
    profileImageUrl,
    role,
    createdAt,
    updatedAt,
  };
}
