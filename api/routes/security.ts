import { Hono } from "hono";
import { ChangePassword, Confirmation, type Session } from "../contract/account.ts";
import { type MemberEnv, requireMember } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import type { Origin, Security } from "../product.ts";

/** Mounted at `/api`: what keeps an account its owner's. */
export function securityRoutes(security: Security) {
  return new Hono<MemberEnv>()
    .post("/confirm", requireMember, valid(Confirmation), async (c) => {
      const { member, origin } = c.var;
      await security.confirm(member.memberId, c.req.valid("json"), origin, c.req.raw.signal);
      return c.body(null, 204);
    })
    .post("/auth/change-password", requireMember, valid(ChangePassword), async (c) => {
      const { member: { memberId }, origin, keepBrowser } = c.var;
      const change = c.req.valid("json");
      keepBrowser(await security.changePassword(memberId, change, origin, c.req.raw.signal));
      return c.body(null, 204);
    })
    .get("/sessions", requireMember, async (c) => {
      const { member, origin } = c.var;
      return c.json(await readSessions(security, member.memberId, origin));
    })
    .delete("/sessions", requireMember, async (c) => {
      await security.endOtherSessions(c.var.member.memberId, c.var.origin);
      return c.body(null, 204);
    })
    .delete("/sessions/:id", requireMember, async (c) => {
      await security.endSession(c.var.member.memberId, c.req.param("id"));
      return c.body(null, 204);
    });
}

/** A member's sessions as they read them: the one that asks, then the one seen last. */
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
