import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const site = createTestSite({ members: [aMember({ memberId: "casey" })] });

describe("home", () => {
  it("leads to the directory and to one's own profile", async () => {
    const html = await (await site.get("/", "casey")).text();
    expect(html).toContain("<h1>Connect with TCU Army ROTC Alumni</h1>");
    expect(html).toMatch(/href="\/directory"[^>]*>Browse Directory<\/a>/);
    expect(html).toMatch(/href="\/profile"[^>]*>Create Profile<\/a>/);
  });

  it("has the features and how it works", async () => {
    const html = await (await site.get("/", "casey")).text();
    for (const title of ["Searchable Directory", "Privacy First", "How it works"]) {
      expect(html).toContain(title);
    }
  });
});
