import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";

const path = "/profile/security";

function given() {
  const dana = aMember({ memberId: "dana", role: "alumni" });
  const site = createTestSite({ members: [dana] });
  const show = async () => await site.page(path, "dana");
  return { site, show };
}

describe("password and sessions, without script", () => {
  it("lists where one is signed in, and which one this is", async () => {
    const { show } = given();
    const html = await show();
    expectTexts(html, ["Firefox on Windows", "This browser", "Unknown browser"]);
    expect(html.match(/name="session"/g)).toHaveLength(1);
  });

  it.each([[{ session: "other" }, "Signed out of that browser"], [
    {},
    "Signed out everywhere else",
  ]])(
    "ends sessions: %j",
    async (form, told) => {
      const { site, show } = given();
      const { status, location, cookies } = await site.send(`${path}/end-session`, form, "dana");
      expect([status, location]).toEqual([303, path]);
      expect(cookies).toContain(told);
      expectTexts(await show(), [], ['name="session"', "Sign out everywhere else"]);
    },
  );

  it("changes the password", async () => {
    const { site } = given();
    const form = {
      username: "dana",
      currentPassword: "correct horse",
      newPassword: "battery staple",
      confirmPassword: "battery staple",
    };
    const { status, location, cookies } = await site.send(`${path}/password`, form, "dana");
    expect([status, location]).toEqual([303, path]);
    expect(cookies).toContain("Password changed");
  });

  it.each([
    [{ currentPassword: "a wrong one" }, "Incorrect password"],
    [{ newPassword: "short" }, "Password must be at least 6 characters"],
    [{ confirmPassword: "another" }, "Passwords don&#x27;t match"],
    [{ currentPassword: "" }, "Enter your password"],
  ])("says what is wrong, and sends no password back: %j", async (wrong, message) => {
    const { site } = given();
    const form = {
      currentPassword: "correct horse",
      newPassword: "battery staple",
      confirmPassword: "battery staple",
      ...wrong,
    };
    const { status, html } = await site.send(`${path}/password`, form, "dana");
    expect(status).toBe(400);
    expect(html).toContain(message);
    expect(html).not.toMatch(/correct horse|battery staple/);
  });
});

describe("emails to staff, without script", () => {
  it("are turned off and on by staff, and are nothing to others", async () => {
    const stan = aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true });
    const dana = aMember({ memberId: "dana", role: "alumni" });
    const site = createTestSite({ members: [stan, dana] });
    const show = async (who: string) => await site.page(path, who);
    expect(await show("dana")).not.toContain("Emails to Staff");
    expect(await show("stan")).toContain("Turn off these emails");
    const post = (wants: string, who: string) => site.send(`${path}/staff-notices`, { wants }, who);
    expect((await post("no", "stan")).status).toBe(303);
    expect(await show("stan")).toContain("Turn on these emails");
    expect((await post("no", "dana")).status).toBe(404);
  });
});
