import { describe, expect, it } from "vitest";
import { Problem } from "../api/problems.ts";
import { aMember } from "./testing/members.ts";
import { createTestSite } from "./testing/site.ts";

const broken = async (error: Error) => {
  const site = await createTestSite({ members: [aMember({ memberId: "jordan" })] });
  site.product.accounts.login = () => Promise.reject(error);
  return await site.send("/login", { username: "jordan", password: "correct horse" });
};

describe("a form that cannot be answered", () => {
  it("says when to come back", async () => {
    const response = await broken(
      new Problem(429, "Too many attempts, please wait", { retryAfterSeconds: 30 }),
    );
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("30");
    expect(response.html).toContain("Too many attempts, please wait");
  });

  it("shows a quiet page when the fault is ours", async () => {
    const response = await broken(new Error("secret detail"));
    const html = response.html;
    expect(response.status).toBe(500);
    expect(html).toContain("Something went wrong");
    expect(html).not.toContain("secret detail");
  });
});
