import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { someone, someProfile } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";

const runs = { numRuns: 60 };
const queryNames = ["search", "armyBranches", "helpTopics", "role", "sort", "page", "limit"];

/** Any JSON, and bodies that are nearly right: one field of a valid body is something else. */
function bodies(valid: Readonly<Record<string, unknown>>) {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ maxLength: 300 }));
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, fc.array(text));
  const nearlyRight = fc.tuple(fc.constantFrom(...Object.keys(valid)), value).map((
    [name, wrong],
  ) => ({ ...valid, [name]: wrong }));
  return fc.oneof(fc.jsonValue(), nearlyRight);
}

describe("whatever a call is sent", () => {
  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    ["POST", "/api/profile", { ...someProfile, bio: "", helpTopics: [], sharedFields: {} }],
    ["PATCH", "/api/profile", { isVisible: true, linkedinUrl: null, expertise: [] }],
    ["PATCH", "/api/user", { firstName: "Jane", email: "jane@example.com" }],
    ["POST", "/api/auth/select-role", { role: "alumni", cadreCode: "" }],
    ["POST", "/api/reset-password", { token: "token", newPassword: "secret" }],
    ["POST", "/api/forgot-password", { email: "jane@example.com" }],
    ["POST", "/api/register", { ...someone, password: "short" }],
  ])("%s %s answers, and is never at fault", async (method, path, valid) => {
    const app = await appForTest();
    const member = await app.member();
    await fc.assert(
      fc.asyncProperty(bodies(valid), async (body) => {
        const answer = await member.send(method, path, { body: JSON.stringify(body) });
        expect(answer.status).toBeLessThan(500);
        const { message } = await answer.json();
        if (!answer.ok) expect(message).toEqual(expect.any(String));
      }),
      runs,
    );
  });

  it.each(["/api/profiles", "/api/directory", "/api/suggestions"])(
    "GET %s answers any query",
    async (path) => {
      const app = await appForTest();
      const member = await app.member();
      const value = fc.oneof(fc.string({ unit: "binary" }), fc.json());
      const query = fc.array(fc.tuple(fc.constantFrom(...queryNames), value), { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(query, async (entries) => {
          const answer = await member.get(`${path}?${new URLSearchParams(entries)}`);
          expect([200, 400]).toContain(answer.status);
        }),
        runs,
      );
    },
  );
});
