import { Hono } from "hono";
import type { MemberRecord } from "../../events/members/record.ts";
import { AccountDetails, type User } from "../contract/account.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { describe } from "../openapi/describe.ts";
import type { Accounts } from "../accounts/accounts.ts";

/** Mounted at `/api/user`: the caller's account. */
export function userRoutes(accounts: Pick<Accounts, "changeDetails">) {
  return new Hono<MemberEnv>()
    .get(
      "/",
      describe("Accounts", "One's own account", { answer: [200, "User"] }),
      requireMember,
      (c) => c.json(toUser(c.var.member)),
    )
    .patch(
      "/",
      describe("Accounts", "Change one's own account", {
        details:
          "A field that is not there stays as it is. A new address has to be confirmed, and the old one gets an email.",
        answer: [200, "User"],
        problems: [403, 409],
        limit:
          "60 changes an hour by one member, 20 of them to names or addresses that are taken; five new addresses an hour for one member and to one address",
      }),
      requireMember,
      valid(AccountDetails),
      async (c) => {
        const { member, origin } = c.var;
        const changed = await accounts.changeDetails(member.memberId, c.req.valid("json"), origin);
        return c.json(toUser(changed));
      },
    );
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
