import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const path = "/profile/security";

function given() {
  const dana = aMember({ memberId: "dana", role: "alumni" });
  const site = createTestSite({ members: [dana] });
  const show = async () => await (await site.get(path, "dana")).text();
  return { site, show };
}

describe("password and sessions, without script", () => {
  it("is found from the profile's privacy and from editing it", async () => {
    const { site } = given();
    for (const from of ["/profile/edit"]) {
      expect(await (await site.get(from, "dana")).text()).toContain(`href="${path}"`);
    }
  });

  it("is for members", async () => {
    const { site } = given();
    expect((await site.get(path)).headers.get("Location")).toBe("/");
  });

  it("lists where one is signed in, and which one this is", async () => {
    const { show } = given();
    const html = await show();
    expect(html).toContain("Firefox on Windows");
    expect(html).toContain("This browser");
    expect(html).toContain("Unknown browser");
    expect(html.match(/name="session"/g)).toHaveLength(1);
  });

  it.each([[{ session: "other" }, "Signed out of that browser"], [
    {},
    "Signed out everywhere else",
  ]])(
    "ends sessions: %j",
    async (form, told) => {
      const { site, show } = given();
      const answer = await site.post(`${path}/end-session`, form, "dana");
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
      expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain(told);
      const html = await show();
      expect(html).not.toContain('name="session"');
      expect(html).not.toContain("Sign out everywhere else");
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
    const answer = await site.post(`${path}/password`, form, "dana");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
    expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain(
      "Password changed",
    );
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
    const answer = await site.post(`${path}/password`, form, "dana");
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain(message);
    expect(html).not.toMatch(/correct horse|battery staple/);
  });
});

describe("emails to staff, without script", () => {
  it("are turned off and on by staff, and are nothing to others", async () => {
    const stan = aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true });
    const dana = aMember({ memberId: "dana", role: "alumni" });
    const site = createTestSite({ members: [stan, dana] });
    const show = async (who: string) => await (await site.get(path, who)).text();
    expect(await show("dana")).not.toContain("Emails to Staff");
    expect(await show("stan")).toContain("Turn off these emails");
    const post = (wants: string, who: string) => site.post(`${path}/staff-notices`, { wants }, who);
    expect((await post("no", "stan")).status).toBe(303);
    expect(await show("stan")).toContain("Turn on these emails");
    expect((await post("no", "dana")).status).toBe(404);
  });
});
