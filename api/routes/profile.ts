import type { Context } from "hono";
import { requireAdmitted } from "../accounts/policies/admission.ts";
import { type OwnProfile, ProfileChange } from "../contract/profile.ts";
import type { Product } from "../product.ts";
import { requireMember, requireRole } from "../middleware/session.ts";
import { changesAnHour, type JsonSchema, jsonSchema } from "../openapi/describe.ts";
import { Calls } from "./calls.ts";
import { profileSchema } from "../../events/members/profile.ts";

/** Mounted at `/api/profile`: one's own profile, and one of someone else. */
export function profileRoutes(profiles: Product["profiles"]) {
  const headers = { "ETag": "The profile's version" };
  return new Calls("Profiles and pictures", requireMember)
    .call("GET /me", {
      summary: "One's own profile",
      answer: [200, "MaybeProfile"],
      async run({ c, memberId }) {
        const profile = await profiles.own(memberId);
        return profile === undefined ? c.json(null) : withVersion(c, profile);
      },
    })
    .call("GET /:userId", {
      summary: "A member's profile",
      details:
        "One's own in full. Of another member's the contacts that they show to the caller, who they then learn about. Past the limits of showing a contact, or without a confirmed address, the answer says so in their place.",
      answer: [200, "Profile"],
      problems: [403, 404],
      guards: [requireRole],
      run({ member, id, origin }) {
        const userId = id("userId", "Profile not found");
        if (userId !== member.memberId) requireAdmitted(member);
        return profiles.view(member, userId, origin);
      },
    })
    .call("POST /", {
      summary: "Create one's profile",
      details:
        "Texts are trimmed; an empty text or null leaves an optional field out. Addresses of websites are stored as browsers read them. One of the two email addresses has to be there.",
      answer: [201, "OwnProfile"],
      headers,
      problems: [409],
      limit: changesAnHour,
      guards: [requireRole],
      body: ProfileChange,
      describedBody: profileBody,
      run: async ({ c, memberId, body, origin }) =>
        withVersion(c, await profiles.create(memberId, body, origin)),
    })
    .call("PATCH /", {
      summary: "Change one's profile",
      details:
        "Any of its fields; the result is checked as a whole. Privacy switches that are not named stay as they are.",
      answer: [200, "OwnProfile"],
      headers,
      problems: [404, 412],
      limit: changesAnHour,
      body: ProfileChange,
      describedBody: changeBody,
      parameters: [{
        name: "If-Match",
        in: "header",
        says: "The versions that may be changed, as their ETags were; any, without it",
        schema: { type: "string" },
      }],
      async run({ c, memberId, body, origin }) {
        const versions = ifMatch(c.req.header("If-Match"));
        return withVersion(c, await profiles.change(memberId, body, origin, versions));
      },
    })
    .call("DELETE /", {
      summary: "Delete one's profile",
      details: "The account stays.",
      answer: [204],
      problems: [404],
      limit: changesAnHour,
      run: ({ memberId, origin }) => profiles.remove(memberId, origin),
    });
}

function withVersion(c: Context, profile: OwnProfile): OwnProfile {
  c.header("ETag", `"${profile.version}"`);
  // Compression makes an answer's tag weak, and `If-Match` never matches a weak tag.
  c.header("Cache-Control", "private, no-store, no-transform");
  return profile;
}

/** `undefined` if any will do. @see {@link https://www.rfc-editor.org/rfc/rfc9110#name-if-match} */
function ifMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === "*") return undefined;
  return header.split(",").flatMap((tag) => /^\s*"([^"]*)"\s*$/.exec(tag)?.[1] ?? []);
}

// The widest profile allowed: class years depend on role and year.
const profile = jsonSchema(profileSchema({ role: "cadre", year: 0 }));

const hasAddress = (name: string) => ({
  properties: { [name]: { type: "string", minLength: 1 } },
  required: [name],
});

const changeBody = {
  type: "object",
  properties: {
    ...jsonSchema(ProfileChange).properties,
    ...profile.properties,
    classYear: {
      ...(profile.properties?.classYear as JsonSchema),
      description: "Of cadets and alumni four digits, from 1900 to ten years from now; " +
        "of cadre a text such as 2005-2007",
      examples: ["2018"],
    },
  },
  additionalProperties: false,
} as JsonSchema;

/** Body of a new profile: it requires one of the two addresses. */
const profileBody: JsonSchema = {
  ...changeBody,
  required: profile.required ?? [],
  anyOf: [hasAddress("primaryEmail"), hasAddress("secondaryEmail")] as JsonSchema[],
};
