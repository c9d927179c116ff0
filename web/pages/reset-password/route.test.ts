import { expect, it } from "vitest";
import { expectAnswer } from "../../testing/expect-answer.ts";
import { aMember, invitedByList } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

it("sets a new password without script, on a page that browsers don't store", async () => {
  const jordan = aMember();
  const { get, send, issue } = await createTestSite({ members: [jordan] });
  await issue("reset-password", "good-token", jordan);
  for (const path of ["/reset-password?token=good-token", "/verify-email?token=good-token"]) {
    expect((await get(path)).headers.get("Cache-Control")).toBe("private, no-store");
  }
  const passwords = { newPassword: "new horse", confirmPassword: "new horse" };
  const post = (form: object) => send("/reset-password", { ...passwords, ...form });
  expectAnswer(await post({}), 422, "Invalid Link", "Password reset token is missing");
  const refused = await post({ token: "old-token" });
  expectAnswer(refused, 422, "Reset Failed", "Invalid or expired reset token");
  const differs = await post({ token: "good-token", confirmPassword: "new house" });
  expectAnswer(differs, 422, "Passwords don&#x27;t match", 'name="token" value="good-token"');
  for (const { html } of [refused, differs]) expect(html).not.toContain("new horse");
  const done = await post({ token: "good-token" });
  expectAnswer(done, 200, "Password Reset Successful", 'content="3;url=/"');
  expect(done.cookies).toMatch(/^browser=./);
});

it("shows the username to the owner of the link, before and after the new password", async () => {
  const jordan = aMember({ username: "jordan.reed" });
  const { page, send, issue } = await createTestSite({ members: [jordan] });
  await issue("reset-password", "good-token", jordan);
  const asked = await page("/reset-password?token=good-token");
  expect(asked).toContain("Your username is <strong");
  expect(asked).toMatch(/autoComplete="username" value="jordan.reed"|value="jordan.reed"/i);
  expect(await page("/reset-password?token=other")).not.toContain("jordan.reed");
  const passwords = { newPassword: "new horse", confirmPassword: "new horse" };
  const done = await send("/reset-password", { ...passwords, token: "good-token" });
  expectAnswer(done, 200, ">jordan.reed</strong>");
});

it("leads an invited person to the invitation if the link is shown here, without mail", async () => {
  const pat = aMember({ memberId: "pat", email: "pat@example.com", invitation: invitedByList });
  const { get, send } = await createTestSite({ members: [pat], showsDevToken: true });
  const { html } = await send("/forgot-password", { email: "pat@example.com" });
  const [, link = ""] = /href="(\/reset-password\?token=[\w-]+)"/.exec(html) ?? [];
  const answer = await get(link);
  expect(answer.status).toBe(302);
  const invitation = await get(answer.headers.get("Location") ?? "");
  expect(await invitation.text()).toContain("What can you help with?");
});
