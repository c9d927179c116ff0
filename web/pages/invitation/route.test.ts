import { describe, expect, it } from "vitest";
import { aMember, aProfile, invitedByList } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { linksOf } from "../../testing/read-html.ts";

const form = {
  token: "good-token",
  username: "jane",
  newPassword: "long enough",
  confirmPassword: "long enough",
};

async function siteWithJane() {
  const profile = aProfile({ company: "<Acme & Sons>", isVisible: false });
  const jane = aMember({
    memberId: "jane",
    username: "jane.doe",
    profile,
    invitation: invitedByList,
  });
  const site = await createTestSite({ members: [jane, aMember({ memberId: "kim" })] });
  await site.issue("invitation", "good-token", jane);
  return site;
}

describe("an invitation", () => {
  it("shows what was prepared, to be cached by no one, and changes nothing", async () => {
    const site = await siteWithJane();
    const response = await site.get("/invitation?token=good-token");
    const html = await response.text();
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expectTexts(html, ["&lt;Acme &amp; Sons&gt;", 'value="jane.doe"']);
    // No one has ticked it for them.
    expect(html).toMatch(/<input type="checkbox"[^>]* name="isVisible"\/?>/);
    expect((await site.stored("jane"))?.profile?.isVisible).toBe(false);
  });

  it("says everything that is wrong, and keeps what may be stored", async () => {
    const site = await siteWithJane();
    const wrong = { ...form, username: "ab", newPassword: "short", isVisible: "on" };
    const { status, html } = await site.send("/invitation", wrong);
    expect(status).toBe(422);
    expect(html).toMatch(/class="error-summary"[^>]* autofocus=""/);
    for (
      const [field, message] of [
        ["username", "Username must be at least 3 characters"],
        ["newPassword", "Password must be at least 6 characters"],
        ["confirmPassword", "Passwords don't match"],
      ] as const
    ) {
      expect(linksOf(html)).toContainEqual({ text: message, href: `#invitation-${field}` });
      expect(html).toMatch(
        new RegExp(`id="invitation-${field}-error"[^>]*>${message.replace("'", "&#x27;")}`),
      );
    }
    expect(html).toContain('value="ab"');
    expect(html).toMatch(/name="isVisible" checked/);
    expect(html).not.toContain('value="short"');
  });

  it("names the username once it is accepted", async () => {
    const site = await siteWithJane();
    const { status, cookies } = await site.send("/invitation", form);
    expect(status).toBe(303);
    expect(decodeURIComponent(cookies)).toContain("Next time, log in as jane or with your email");
  });

  it("is not used up by a username that is taken", async () => {
    const site = await siteWithJane();
    const answer = await site.send("/invitation", { ...form, username: "kim" });
    expectAnswer(answer, 409, "Username already taken</a>");
    expect((await site.send("/invitation", form)).status).toBe(303);
  });

  it.each(["", "?token=", "?token=other"])("that is no good says what to do: %j", async (query) => {
    const site = await siteWithJane();
    const response = await site.get(`/invitation${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Invalid Invitation");
    const posted = await site.send("/invitation", { ...form, token: query.slice(7) });
    expect(posted.html).toContain("Invalid Invitation");
    expect((await site.send("/invitation/decline", { token: query.slice(7) })).status).toBe(400);
    expect(await site.stored("jane")).toBeDefined();
  });
});
