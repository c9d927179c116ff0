import { Hono } from "hono";
import { ChangePassword, Confirmation, type Session } from "../contract/account.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import type { Origin } from "../auth/origin.ts";
import { describe } from "../openapi/describe.ts";
import type { Security } from "../accounts/security.ts";

/** Mounted at `/api`: security of an account. */
export function securityRoutes(security: Security) {
  return new Hono<MemberEnv>()
    .post(
      "/confirm",
      describe("Accounts", "Give one's password again", {
        details: "For ten minutes this session can do what asks for it, as after signing in.",
        answer: [204],
        problems: [400],
        limit: "10 wrong passwords in five minutes",
      }),
      requireMember,
      valid(Confirmation),
      async (c) => {
        const { member, origin } = c.var;
        await security.confirm(member.memberId, c.req.valid("json"), origin, c.req.raw.signal);
        return c.body(null, 204);
      },
    )
    .post(
      "/auth/change-password",
      describe("Accounts", "Change one's password", {
        details:
          "The 10,000 most common ones and one's own words are refused. Every other session and every reset link end, and the member gets an email.",
        answer: [204],
        problems: [400, 409],
        limit: "10 wrong passwords in five minutes",
      }),
      requireMember,
      valid(ChangePassword),
      async (c) => {
        const { member: { memberId }, origin, keepBrowser } = c.var;
        const change = c.req.valid("json");
        keepBrowser(await security.changePassword(memberId, change, origin, c.req.raw.signal));
        return c.body(null, 204);
      },
    )
    .get(
      "/sessions",
      describe("Accounts", "Where one is signed in", { answer: [200, "Sessions"] }),
      requireMember,
      async (c) => {
        const { member, origin } = c.var;
        return c.json(await readSessions(security, member.memberId, origin));
      },
    )
    .delete(
      "/sessions",
      describe("Accounts", "Sign out everywhere else", { answer: [204] }),
      requireMember,
      async (c) => {
        await security.endOtherSessions(c.var.member.memberId, c.var.origin);
        return c.body(null, 204);
      },
    )
    .delete(
      "/sessions/:id",
      describe("Accounts", "End one of one's sessions", {
        details: "Also when there is none.",
        answer: [204],
        parameters: [{
          name: "id",
          in: "path",
          says: "As in the list",
          schema: { type: "string" },
        }],
      }),
      requireMember,
      async (c) => {
        await security.endSession(c.var.member.memberId, c.req.param("id"));
        return c.body(null, 204);
      },
    );
}

/** A member's sessions: the current one first, then by the last visit. */
export async function readSessions(
  security: Pick<Security, "sessions">,
  memberId: string,
  origin: Origin,
): Promise<Session[]> {
  const sessions = (await security.sessions(memberId)).map((
    { id, browser, createdAt, lastSeenAt },
  ) => ({
    id,
    browser,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === origin.session?.id,
  }));
  return sessions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}
