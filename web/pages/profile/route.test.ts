import { describe, expect, it } from "vitest";
import type { ProfileRecord } from "../../../events/members/record.ts";
import { allShared } from "../../../events/members/profile.ts";
import { aMember, anAlum } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";
import { backPath } from "./route.tsx";

const siteWith = (profile: Partial<ProfileRecord> = {}) =>
  createTestSite({
    members: [aMember({ memberId: "casey", emailVerified: true }), anAlum("dana", profile)],
  });

/** The page, as another member sees it. */
const pageOf = async (profile: Partial<ProfileRecord> = {}) =>
  await (await siteWith(profile)).page("/alumni/dana", "casey");

describe("a member's page", () => {
  it("shows what they share, and ways to reach them", async () => {
    expectTexts(
      await pageOf({ phoneNumber: "+1 817 555 0100" }),
      [
        ...[
          '<h1 dir="auto">Dana Whitfield</h1>',
          "Class of 2014",
          "Military Background",
          "Connect",
        ],
        ...["Professional Information", "Army Schools &amp; Training"],
        ...['href="mailto:alum@example.com"', 'href="tel:+18175550100"'],
      ],
      ["Profile Visible"],
    );
  });

  it("shows rank, class and branch at its head, and the bio under a heading", async () => {
    const html = await pageOf();
    for (const badge of ["CPT", "Class of 2014", "Infantry"]) {
      expect(html).toMatch(new RegExp(`<span class="badge badge-[a-z]+">${badge}</span>`));
    }
    expect(html).toMatch(
      />About<\/h2><p class="profile-bio" dir="auto">Two deployments, then graduate school.<\/p>/,
    );
  });

  it("has each card with what it is for", async () => {
    const html = await pageOf({
      expertise: ["Supply chains"],
      previousPositions: ["Company Commander"],
      secondaryEmail: "dana@army.example",
      linkedinUrl: "https://www.linkedin.com/in/dana",
      calendarUrl: "https://calendar.example.com/dana",
    });
    const terms = (title: string) => {
      const card = html.slice(html.indexOf(`>${title}</h2>`));
      return [...card.slice(0, card.indexOf("</section>")).matchAll(/<dt>([^<]+)/g)]
        .map(([, term]) => term);
    };
    expect(terms("Military Background")).toEqual(["Branch", "MOS", "Rank", "Duty Status"]);
    expect(terms("Professional Information"))
      .toEqual(["Industry", "Company", "Job Title", "Location"]);
    expect(terms("Contact Information")).toEqual([
      "Primary Email",
      "Army Email",
      "LinkedIn",
      "Booking Link",
    ]);
    expectTexts(html, ["Areas of Expertise", "Supply chains", "Company Commander"]);
    expect(html).toContain('href="mailto:dana@army.example"');
    expect(html).toMatch(/<a href="https:\/\/www.linkedin.com\/in\/dana" target="_blank"[^>]*>/);
    expect(html).toContain("LinkedIn Profile");
    expect(html).toMatch(
      /<a href="https:\/\/calendar.example.com\/dana" target="_blank" rel="noopener noreferrer">/,
    );
  });

  it("has Connect, requests, place and class beside what can be helped with, which comes first", async () => {
    const site = await siteWith({ helpTopics: ["Networking"], location: "Fort Worth, TX" });
    const html = await site.page("/alumni/dana", "casey");
    const titles = [...html.matchAll(/profile-details-title"[^>]*>([^<]+)/g)].map(([, it]) => it);
    expect(titles.slice(0, 3)).toEqual(["Contact Information", "About", "Help Topics"]);
    const rail = html.slice(html.indexOf("profile-rail"), html.indexOf("profile-main"));
    expectTexts(rail, ["Connect", "Takes requests now", "Fort Worth, TX", "Class of 2014"]);
  });

  it("comes whole, without placeholders for what is looked up", async () => {
    expectTexts(await pageOf(), [], ["skeleton", "Loading"]);
  });

  it("leaves out cards without anything in them", async () => {
    const html = await pageOf({
      industry: null,
      company: null,
      jobTitle: null,
      location: null,
      armySchools: [],
    });
    expectTexts(html, [], ["Professional Information", "Army Schools", "Areas of Expertise"]);
  });

  it("leaves out what is not shared", async () => {
    const site = await siteWith({
      sharedFields: { ...allShared, classYear: false, specialty: false },
    });
    expectTexts(await site.page("/alumni/dana", "casey"), [], ["2014", "Infantry", "11A"]);
  });

  it("has a Connect button that leads to asking, to what goes on, or to the contacts", async () => {
    const site = await siteWith();
    const connect = async () => {
      const html = await site.page("/alumni/dana", "casey");
      return /<a href="([^"]*)"[^>]*>(?:<svg(?:(?!<\/svg>).)*<\/svg>)?Connect<\/a>/.exec(html)?.[1];
    };
    const { connections } = site.product;
    const origin = { ip: "192.0.2.1", requestId: "test" };
    expect(await connect()).toBe("/connections/new?to=dana");
    await connections.changeSettings("dana", { takesRequests: false }, origin);
    expect(await connect()).toBe("#contact");
    await connections.changeSettings("dana", { takesRequests: true }, origin);
    const ask = { memberId: "dana", topics: [], note: "How do I choose a branch?" };
    const { id } = await connections.ask("casey", ask, origin);
    expect(await connect()).toBe(`/connections/${id}`);
  });

  it("has the visibility for its owner, and no Connect", async () => {
    const html = await (await siteWith({ isVisible: false })).page("/alumni/dana", "dana");
    expectTexts(html, ["Profile Hidden"], ["Connect with", "#contact"]);
  });

  it("is refused while it is hidden", async () => {
    const response = await (await siteWith({ isVisible: false })).get("/alumni/dana", "casey");
    expect(response.status).toBe(403);
    expect(await response.text())
      .toContain("This profile is not visible or you don&#x27;t have permission to view it.");
  });

  it("is not found when there is none", async () => {
    const response = await (await siteWith()).get("/alumni/nobody", "casey");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Profile not found");
  });

  it("leads back to where the visitor came from", async () => {
    const site = await siteWith();
    const Referer = `${site.origin}/alumni?armyBranches=Armor&page=2`;
    const headers = { ...site.cookie("casey"), Referer };
    const html = await (await site.request("/alumni/dana", { headers })).text();
    expect(html).toContain('href="/alumni?armyBranches=Armor&amp;page=2"');
  });

  it("shows a bio as text, whatever is written in it", async () => {
    const html = await pageOf({ bio: "<script>alert(1)</script>" });
    expectTexts(html, ["&lt;script&gt;alert(1)"], ["<script>alert"]);
  });
});

describe("the contacts of one person too many today", () => {
  it("have the reason in their place", async () => {
    const casey = aMember({ memberId: "casey", emailVerified: true });
    const members = [casey, anAlum("dana"), anAlum("sam")];
    const site = await createTestSite({ members, contactsADay: 1 });
    const page = async (path: string) => await site.page(path, "casey");
    expect(await page("/alumni/dana")).toContain("mailto:alum@example.com");
    const withheld = await page("/alumni/sam");
    expect(withheld).toContain(
      "You&#x27;ve seen the contacts of 1 person today. You can see more tomorrow.",
    );
    expect(withheld).toContain("Military Background");
    expect(withheld).not.toContain("alum@example.com");
    expect(await page("/alumni/dana")).toContain("mailto:alum@example.com");
  });
});

describe("the contacts for who has not confirmed an address", () => {
  it("say so in their place, with the way to do it", async () => {
    const casey = aMember({ memberId: "casey", username: "casey", email: "casey@example.com" });
    const site = await createTestSite({ members: [anAlum(), casey] });
    const html = await site.page("/alumni/dana", "casey");
    expect(html).toContain("Confirm your email address to see contacts.");
    expect(html).toContain('action="/verify-email/resend" method="post"');
    expect(html).toContain("Military Background");
    expect(html).not.toContain("alum@example.com");
  });
});

const host = "rotc.example";
const origin = `https://${host}`;

it("leads to the directory that the visitor came from, with its filters", () => {
  expect(backPath(`${origin}/alumni?armyBranches=Armor&page=2`, host))
    .toBe("/alumni?armyBranches=Armor&page=2");
  expect(backPath(`${origin}/cadre`, host)).toBe("/cadre");
});

it("leads to the general directory from anywhere else", () => {
  expect(backPath(undefined, host)).toBe("/directory");
  expect(backPath("nonsense", host)).toBe("/directory");
  expect(backPath(`${origin}/profile`, host)).toBe("/directory");
  expect(backPath("https://evil.example/alumni?x=1", host)).toBe("/directory");
});
