import { describe, expect, it } from "vitest";
import type { ProfileRecord } from "../../../events/members/record.ts";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import { aMember, anAlum } from "../../testing/members.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";
import { backPath } from "./route.tsx";
import { attributesOfLink, linksOf, linkTo, textsOf } from "../../testing/read-html.ts";

/** Presses "Show contact details", as a browser without script does. */
const show = async (site: Awaited<ReturnType<typeof siteWith>>, path = "/alumni/dana") =>
  await site.send(`${path}/contacts`, {}, "casey");

const siteWith = (profile: Partial<ProfileRecord> = {}) =>
  createTestSite({
    members: [aMember({ memberId: "casey", emailVerified: true }), anAlum("dana", profile)],
  });

/** The page as another member sees it after they asked for the contacts. */
const pageOf = async (profile: Partial<ProfileRecord> = {}) => {
  const site = await siteWith(profile);
  await show(site);
  return await site.page("/alumni/dana", "casey");
};

describe("a member's page", () => {
  it("shows what they share, and their contacts", async () => {
    const html = await pageOf({ phoneNumber: "+1 817 555 0100" });
    expect(textsOf(html, "h1")).toEqual(["Dana Whitfield"]);
    expectTexts(
      html,
      [
        ...["Class of 2014", "Military Background", "Connect"],
        ...["Professional Information", "Army Schools &amp; Training"],
        ...['href="mailto:alum@example.com"', 'href="tel:+18175550100"'],
      ],
      ["Profile Visible"],
    );
  });

  it("shows rank, class and branch at the top, and the bio under a heading", async () => {
    const html = await pageOf();
    for (const badge of ["CPT", "Class of 2014", "Infantry"]) {
      expect(html).toMatch(new RegExp(`<span [^>]*rt-Badge[^>]*>${badge}</span>`));
    }
    expect(textsOf(html, "h2")).toContain("About");
    expect(textsOf(html, "p")).toContain("Two deployments, then graduate school.");
  });

  it("has the right facts in each card", async () => {
    const html = await pageOf({
      expertise: ["Supply chains"],
      previousPositions: ["Company Commander"],
      secondaryEmail: "dana@army.example",
      linkedinUrl: "https://www.linkedin.com/in/dana",
      calendarUrl: "https://calendar.example.com/dana",
    });
    const terms = (title: string) => {
      const card = html.slice(html.indexOf(`>${title}</h2>`));
      return textsOf(card.slice(0, card.indexOf("</section>")), "dt");
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
    expect(html).toContain("LinkedIn Profile");
    for (const href of ["https://www.linkedin.com/in/dana", "https://calendar.example.com/dana"]) {
      expectTexts(attributesOfLink(html, href) ?? "", [
        'target="_blank"',
        'rel="noopener noreferrer"',
      ]);
    }
  });

  it("has help topics first, beside Connect, requests, place and class", async () => {
    const site = await siteWith({ helpTopics: ["Networking"], location: "Fort Worth, TX" });
    const html = await site.page("/alumni/dana", "casey");
    const titles = [...html.matchAll(/profile-details-title"[^>]*>([^<]+)/g)].map(([, it]) => it);
    expect(titles.slice(0, 3)).toEqual(["Contact Information", "About", "Help Topics"]);
    const rail = html.slice(html.indexOf("profile-rail"), html.indexOf("profile-main"));
    expectTexts(rail, ["Connect", "Takes requests now", "Fort Worth, TX", "Class of 2014"]);
  });

  it("is complete, without placeholders", async () => {
    expectTexts(await pageOf(), [], ["skeleton", "Loading"]);
  });

  it("leaves out empty cards", async () => {
    const html = await pageOf({
      industry: null,
      company: null,
      jobTitle: null,
      location: null,
      armySchools: [],
    });
    expectTexts(html, [], ["Professional Information", "Army Schools", "Areas of Expertise"]);
  });

  it("leaves out what isn't shared", async () => {
    const site = await siteWith({
      sharedFields: { ...sharedAtFirst, classYear: false, specialty: false },
    });
    expectTexts(await site.page("/alumni/dana", "casey"), [], ["2014", "Infantry", "11A"]);
  });

  it("has a Connect button, a link to an open conversation, or the reason why they can't be asked", async () => {
    const site = await siteWith();
    const connect = async () =>
      linksOf(await site.page("/alumni/dana", "casey"))
        .find(({ text }) => text === "Connect" || text === "Open Conversation");
    const { connections } = site.product;
    const origin = { ip: "192.0.2.1", requestId: "test" };
    const change = (settings: Parameters<typeof connections.changeSettings>[1]) =>
      connections.changeSettings("dana", settings, origin);
    expect(await connect()).toEqual({ href: "/connections/new?to=dana", text: "Connect" });
    for (
      const settings of [{ takesRequests: false }, { takesRequests: true, pausedUntil: "2027-03" }]
    ) {
      await change(settings);
      expect(await connect()).toBeUndefined();
      expectTexts(await site.page("/alumni/dana", "casey"), ["Not taking requests right now"]);
    }
    await change({ takesRequests: true, pausedUntil: null });
    const ask = { memberId: "dana", topics: [], note: "How do I choose a branch?" };
    const { id } = await connections.ask("casey", ask, origin);
    await change({ pausedUntil: "2027-03" });
    expect(await connect()).toEqual({ href: `/connections/${id}`, text: "Open Conversation" });
  });

  it("doesn't mention requests for a cadet who never took any", async () => {
    const lee = { ...anAlum("lee"), role: "cadet" } as const;
    const site = await createTestSite({
      members: [aMember({ memberId: "casey", emailVerified: true }), lee],
    });
    expectTexts(await site.page("/alumni/lee", "casey"), ["Military"], [
      ...["equests right now", "requests now", "</svg>Connect<", "profile-actions"],
    ]);
  });

  it("shows its owner its visibility, and no Connect button", async () => {
    const html = await (await siteWith({ isVisible: false })).page("/alumni/dana", "dana");
    expectTexts(html, ["Profile Hidden"], ["Connect with", "#contact"]);
  });

  it("is refused while it is hidden", async () => {
    const response = await (await siteWith({ isVisible: false })).get("/alumni/dana", "casey");
    expect(response.status).toBe(403);
    expect(await response.text())
      .toContain("This profile is not visible or you don&#x27;t have permission to view it.");
  });

  it("isn't found if there is none", async () => {
    const response = await (await siteWith()).get("/alumni/nobody", "casey");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Profile not found");
  });

  it("links back to the visitor's previous page", async () => {
    const site = await siteWith();
    const Referer = `${site.origin}/alumni?armyBranches=Armor&page=2`;
    const headers = { ...site.cookie("casey"), Referer };
    const html = await (await site.request("/alumni/dana", { headers })).text();
    expect(html).toContain('href="/alumni?armyBranches=Armor&amp;page=2"');
  });

  it("shows a bio as plain text", async () => {
    const html = await pageOf({ bio: "<script>alert(1)</script>" });
    expectTexts(html, ["&lt;script&gt;alert(1)"], ["<script>alert"]);
  });
});

describe("contacts", () => {
  const value = "alum@example.com";
  const seenBy = async (site: Awaited<ReturnType<typeof siteWith>>) =>
    (await site.product.contacts.reveals("dana", 1)).reveals;

  it("are only named until the viewer asks, and no view is logged", async () => {
    const site = await siteWith({ phoneNumber: "817-555-0100" });
    for (const path of ["/alumni/dana", "/alumni/dana?", "/alumni/dana/"]) {
      const html = await (await site.get(path, "casey")).text();
      expectTexts(html, [], [value, "555-0100", "mailto:alum", "tel:"]);
    }
    expectTexts(await site.page("/alumni/dana", "casey"), [
      ...["Contact Information", "Primary Email", "Phone"],
      ...["Show contact details", "Dana will see that you looked."],
    ]);
    expect(await seenBy(site)).toEqual([]);
    const address = await site.get("/alumni/dana/contacts", "casey");
    expect(address.headers.get("Location")).toBe("/alumni/dana#contact");
    expect(await seenBy(site)).toEqual([]);
  });

  it("are shown when they ask, logged once, and still shown after a reload and in other tabs", async () => {
    const site = await siteWith();
    const answers = await Promise.all([show(site), show(site)]);
    expect(answers.map(({ status, location }) => [status, location]))
      .toEqual([[303, "/alumni/dana#contact"], [303, "/alumni/dana#contact"]]);
    for (let reload = 0; reload < 2; reload++) {
      expectTexts(await site.page("/alumni/dana", "casey"), [
        value,
        "They can see that you looked.",
      ], [
        "Show contact details",
      ]);
    }
    expect(await seenBy(site)).toMatchObject([{ by: { id: "casey" }, contacts: ["primaryEmail"] }]);
  });

  it("are all shown by the button, after one was opened from a card", async () => {
    const site = await siteWith({ phoneNumber: "817-555-0100" });
    const casey = await site.stored("casey");
    const origin = { ip: "192.0.2.1", requestId: "test" };
    await site.product.contacts.reveal(casey!, "dana", "phoneNumber", origin);
    expectTexts(await site.page("/alumni/dana", "casey"), ["Show contact details"], ["555-0100"]);
    await show(site);
    expectTexts(await site.page("/alumni/dana", "casey"), [value, "555-0100"]);
  });

  it("are shown immediately to the owner, without a log entry", async () => {
    const site = await siteWith();
    expectTexts(await site.page("/alumni/dana", "dana"), [value], ["Show contact details"]);
    expect((await site.send("/alumni/dana/contacts", {}, "dana")).status).toBe(303);
    expect(await seenBy(site)).toEqual([]);
  });

  it("are shown immediately to people in a conversation, and logged", async () => {
    const site = await siteWith();
    const { connections } = site.product;
    const origin = { ip: "192.0.2.1", requestId: "test" };
    const ask = { memberId: "dana", topics: [], note: "How do I choose a branch?" };
    const { id } = await connections.ask("casey", ask, origin);
    expectTexts(await site.page("/alumni/dana", "casey"), ["Show contact details"], [value]);
    await connections.act("dana", id, { type: "Accept", way: "site" }, origin);
    expectTexts(await site.page("/alumni/dana", "casey"), [value], ["Show contact details"]);
    expect(await seenBy(site)).toHaveLength(1);
  });

  it("are replaced by the reason once a day's limit is reached", async () => {
    const casey = aMember({ memberId: "casey", emailVerified: true });
    const members = [casey, anAlum("dana"), anAlum("sam")];
    const site = await createTestSite({ members, contactsADay: 1 });
    const page = async (path: string) => await site.page(path, "casey");
    for (let look = 0; look < 3; look++) await page("/alumni/sam");
    await show(site);
    expect(await page("/alumni/dana")).toContain(value);
    const { status, html } = await show(site, "/alumni/sam");
    expect(status).toBe(429);
    expectTexts(html, [
      "You&#x27;ve seen the contacts of 1 person today. You can see more tomorrow.",
      "Military Background",
    ], [value]);
    expect(await page("/alumni/dana")).toContain(value);
  });

  it("ask a member to confirm their address first, with the link to do it", async () => {
    const casey = aMember({ memberId: "casey", username: "casey", email: "casey@example.com" });
    const site = await createTestSite({ members: [anAlum(), casey] });
    expectTexts(await site.page("/alumni/dana", "casey"), [
      "Confirm your email address to see contacts. Open My Profile to see how.<",
      'action="/verify-email/resend" method="post"',
      "Military Background",
    ], [value, "Show contact details"]);
    const { status, html } = await show(site);
    expect(status).toBe(403);
    expectTexts(html, ["Confirm your email address to see contacts."], [value]);
  });

  it("aren't shown once the profile is hidden", async () => {
    const site = await siteWith({ isVisible: false });
    const { status, html } = await show(site);
    expect(status).toBe(403);
    expectTexts(html, ["This profile is not visible"], [value]);
    expect((await show(site, "/alumni/nobody")).status).toBe(404);
  });
});

const host = "rotc.example";
const origin = `https://${host}`;

it("links back to the directory that the visitor came from, with its filters", () => {
  expect(backPath(`${origin}/alumni?armyBranches=Armor&page=2`, host))
    .toBe("/alumni?armyBranches=Armor&page=2");
  expect(backPath(`${origin}/cadre`, host)).toBe("/cadre");
});

it("links to the general directory from anywhere else", () => {
  expect(backPath(undefined, host)).toBe("/directory");
  expect(backPath("nonsense", host)).toBe("/directory");
  expect(backPath(`${origin}/profile`, host)).toBe("/directory");
  expect(backPath("https://evil.example/alumni?x=1", host)).toBe("/directory");
});

it("still links back there once the contacts were shown, and to no other site", async () => {
  const site = await siteWith({ phoneNumber: "+1 817 555 0100" });
  const { location } = await site.send(
    "/alumni/dana/contacts",
    { from: "/alumni?armyBranches=Armor" },
    "casey",
  );
  const backOf = async (path: string) => linkTo(await site.page(path, "casey"), "Back");
  expect(await backOf(location?.replace(/#.*/, "") ?? "")).toBe("/alumni?armyBranches=Armor");
  for (
    const from of [
      ...["https://evil.example/alumni", "//evil.example/alumni", "/\\evil.example/alumni"],
      ...["javascript:alert(1)//alumni", "/profile", "/alumni\r\nx: y"],
    ]
  ) {
    expect([from, await backOf(`/alumni/dana?from=${encodeURIComponent(from)}`)]).toEqual([
      from,
      "/directory",
    ]);
  }
});
