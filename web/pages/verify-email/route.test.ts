import { describe, expect, it } from "vitest";
import { Problem } from "../../../api/problems.ts";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

const siteWith = (changes: Parameters<typeof aMember>[0] = {}) =>
  createTestSite({
    members: [aMember({ memberId: "jane", email: "jane@example.edu", ...changes })],
    verificationToken: "good-token",
  });

describe("a link to confirm an address", () => {
  it.each([["nobody", undefined], ["a member", "jane"]])(
    "asks %s for a press of a button, and confirms nothing before",
    async (_who, viewer) => {
      const site = siteWith();
      const response = await site.get("/verify-email?token=good-token", viewer);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toContain('<h1 id="page-title">Confirm Your Email</h1>');
      expect(html).toContain('name="token" value="good-token"');
      expect(site.product.members.get("jane")?.emailVerified).toBe(false);
    },
  );

  it("can be opened by someone who has yet to choose a role", async () => {
    const site = siteWith({ role: null });
    const html = await site.page("/verify-email?token=good-token", "jane");
    expect(html).toContain("Confirm Your Email");
    const done = await site.send("/verify-email", { token: "good-token" }, "jane");
    expect(done.html).toContain("Email Confirmed");
  });

  it.each([["Go to Login", undefined], ["Go to Home", "jane"]])(
    "is confirmed by the button, which leads on: %s",
    async (onwards, viewer) => {
      const site = siteWith();
      const answer = await site.send("/verify-email", { token: "good-token" }, viewer);
      expectAnswer(answer, 200, "Email Confirmed", onwards);
      expect(site.product.members.get("jane")?.emailVerified).toBe(true);
    },
  );

  it("that cannot be used says so, and how to get another one", async () => {
    const site = siteWith();
    const answer = await site.send("/verify-email", { token: "old-token" });
    expectAnswer(answer, 400, "Log in and open your profile to get another link");
    const { html } = await site.send("/verify-email", { token: "old-token" }, "jane");
    expectTexts(html, ["Invalid Confirmation Link", 'action="/verify-email/resend"']);
  });

  it("without a token is invalid", async () => {
    const html = await siteWith().page("/verify-email");
    expect(html).toContain("Invalid Confirmation Link");
  });

  it("puts no markup from its token into the page", async () => {
    const html = await siteWith().page("/verify-email?token=%22%3E%3Cscript%3E");
    expect(html).not.toContain('"><script>');
  });

  it("is not needed by someone whose address is confirmed", async () => {
    const html = await siteWith({ emailVerified: true }).page("/verify-email", "jane");
    expectTexts(html, ["jane@example.edu is already confirmed"], ["Send the link again"]);
  });
});

describe("another link", () => {
  it("is sent to the member's own address", async () => {
    const response = await siteWith().send("/verify-email/resend", {}, "jane");
    expect(response.html).toContain("We sent another link to jane@example.edu");
  });

  it("is sent to members only", async () => {
    const response = await siteWith().send("/verify-email/resend", {});
    expect([response.status, response.location]).toEqual([303, "/"]);
  });

  it("is refused after too many", async () => {
    const site = siteWith();
    site.product.accounts.resendVerification = () => {
      throw new Problem(429, "Too many confirmation emails. Try again later.", {
        retryAfterSeconds: 60,
      });
    };
    const { status, headers, html } = await site.send("/verify-email/resend", {}, "jane");
    expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(html).toContain("Too many confirmation emails");
  });
});

describe("the own profile", () => {
  it.each([
    ["reminds of an address that is not confirmed, and can have the link sent again", false],
    ["says nothing of an address that is confirmed", true],
  ])("%s", async (_behaviour, emailVerified) => {
    const html = await siteWith({ emailVerified }).page("/profile", "jane");
    expect(html.includes("Confirm your email address")).toBe(!emailVerified);
    expect(html.includes('action="/verify-email/resend"')).toBe(!emailVerified);
  });
});
