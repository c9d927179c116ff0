import { describe, expect, it } from "vitest";
import { someone } from "../../../testing/app.ts";
import { answerOf, appForTest, appWithMember, withMessage } from "../../../testing/app-for-test.ts";

describe("the role cadre", () => {
  const cadre = { ...someone, role: "cadre" };

  it("is open to everyone while the program has no code", async () => {
    const app = await appForTest();
    expect((await app.browser().post("/api/register", cadre)).status).toBe(201);
  });

  it("asks for the program's code at registration", async () => {
    const app = await appForTest({ cadreCode: "horned frog" });
    const register = async (cadreCode?: string) =>
      await answerOf(await app.browser().post("/api/register", { ...cadre, cadreCode }));
    expect(await register()).toEqual(withMessage(403, "A cadre code is required", "cadreCode"));
    expect(await register("wrong")).toEqual(
      withMessage(403, "The cadre code is wrong", "cadreCode"),
    );
    expect(await register("horned frog")).toMatchObject({ status: 201, body: { role: "cadre" } });
  });

  it("asks for it on the selection screen, too", async () => {
    const { app, member } = await appWithMember({ cadreCode: "horned frog" });
    const select = async (body: object) =>
      await answerOf(await member.post("/api/auth/select-role", body));
    expect(await select({ role: "cadre" })).toMatchObject({ status: 403 });
    expect(await select({ role: "cadre", cadreCode: "horned frog" })).toMatchObject({
      status: 200,
      body: { role: "cadre" },
    });
    // The only staff member can't leave the program without staff.
    expect(await select({ role: "cadet" })).toMatchObject({ status: 409 });
    const other = await app.member();
    await other.post("/api/auth/select-role", { role: "cadre", cadreCode: "horned frog" });
    expect(await select({ role: "cadet" })).toMatchObject({ status: 200, body: { role: "cadet" } });
  });

  it("can't be guessed: wrong codes are limited by network address, right ones aren't counted", async () => {
    const app = await appForTest({
      cadreCode: "horned frog",
      limits: { wrongCadreCodesPerAddress: 2 },
    });
    const register = (cadreCode: string) =>
      app.browser().post("/api/register", { ...cadre, cadreCode });
    expect((await register("horned frog")).status).toBe(201);
    await register("one");
    await register("two");
    expect((await register("horned frog")).status).toBe(429);
  });
});
