import { type Context, Hono } from "hono";
import { requireAdmitted } from "../accounts/policies/admission.ts";
import { type OwnProfile, ProfileChange, ProfileInput } from "../contract/profile.ts";
import { type MemberEnv, requireMember, requireRole } from "../middleware/session.ts";
import { valid } from "../middleware/valid.ts";
import { idOf } from "./ids.ts";
import { changesAnHour, describe } from "../openapi/describe.ts";
import { changeBody, profileBody } from "../openapi/profile-body.ts";
import type { Profiles } from "../directory/profiles.ts";

/** Mounted at `/api/profile`: one's own profile, and one of someone else. */
export function profileRoutes(profiles: Profiles) {
  return new Hono<MemberEnv>()
    .use(requireMember)
    .get(
      "/me",
      describe("Profiles and pictures", "One's own profile", { answer: [200, "MaybeProfile"] }),
      async (c) => {
        const profile = await profiles.own(c.var.member.memberId);
        return profile === undefined ? c.json(null) : answer(c, profile);
      },
    )
    .get(
      "/:userId",
      describe("Profiles and pictures", "A member's profile", {
        details:
          "One's own in full. Of another member's the contacts that they show to the caller, who they then learn about. Past the limits of showing a contact, or without a confirmed address, the answer says so in their place.",
        answer: [200, "Profile"],
        problems: [403, 404],
      }),
      requireRole,
      async (c) => {
        const { member, origin } = c.var;
        const userId = profileIdOf(c.req.param("userId"));
        if (userId !== member.memberId) requireAdmitted(member);
        return c.json(await profiles.view(member, userId, origin));
      },
    )
    .post(
      "/",
      describe("Profiles and pictures", "Create one's profile", {
        details:
          "Texts are trimmed; an empty text or null leaves an optional field out. Addresses of websites are kept as browsers read them. One of the two email addresses has to be there.",
        answer: [201, "OwnProfile"],
        headers: { "ETag": "The profile's version" },
        problems: [409],
        limit: changesAnHour,
        body: profileBody,
      }),
      requireRole,
      valid(ProfileInput),
      async (c) => {
        const { member, origin } = c.var;
        const created = await profiles.create(member.memberId, c.req.valid("json"), origin);
        return answer(c, created, 201);
      },
    )
    .patch(
      "/",
      describe("Profiles and pictures", "Change one's profile", {
        details:
          "Any of its fields; the result is checked as a whole. Privacy switches that are not named stay as they are.",
        answer: [200, "OwnProfile"],
        headers: { "ETag": "The profile's version" },
        problems: [404, 412],
        limit: changesAnHour,
        body: changeBody,
        parameters: [{
          name: "If-Match",
          in: "header",
          says: "The versions that may be changed, as their ETags were; any, without it",
          schema: { type: "string" },
        }],
      }),
      valid(ProfileChange),
      async (c) => {
        const { member, origin } = c.var;
        const versions = ifMatch(c.req.header("If-Match"));
        const change = c.req.valid("json");
        return answer(c, await profiles.change(member.memberId, change, origin, versions));
      },
    )
    .delete(
      "/",
      describe("Profiles and pictures", "Delete one's profile", {
        details: "The account stays.",
        answer: [204],
        problems: [404],
        limit: changesAnHour,
      }),
      async (c) => {
        await profiles.remove(c.var.member.memberId, c.var.origin);
        return c.body(null, 204);
      },
    );
}

/** @throws {Problem} 404 if it isn't an id. */
export const profileIdOf = (param: string) => idOf(param, "Profile not found");

function answer(c: Context<MemberEnv>, profile: OwnProfile, status: 200 | 201 = 200) {
  c.header("ETag", `"${profile.version}"`);
  // Compression makes an answer's tag weak, and `If-Match` never matches a weak tag.
  c.header("Cache-Control", "private, no-store, no-transform");
  return c.json(profile, status);
}

/**
 * The entity tags of `If-Match`; `undefined` where any will do. A weak one matches nothing.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#name-if-match}
 */
function ifMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === "*") return undefined;
  return header.split(",").flatMap((tag) => /^\s*"([^"]*)"\s*$/.exec(tag)?.[1] ?? []);
}
