import { expect, it } from "vitest";
import { createTestSite } from "./testing/site.ts";

it("a form that cannot be answered shows a quiet page when the fault is ours", async () => {
  const site = await createTestSite();
  site.product.accounts.login = () => Promise.reject(new Error("secret detail"));
  const form = { username: "jordan", password: "correct horse" };
  const { status, html } = await site.send("/login", form);
  expect([status, html.includes("secret detail")]).toEqual([500, false]);
  expect(html).toContain("Something went wrong");
});
