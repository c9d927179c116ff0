import { type Context, Hono } from "hono";
import { requireAdmitted } from "../../features/accounts/policies/admission.ts";
import { type OwnProfile, ProfileChange } from "../../contract/profile.ts";
import type { Product } from "../../product.ts";
import { type MemberEnv, requireMember, requireRole } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { idIn } from "./id-in.ts";

/** Mounted at `/api/profile`: the member's own profile, and other members' profiles. */
export function profileRoutes(profiles: Product["profiles"]) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get("/me", async (c) => {
      const profile = await profiles.own(c.get("member").memberId);
      return profile === undefined ? c.json(null) : answer(c, 200, profile);
    })
    .get("/:userId", requireRole, async (c) => {
      const member = c.get("member");
      const userId = idIn(c, "userId", "Profile not found");
      if (userId !== member.memberId) requireAdmitted(member);
      return c.json(await profiles.view(member, userId, c.get("origin")));
    })
    .post("/", requireRole, valid(ProfileChange), async (c) => {
      const { member, origin } = c.var;
      return answer(c, 201, await profiles.create(member.memberId, c.req.valid("json"), origin));
    })
    .patch("/", valid(ProfileChange), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const versions = ifMatch(c.req.header("If-Match"));
      return answer(
        c,
        200,
        await profiles.change(memberId, c.req.valid("json"), origin, versions),
      );
    });
}

function answer(c: Context, status: 200 | 201, profile: OwnProfile) {
  c.header("ETag", `"${profile.version}"`);
  // Compression makes an answer's tag weak, and `If-Match` never matches a weak tag.
  c.header("Cache-Control", "private, no-store, no-transform");
  return c.json(profile, status);
}

/** `undefined` if any version matches. @see {@link https://www.rfc-editor.org/rfc/rfc9110#name-if-match} */
function ifMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === "*") return undefined;
  return header.split(",").flatMap((tag) => /^\s*"([^"]*)"\s*$/.exec(tag)?.[1] ?? []);
}
