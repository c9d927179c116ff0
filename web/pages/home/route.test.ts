import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";

const site = createTestSite({ members: [aMember({ memberId: "casey" })] });

const since = "2026-03-01T12:00:00.000Z";
const domains = ["example.edu"];
const waits = (needs: "confirmation" | "approval") => ({ state: "waiting", needs, since }) as const;

describe("home of who has not been let in", () => {
  const homeOf = async (member: Parameters<typeof aMember>[0]) => {
    const config = { admission: { by: "approved", domains } } as const;
    const waiting = createTestSite({ members: [aMember({ memberId: "kim", ...member })], config });
    const answer = await waiting.get("/", "kim");
    expect(answer.status).toBe(200);
    return await answer.text();
  };
  const sendAgain = 'action="/verify-email/resend"';
  const waitsForStaff = "staff looks at each registration. You will get a mail.";

  it("asks for the address, with the link once more", async () => {
    const html = await homeOf({ admission: waits("confirmation") });
    expect(html).toContain("Please confirm your address</h1>");
    expect(html).toContain(sendAgain);
    expect(html).not.toContain("Browse Directory");
  });

  it("asks for the address where its domain makes it enough", async () => {
    const html = await homeOf({ admission: waits("approval"), email: "kim@example.edu" });
    expect(html).toContain("Please confirm your address</h1>");
    expect(html).not.toContain(waitsForStaff);
  });

  it("says that staff looks at it", async () => {
    const admission = waits("approval");
    const html = await homeOf({ admission, email: "kim@example.com" });
    expect(html).toContain(waitsForStaff);
    expect(html).toContain(sendAgain);
    const confirmed = await homeOf({ admission, emailVerified: true });
    expect(confirmed).toContain(waitsForStaff);
    expect(confirmed).not.toContain(sendAgain);
  });

  it("says no with the words of staff", async () => {
    const words = "We do not know you <b>";
    const html = await homeOf({ admission: { state: "refused", words, at: since } });
    expect(html).toContain("Your registration was not accepted</h1>");
    expect(html).toContain("We do not know you &lt;b&gt;");
    expect(html).toContain("mailto:support@example.edu");
  });
});

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
