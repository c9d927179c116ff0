import { describe, expect, it } from "vitest";
import { residueOf } from "../../../events/testing/residue.ts";
import { someProfile, type TestApp } from "../../testing/app.ts";
import { answerOf, appForTest, appWithMember, withMessage } from "../../testing/app-for-test.ts";

describe("GET /api/user", () => {
  it("is for members only", async () => {
    const app = await appForTest();
    const signedOut = withMessage(401, "Not authenticated");
    expect(await answerOf(await app.browser().get("/api/user"))).toEqual(signedOut);
    const made = await app.browser().get("/api/user", { headers: { Cookie: "session=made-up" } });
    expect(await answerOf(made)).toEqual(signedOut);
  });
});

describe("PATCH /api/user", () => {
  it("changes the given fields, effective from the next request", async () => {
    const { member } = await appWithMember();
    const body = { firstName: "Janet", email: "janet@example.com" };
    expect(await answerOf(await member.patch("/api/user", body))).toMatchObject({
      status: 200,
      body: { ...body, lastName: "Doe" },
    });
    const read = await member.get("/api/user");
    expect(read.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await read.json()).toMatchObject(body);
  });

  it("refuses taken names and unknown fields, and reports what is wrong", async () => {
    const { app, member } = await appWithMember();
    await app.member({ username: "taken", email: "taken@example.com" });
    expect(await answerOf(await member.patch("/api/user", { username: "Taken" }))).toEqual(
      withMessage(409, "Username already taken", "username"),
    );
    expect(await answerOf(await member.patch("/api/user", { lastName: "" }))).toEqual(
      withMessage(400, "Last name is required", "lastName"),
    );
    for (const name of ["role", "emailVerified", "id", "password", "profileImageUrl"]) {
      expect(await answerOf(await member.patch("/api/user", { [name]: "cadre" }))).toEqual({
        status: 400,
        body: { message: `Unknown field: ${name}`, fields: { [name]: "Unknown field" } },
      });
    }
    expect(await (await member.get("/api/user")).json()).toMatchObject({ role: "alumni" });
  });
});

describe("DELETE /api/account", () => {
  const leftOf = async ({ database }: TestApp, memberId: string) =>
    Object.entries(await residueOf(database, memberId))
      .flatMap(([what, count]) => count > 0 ? [what] : []);

  it("erases the member: profile, sessions and sign-in are gone, and the names are free", async () => {
    const { app, member } = await appWithMember(undefined, {
      username: "leaver",
      email: "leaver@example.com",
    });
    const elsewhere = app.browser();
    await elsewhere.post("/api/login", { username: "leaver", password: "correct horse" });
    await member.post("/api/profile", someProfile);
    const other = await app.member();

    expect(await answerOf(await member.delete("/api/account"))).toEqual({
      status: 204,
      body: null,
    });
    expect(member.session()).toBeUndefined();
    expect((await elsewhere.get("/api/user")).status).toBe(401);
    expect((await other.get(`/api/profile/${member.memberId}`)).status).toBe(404);
    expect(await (await other.get("/api/profiles")).json()).toEqual([]);
    expect(await leftOf(app, member.memberId)).toEqual([]);
    expect(await leftOf(app, other.memberId)).toContain("password");
    expect((await app.member({ username: "leaver", email: "leaver@example.com" })).memberId)
      .not.toBe(member.memberId);
  });
});
