import { describe, expect, it } from "vitest";
import { anAlum } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

/** A site in which everyone signed in long ago. */
const given = () => createTestSite({ members: [anAlum()], isConfirmed: false });

/** What the page that came back would send, without the password. */
function hiddenOf(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g);
  return Object.fromEntries(
    [...inputs].map(([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"')])
      .filter(([name]) => name !== "returnTo"),
  );
}

const question = "Confirm it&#x27;s you";

describe("being asked for the password without script", () => {
  it("goes on where it was, with what was typed", async () => {
    const site = await given();
    const { username, firstName, lastName } = (await site.stored("dana"))!;
    const form = { username, firstName, lastName, email: "new@example.com" };
    const { status, headers, html } = await site.send("/profile/account", form, "dana");
    expect([status, headers.get("Cache-Control")]).toEqual([403, "private, no-store"]);
    expectTexts(html, [question, 'action="/profile/account"']);
    expect(hiddenOf(html)).toEqual(form);
    expect((await site.stored("dana"))?.email).not.toBe("new@example.com");

    const answered = { ...hiddenOf(html), confirmedBy: "correct horse" };
    const done = await site.send("/profile/account", answered, "dana");
    expect([done.status, done.location]).toEqual([303, "/profile/edit"]);
    expect((await site.stored("dana"))?.email).toBe("new@example.com");
  });

  it.each([["a wrong one", "Incorrect password"], ["", "Enter your password"]])(
    "asks again after %j, and does nothing",
    async (confirmedBy, message) => {
      const site = await given();
      const answer = await site.send("/profile/delete-account", { confirmedBy }, "dana");
      expectAnswer(answer, 422, question, message);
      expect(await site.stored("dana")).toBeDefined();
      const right = { confirmedBy: "correct horse" };
      const done = await site.send("/profile/delete-account", right, "dana");
      expect(done.html).toContain("Account deleted");
      expect(await site.stored("dana")).toBeUndefined();
    },
  );

  it("never sends a secret back", async () => {
    const site = await given();
    const form = { role: "cadre", cadreCode: "hold fast" };
    const html = (await site.send("/select-role", form, "dana")).html;
    expect(html).toContain(question);
    expect(hiddenOf(html)).toEqual({ role: "cadre" });
    expect(html).not.toContain("hold fast");
  });

  it("asks nothing where nothing of the kind is done", async () => {
    const site = await given();
    expect((await site.send("/profile/delete", {}, "dana")).status).toBe(303);
    const signedOut = await site.send("/login", { username: "x", password: "y", confirmedBy: "z" });
    expect(signedOut.html).not.toContain(question);
  });
});
