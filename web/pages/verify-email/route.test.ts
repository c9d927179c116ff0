import { describe, expect, it } from "vitest";
import { createFolderMail } from "../../../api/mail/drivers/folder.ts";
import { Problem } from "../../../api/contract/problem.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { textsOf } from "../../testing/read-html.ts";

async function siteWith(changes: Parameters<typeof aMember>[0] = {}) {
  const jane = aMember({ memberId: "jane", ...changes });
  const site = await createTestSite({ members: [jane] });
  await site.issue("verify-email", "good-token", jane);
  return site;
}

describe("a link to confirm an address", () => {
  it.each([["Go to Login", undefined], ["Go to Home", "jane"]])(
    "confirms by a press of its button, and not before, which leads on: %s",
    async (onwards, viewer) => {
      const site = await siteWith();
      const isVerified = async () => (await site.stored("jane"))?.emailVerified;
      const html = await site.page("/verify-email?token=good-token", viewer);
      expect(textsOf(html, "h1")).toEqual(["Confirm Your Email"]);
      expect(html).toContain('name="token" value="good-token"');
      expect(await isVerified()).toBe(false);
      const answer = await site.send("/verify-email", { token: "good-token" }, viewer);
      expectAnswer(answer, 200, "Email Confirmed", onwards);
      expect(await isVerified()).toBe(true);
    },
  );

  it("can be opened by someone without a role", async () => {
    const site = await siteWith({ role: null });
    const html = await site.page("/verify-email?token=good-token", "jane");
    expect(html).toContain("Confirm Your Email");
    const done = await site.send("/verify-email", { token: "good-token" }, "jane");
    expect(done.html).toContain("Email Confirmed");
  });

  it("says if it can't be used, and how to get another one", async () => {
    const site = await siteWith();
    const answer = await site.send("/verify-email", { token: "old-token" });
    expectAnswer(answer, 400, "Log in and open your profile to get another link");
    const { html } = await site.send("/verify-email", { token: "old-token" }, "jane");
    expectTexts(html, ["Invalid Confirmation Link", 'action="/verify-email/resend"']);
  });

  it("doesn't offer another mail if none can be sent", async () => {
    const sender = { name: "TCU", address: "a@example.edu", replyTo: "a@example.edu" };
    const mail = createFolderMail({ folder: await temporaryFolder(), sender });
    const site = await createTestSite({ members: [aMember({ memberId: "jane" })], mail });
    const { html } = await site.send("/verify-email", { token: "old-token" }, "jane");
    expectTexts(html, ["Invalid Confirmation Link", "send email yet"], ["Send the link again"]);
  });

  it("is invalid without a token, and shows markup in a token as text", async () => {
    expect(await (await siteWith()).page("/verify-email")).toContain("Invalid Confirmation Link");
    const html = await (await siteWith()).page("/verify-email?token=%22%3E%3Cscript%3E");
    expect(html).not.toContain('"><script>');
  });

  it("says if the address is confirmed already", async () => {
    const html = await (await siteWith({ emailVerified: true })).page("/verify-email", "jane");
    expectTexts(html, ["jane@example.edu is already confirmed"], ["Send the link again"]);
  });
});

describe("another link", () => {
  it("is sent only to the member's own address", async () => {
    const sent = await (await siteWith()).send("/verify-email/resend", {}, "jane");
    expect(sent.html).toContain("We sent another link to jane@example.edu");
    expect(await (await siteWith()).send("/verify-email/resend", {})).toMatchObject({
      status: 303,
      location: "/",
    });
  });

  it("is refused after too many", async () => {
    const site = await siteWith();
    site.product.verification.resend = () => {
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
    const html = await (await siteWith({ emailVerified })).page("/profile", "jane");
    expect(html.includes("Confirm your email address")).toBe(!emailVerified);
    expect(html.includes('action="/verify-email/resend"')).toBe(!emailVerified);
  });
});
