import { describe, expect, it } from "vitest";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { aMember, aProfile } from "../../testing/members.ts";
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
    expect(html).toContain("Your account was not approved</h1>");
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

describe("home of a cadet", () => {
  it("begins with a search that works without script", async () => {
    const html = await siteWithTwo().page("/", cadetId);
    expect(html).toMatch(/<form[^>]*role="search" action="\/alumni"/);
    expect(html).toContain('name="search"');
    expect(html.indexOf("Find somebody who can help")).toBeLessThan(html.indexOf("<h1>Connect"));
    for (const title of ["What you have asked", "They could help, too", "How cadets find you"]) {
      expect(html).not.toContain(title);
    }
  });

  it("shows what they have asked until it is over", async () => {
    const site = siteWithTwo();
    const id = await site.ask();
    const asked = await site.page("/", cadetId);
    expect(asked).toContain("What you have asked");
    expect(asked).toContain(`href="/connections/${id}"`);
    expect(await site.page("/", mentorId)).not.toContain("What you have asked");
    await site.accept(id);
    await site.end(id);
    expect(await site.page("/", cadetId)).not.toContain("What you have asked");
  });
});

describe("home of an alumnus", () => {
  const homeOf = async (member: Parameters<typeof aMember>[0]) => {
    const members = [aMember({ memberId: "kim", role: "alumni", ...member })];
    return await (await createTestSite({ members }).get("/", "kim")).text();
  };

  it("says how much the profile says, and the one next step", async () => {
    const html = await homeOf({ profile: aProfile({ helpTopics: [] }) });
    expect(html).toContain("Your profile says 4 of 6 things that cadets look for.");
    expect(html).toContain('<a href="/profile/edit">Say what you can help with</a>');
    expect(html).toContain("You take requests for help.");
    expect(html).toContain('<a href="/connections#settings">Pause or change it</a>');
  });

  it("leads to a profile where there is none, or nobody sees it", async () => {
    expect(await homeOf({})).toContain('<a href="/profile/edit">Create your profile</a>');
    const hidden = await homeOf({ profile: aProfile({ isVisible: false }) });
    expect(hidden).toContain("Nobody sees it: it is hidden.");
    expect(hidden).toContain('<a href="/profile">Show your profile</a>');
  });

  it("says that one is paused, or takes no requests", async () => {
    const saidAt = since;
    const settings = { takesRequests: true, capacity: 3, pausedUntil: "2027-01" } as const;
    const said = { ...settings, wantsReminders: true, saidAt };
    expect(await homeOf({ mentoring: said })).toContain("You are paused until January 2027.");
    const none = await homeOf({ mentoring: { ...said, takesRequests: false } });
    expect(none).toContain("You take no requests for help.");
    expect(none).toContain(">Take requests</a>");
  });
});

describe("home of cadre", () => {
  const homeOf = async (isCadreConfirmed: boolean) => {
    const members = [aMember({ memberId: "stan", role: "cadre", isCadreConfirmed })];
    return await (await createTestSite({ members }).get("/", "stan")).text();
  };

  it("leads to the program's people", async () => {
    const html = await homeOf(false);
    for (const path of ["/alumni", "/cadre", "/directory"]) {
      expect(html).toContain(`href="${path}"`);
    }
    expect(html).not.toContain('href="/program');
  });

  it("says to staff who waits", async () => {
    expect(await homeOf(true)).toContain('<a href="/program">No one is waiting for approval</a>');
  });
});
