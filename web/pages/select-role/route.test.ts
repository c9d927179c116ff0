import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectAnswer } from "../../testing/expect-answer.ts";

const siteWithNewMember = (options = {}) =>
  createTestSite({ members: [aMember({ memberId: "new", role: null })], ...options });

describe("role selection", () => {
  it("welcomes, and offers three roles", async () => {
    const page = await siteWithNewMember().page("/anything", "new");
    const html = page.replaceAll("<!-- -->", "");
    expect(html).toContain("Welcome to TCU Army ROTC Alumni Connect</h1>");
    expect(html).toContain("Please select your role to continue");
    for (const role of ["Cadet", "Alumni", "Cadre"]) {
      expect(html).toContain(`class="role-title" id="role-${role.toLowerCase()}-title">${role}<`);
    }
    expect(html).toContain("Continue</button>");
  });
});

describe("role selection without script", () => {
  it("takes the choice and leads home", async () => {
    const site = siteWithNewMember();
    const response = await site.send("/select-role", { role: "alumni" }, "new");
    expect([response.status, response.location]).toEqual([303, "/"]);
    expect(site.product.members.get("new")?.role).toBe("alumni");
  });

  it("wants a choice", async () => {
    const answer = await siteWithNewMember().send("/select-role", {}, "new");
    expectAnswer(answer, 400, "Role must be cadet, alumni or cadre");
  });
});
