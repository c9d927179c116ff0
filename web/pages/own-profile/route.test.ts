import { describe, expect, it } from "vitest";
import { aMember, anAlum, aProfile } from "../../testing/members.ts";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import { changeRecords } from "../../../events/testing/rows.ts";
import { createTestSite } from "../../testing/site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";
import { linkTo } from "../../testing/read-html.ts";

const site = await createTestSite({
  members: [
    aMember({ memberId: "casey" }),
    anAlum(),
    anAlum("empty", {
      ...{ helpTopics: [], bio: null, industry: null, company: null, jobTitle: null },
      ...{ location: null, armySchools: [] },
    }),
  ],
});

describe("unconfirmed cadre", () => {
  const lee = aMember({ memberId: "lee", role: "cadre" });

  it("see that they are unconfirmed, and can enter the code", async () => {
    const withCode = await createTestSite({ members: [lee], cadreCode: "a code" });
    const html = await withCode.page("/profile", "lee");
    expectTexts(html, ["You aren&#x27;t confirmed as cadre yet", 'action="/profile/cadre-code"']);
    const wrong = await withCode.send("/profile/cadre-code", { cadreCode: "none" }, "lee");
    expect([wrong.status, wrong.html.includes("The cadre code is wrong")]).toEqual([403, true]);
    const right = await withCode.send("/profile/cadre-code", { cadreCode: "a code" }, "lee");
    expect(right.location).toBe("/profile");
    expect(await withCode.page("/profile", "lee")).not.toContain("confirmed as cadre");
  });

  it("wait for staff if there is no code", async () => {
    const without = await createTestSite({ members: [lee] });
    const html = await without.page("/profile", "lee");
    expectTexts(html, ["You aren&#x27;t confirmed as cadre yet"], ["/profile/cadre-code"]);
  });

  it("are shown as such to others, on cards and on their page", async () => {
    const members = [aMember({ memberId: "kim" }), { ...lee, profile: aProfile() }];
    for (const isCadreConfirmed of [false, true]) {
      const site = await createTestSite({
        members: members.map((member) => ({ ...member, isCadreConfirmed })),
      });
      for (const path of ["/cadre", "/alumni/lee", "/connections/new?to=lee"]) {
        const html = await site.page(path, "kim");
        expect([path, html.includes("Cadre, not confirmed<")]).toEqual([path, !isCadreConfirmed]);
      }
    }
  });
});

describe("a member's own profile", () => {
  it("can be created if there is none", async () => {
    const html = await site.page("/profile", "casey");
    expect(html).toContain("<h1");
    expect(html).toContain("Create Your Profile");
    expect(html).toContain("You haven&#x27;t created a profile yet");
    expect(html).toContain('href="/profile/edit"');
  });

  it("offers to delete the account, and shows its sessions, without a profile", async () => {
    const html = await site.page("/profile", "casey");
    expectTexts(html, [
      ...['href="/profile/delete-account"', "Delete Account", 'href="/profile/security"'],
    ], ["Delete Profile"]);
  });

  it("has its visibility, its form, the preview, and all sections", async () => {
    const html = await site.page("/profile", "dana");
    expectTexts(html, [
      ...["Profile Visible", "Edit Profile", "Two deployments, then graduate school."],
      ...['href="/profile/preview"', "View as a cadet", 'aria-label="Your profile"'],
    ]);
    const [, sections = ""] = /aria-label="Your profile"(.*?)<\/nav>/s.exec(html) ?? [];
    for (const name of ["About", "Experience", "Help Topics", "Privacy"]) {
      const id = name.toLowerCase().replace(" ", "-");
      expectTexts(sections, [`href="#${id}"`, `>${name}<`]);
      expect(html).toContain(` id="${id}"`);
    }
  });

  it("says at the top what would help cadets most", async () => {
    const html = await site.page("/profile", "dana");
    expect(linkTo(html, "Add a picture")).toBe("/profile/edit#picture-title");
  });

  it("has ids and fields for all its links into the form", async () => {
    const own = await site.page("/profile", "empty");
    const form = await site.page("/profile/edit", "empty");
    const ids = [...own.matchAll(/href="\/profile\/edit#([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.filter((id) => !form.includes(` id="${id}"`))).toEqual([]);
  });

  it("can be hidden and shown without script", async () => {
    const site = await createTestSite({ members: [anAlum()] });
    const send = (isVisible: string) => site.send("/profile/visibility", { isVisible }, "dana");
    const isVisible = async () => (await site.stored("dana"))?.profile?.isVisible;
    const hide = await site.page("/profile", "dana");
    expectTexts(hide, ['name="isVisible" value="false"', "Hide Profile"]);
    expect((await send("false")).location).toBe("/profile");
    expect(await isVisible()).toBe(false);
    expectTexts(await site.page("/profile", "dana"), ["Show Profile"]);
    await send("true");
    expect(await isVisible()).toBe(true);
  });

  it("can't be shown or hidden if there is none", async () => {
    const sent = await site.send("/profile/visibility", { isVisible: "true" }, "casey");
    expect(sent.status).toBe(404);
    expectTexts(sent.html, ["Not saved", "You haven&#x27;t created a profile yet"]);
    expect((await site.stored("casey"))?.profile).toBeNull();
  });
});

describe("the view as a cadet", async () => {
  const sharedFields = { ...sharedAtFirst, location: false, classYear: false };
  const site = await createTestSite({
    members: [
      aMember({ memberId: "casey", emailVerified: true }),
      anAlum("dana", { sharedFields }),
      anAlum("kim", { isVisible: false, bio: "Not for others." }),
    ],
  });
  /** The page's own content, without the link back. */
  const contentOf = (html: string) => html.slice(html.search(/<section[^>]* profile-head"/));

  it("is exactly what another member gets", async () => {
    const own = await site.page("/profile/preview", "dana");
    await site.send("/alumni/dana/contacts", {}, "casey");
    const others = await site.page("/alumni/dana", "casey");
    const seeds = /<script id="seeds".*/s;
    expect(contentOf(own).replace(seeds, "")).toBe(contentOf(others).replace(seeds, ""));
    expectTexts(own, ["This is what other members see", "Back to My Profile"]);
    expectTexts(contentOf(own), [], ["Fort Worth", "Class of"]);
  });

  it("says that no one sees a hidden profile", async () => {
    const reason = "This profile is not visible or you don&#x27;t have permission";
    expectTexts(
      await site.page("/profile/preview", "kim"),
      ["Only you can see your profile", reason],
      ["Not for others."],
    );
  });

  it("redirects to the profile's page if there is none", async () => {
    const response = await site.get("/profile/preview", "casey");
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/profile"]);
  });
});

describe("the text beside each privacy switch", () => {
  it.each(["/profile", "/profile/edit"])("says who sees it, at %s", async (path) => {
    const html = await site.page(path, "dana");
    expect(html.match(/>All members</g)?.length).toBeGreaterThanOrEqual(5);
    expect(html.match(/Only you/g)?.length).toBeGreaterThanOrEqual(5);
  });
});

describe("a profile confirmed a year ago", () => {
  const confirmed = async (at: string, isVisible = true) => {
    const own = await createTestSite({ members: [anAlum("dana"), aMember({ memberId: "kim" })] });
    await changeRecords(
      own.testApp,
      ({ profile, ...record }) => ({
        ...record,
        profile: profile && { ...profile, isVisible, confirmedAt: at },
      }),
    );
    return own;
  };
  const question = "Is your profile still right?";

  it("is confirmed with one press, which others see for a year", async () => {
    const own = await confirmed("2025-11-20T12:00:00.000Z");
    expect(await own.page("/profile", "dana")).toContain(question);
    expect(await own.page("/alumni/dana", "kim")).not.toContain("Confirmed this year");
    const answer = await own.send("/profile/confirm", {}, "dana");
    expect([answer.status, answer.location]).toEqual([303, "/profile"]);
    expect(await own.page("/profile", "dana")).not.toContain(question);
    for (const path of ["/alumni/dana", "/alumni"]) {
      expect(await own.page(path, "kim")).toContain("Confirmed this year");
    }
    expect(await own.page("/profile/preview", "dana")).toContain("Confirmed this year");
  });

  it("isn't asked about within the year, or while it is hidden", async () => {
    const recent = await confirmed("2025-11-20T12:00:00.001Z");
    expect(await recent.page("/profile", "dana")).not.toContain(question);
    const hidden = await confirmed("2024-01-01T00:00:00.000Z", false);
    expect(await hidden.page("/profile", "dana")).not.toContain(question);
  });

  it("can't be confirmed if it doesn't exist", async () => {
    const own = await confirmed("2025-01-01T00:00:00.000Z");
    expect((await own.send("/profile/confirm", {}, "kim")).status).toBe(404);
  });
});
