import { describe, expect, it } from "vitest";
import { aMember, aProfile } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const site = createTestSite({
  members: [
    aMember({ memberId: "casey" }),
    aMember({ memberId: "dana", username: "dana", role: "alumni", profile: aProfile() }),
  ],
});

async function page(path: string, memberId: string): Promise<string> {
  return await (await site.get(path, memberId)).text();
}

describe("one's own profile", () => {
  it("is offered to be created while there is none", async () => {
    const html = await page("/profile", "casey");
    expect(html).toContain("<h1");
    expect(html).toContain("Create Your Profile");
    expect(html).toContain("You haven&#x27;t created a profile yet");
    expect(html).toContain('href="/profile/edit"');
  });

  it("has its visibility, its form and its tabs", async () => {
    const html = await page("/profile", "dana");
    for (const text of ["Profile Visible", "Edit Profile", "About", "Experience", "Privacy"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("Two deployments, then graduate school.");
  });

  it("has tabs that are links", async () => {
    const html = await page("/profile?tab=experience", "dana");
    expect(html).toContain('href="/profile?tab=privacy"');
    expect(html).toContain("Northfield Partners");
    expect(html).not.toContain("Two deployments, then graduate school.</p>");
  });

  it("has no inline style", async () => {
    expect(await page("/profile?tab=privacy", "dana")).not.toContain("style=");
  });
});
