import { expect, it } from "vitest";
import { expectAnswer } from "../../testing/expect-answer.ts";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

it("a new password is chosen without script, too, by a page with a token that no browser stores", async () => {
  const jordan = aMember();
  const { get, send, issue } = await createTestSite({ members: [jordan] });
  await issue("reset-password", "good-token", jordan);
  for (const path of ["/reset-password?token=good-token", "/verify-email?token=good-token"]) {
    expect((await get(path)).headers.get("Cache-Control")).toBe("private, no-store");
  }
  const passwords = { newPassword: "new horse", confirmPassword: "new horse" };
  const post = (form: object) => send("/reset-password", { ...passwords, ...form });
  expectAnswer(await post({}), 400, "Invalid Link", "Password reset token is missing");
  const refused = await post({ token: "old-token" });
  expectAnswer(refused, 400, "Reset Failed", "Invalid or expired reset token");
  const differs = await post({ token: "good-token", confirmPassword: "new house" });
  expectAnswer(differs, 400, "Passwords don&#x27;t match", 'name="token" value="good-token"');
  for (const { html } of [refused, differs]) expect(html).not.toContain("new horse");
  const done = await post({ token: "good-token" });
  expectAnswer(done, 200, "Password Reset Successful", 'content="3;url=/"');
  expect(done.cookies).toMatch(/^browser=./);
});
