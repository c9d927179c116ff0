import { describe, expect, it } from "vitest";
import { someProfile } from "../../testing/app.ts";
import { answerOf, appWithMember, withMessage } from "../../testing/app-for-test.ts";

const nobody = "00000000-0000-4000-8000-000000000000";
const notFound = withMessage(404, "Profile not found");
const notVisible = withMessage(
  403,
  "This profile is not visible or you don't have permission to view it.",
);
const full = {
  ...someProfile,
  industry: "Technology",
  company: "Acme",
  location: "Fort Worth, TX",
  helpTopics: ["Networking"],
  expertise: ["Robotics"],
};

describe("GET /api/profile/{userId}", () => {
  it("shows others the shared fields, and the owner everything", async () => {
    const { app, member: owner } = await appWithMember();
    const other = await app.member();
    const off = {
      location: false,
      industry: false,
      specialty: false,
      helpTopics: false,
      classYear: false,
    };
    await owner.post("/api/profile", { ...full, sharedFields: off });
    const path = `/api/profile/${owner.memberId}`;
    const seen = await (await other.get(path)).json();
    const unshared = [
      "location",
      "industry",
      "armyBranch",
      "mos",
      "helpTopics",
      "expertise",
      "classYear",
      "sharedFields",
    ];
    for (const name of unshared) expect(seen).not.toHaveProperty(name);
    expect(seen).toMatchObject({ rank: "CPT", company: "Acme", user: { firstName: "Jane" } });
    expect(Object.keys(seen.user).sort()).toEqual(
      ["firstName", "id", "isRoleConfirmed", "lastName", "profileImageUrl", "role"],
    );
    expect(await (await owner.get(path)).json()).toMatchObject({ location: "Fort Worth, TX" });
  });

  it("shows a hidden profile only to its owner", async () => {
    const { app, member: owner } = await appWithMember();
    const other = await app.member();
    await owner.post("/api/profile", full);
    const path = `/api/profile/${owner.memberId}`;
    expect((await other.get(path)).status).toBe(200);
    await owner.patch("/api/profile", { isVisible: false });
    expect(await answerOf(await other.get(path))).toEqual(notVisible);
    expect((await owner.get(path)).status).toBe(200);
    await owner.patch("/api/profile", { isVisible: true });
    expect((await other.get(path)).status).toBe(200);
  });

  it("answers 404 for a member without a profile, an unknown member and an invalid id", async () => {
    const { app, member } = await appWithMember();
    const other = await app.member();
    for (const id of [other.memberId, nobody, "7", "me%20", "%E0%A4%A", "..%2Fuser", "'--"]) {
      expect(await answerOf(await member.get(`/api/profile/${id}`))).toEqual(notFound);
    }
  });
});
