import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";

const path = "/profile/security";

async function given() {
  const dana = aMember({ memberId: "dana", role: "alumni" });
  const site = await createTestSite({ members: [dana] });
  await site.sessions.create("dana");
  const show = () => site.page(path, "dana");
  return { site, show };
}

describe("password and sessions, without script", () => {
  it("lists the member's sessions, and marks the current one", async () => {
    const { show } = await given();
    const html = await show();
    expectTexts(html, ["Firefox on Windows", "This browser", "Unknown browser"]);
    expect(html.match(/name="session"/g)).toHaveLength(1);
  });

  it.each([[true, "Signed out of that browser"], [false, "Signed out everywhere else"]])(
    "ends one session, or all others: %s",
    async (isOne, told) => {
      const { site, show } = await given();
      const [, session = ""] = /name="session" value="([^"]+)"/.exec(await show()) ?? [];
      const form: Record<string, string> = isOne ? { session } : {};
      const { status, location, cookies } = await site.send(`${path}/end-session`, form, "dana");
      expect([status, location]).toEqual([303, path]);
      expect(cookies).toContain(told);
      expectTexts(await show(), [], ['name="session"', "Sign out everywhere else"]);
    },
  );

  const form = {
    currentPassword: "correct horse",
    newPassword: "battery staple",
    confirmPassword: "battery staple",
  };

  it("changes the password", async () => {
    const sent = { username: "dana", ...form };
    const { status, location, cookies } = await (await given()).site.send(
      `${path}/password`,
      sent,
      "dana",
    );
    expect([status, location]).toEqual([303, path]);
    expect(cookies).toContain("Password changed");
  });

  it.each([
    [{ currentPassword: "a wrong one" }, "Incorrect password"],
    [{ newPassword: "short" }, "Password must be at least 6 characters"],
    [{ confirmPassword: "another" }, "Passwords don&#x27;t match"],
    [{ currentPassword: "" }, "Enter your password"],
  ])("says what is wrong, and sends no password back: %j", async (wrong, message) => {
    const { site } = await given();
    const { status, html } = await site.send(`${path}/password`, { ...form, ...wrong }, "dana");
    expect(status).toBe(422);
    expect(html).toContain(message);
    expect(html).not.toMatch(/correct horse|battery staple/);
  });
});

describe("emails to staff, without script", () => {
  it("can be turned off and on by staff, and not by others", async () => {
    const stan = aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true });
    const site = await createTestSite({ members: [stan, aMember({ memberId: "dana" })] });
    expect(await site.page(path, "dana")).not.toContain("Emails to Staff");
    expect(await site.page(path, "stan")).toContain("Turn off these emails");
    const post = async (who: string) =>
      (await site.send(`${path}/staff-notices`, { wants: "no" }, who)).status;
    expect(await post("stan")).toBe(303);
    expect(await site.page(path, "stan")).toContain("Turn on these emails");
    expect(await post("dana")).toBe(404);
  });
});

describe("emails a few times a year, without script", () => {
  it("can be turned off and on by every member", async () => {
    const site = await createTestSite({ members: [aMember({ memberId: "dana" })] });
    const wants = async () => (await site.stored("dana"))?.programMails.areWanted;
    expect(await site.page(path, "dana")).toContain("at most 6 emails a year by itself");
    const post = async (answer: string) =>
      (await site.send(`${path}/program-mails`, { wants: answer }, "dana")).status;
    expect([await post("no"), await wants()]).toEqual([303, false]);
    expect(await site.page(path, "dana")).toContain("Turn on these emails");
    expect([await post("yes"), await wants()]).toEqual([303, true]);
    expect((await site.get(`${path}/program-mails`, "dana")).headers.get("Location"))
      .toBe(`${path}#program-mails-title`);
  });
});
