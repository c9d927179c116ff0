import { describe, expect, it } from "vitest";
import { createTestSite } from "../testing/site.ts";
import { expectAnswer, expectTexts } from "../testing/expect-answer.ts";

const site = createTestSite({ resetToken: "good-token" });

describe("forgotten password without script", () => {
  it("asks for an email address, and leads back to the login", async () => {
    const html = await site.page("/forgot-password");
    expect(html).toMatch(/<input type="email"[^>]*name="email"/);
    expect(html).toContain("Send Reset Link");
    expect(html).toMatch(/href="\/">Back to Login/);
  });

  it("confirms that a link was sent", async () => {
    const answer = await site.send("/forgot-password", { email: "a@example.edu" });
    expectAnswer(answer, 200, "Reset Link Sent");
  });

  it("shows the link that the product hands out in development", async () => {
    const response = await site.send("/forgot-password", { email: "a@example.edu" });
    expect(response.html).toContain('href="/reset-password?token=good-token"');
  });

  it("wants a valid address, and keeps what was typed", async () => {
    const answer = await site.send("/forgot-password", { email: "nobody" });
    expectAnswer(answer, 400, "Invalid email address", 'value="nobody"');
  });
});

describe("new password without script", () => {
  it("is kept by no browser, since its page holds the mailed link's token", async () => {
    const { get } = createTestSite();
    for (const path of ["/reset-password?token=good-token", "/verify-email?token=good-token"]) {
      expect((await get(path)).headers.get("Cache-Control")).toBe("private, no-store");
    }
  });

  const passwords = { newPassword: "new horse", confirmPassword: "new horse" };

  it("needs a link with a token", async () => {
    expectTexts(await site.page("/reset-password"), ["Invalid Reset Link", "Back to Login"]);
    const refused = await site.send("/reset-password", passwords);
    const refusal = refused.html;
    expect(refused.status).toBe(400);
    expectTexts(refusal, ["Invalid Link", "Password reset token is missing"]);
  });

  it("is taken with a good token, and leads to the login after three seconds", async () => {
    const { status, cookies, html } = await site.send("/reset-password", {
      ...passwords,
      token: "good-token",
    });
    expect(status).toBe(200);
    expect(html).toContain("Password Reset Successful");
    expect(cookies).toBe("browser=known; Path=/");
    expect(html).toContain('content="3;url=/"');
  });

  it("is refused with any other token", async () => {
    const { status, html } = await site.send("/reset-password", {
      ...passwords,
      token: "old-token",
    });
    expect(status).toBe(400);
    expectTexts(html, ["Reset Failed", "Invalid or expired reset token"], ["new horse"]);
  });

  it("has to be typed twice the same", async () => {
    const form = { newPassword: "new horse", confirmPassword: "new house", token: "good-token" };
    const html = (await site.send("/reset-password", form)).html;
    expectTexts(html, ["Passwords don&#x27;t match", 'name="token" value="good-token"']);
  });
});
