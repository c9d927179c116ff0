import { Hono } from "hono";
import { ProfileChange, ProfileInput } from "../contract/profile.ts";
import { type MemberEnv, requireMember, requireRole } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { Problem } from "../problems.ts";
import type { Profiles } from "../product.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Mounted at `/api/profile`: one's own profile, and one of someone else. */
export function profileRoutes(profiles: Profiles) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get("/me", async (c) => c.json(await profiles.own(c.var.member.memberId) ?? null))
    .get("/:userId", requireRole, async (c) => {
      const userId = c.req.param("userId").toLowerCase();
      if (!uuid.test(userId)) throw new Problem(404, "Profile not found");
      return c.json(await profiles.view(c.var.member, userId));
    })
    .post("/", requireRole, valid(ProfileInput), async (c) => {
      const { member, origin } = c.var;
      return c.json(await profiles.create(member.memberId, c.req.valid("json"), origin), 201);
    })
    .patch("/", valid(ProfileChange), async (c) => {
      const { member, origin } = c.var;
      return c.json(await profiles.change(member.memberId, c.req.valid("json"), origin));
    })
    .delete("/", async (c) => {
      await profiles.remove(c.var.member.memberId, c.var.origin);
      return c.body(null, 204);
    });
}
