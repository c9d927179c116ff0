import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { armyBranches, helpTopics, ranks } from "../../../events/vocabulary.ts";
import type { SeenProfile } from "../../../events/members/privacy.ts";
import { aMember, aProfile, invitedByList } from "../../testing/members.ts";
import { createTestSite, origin } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { factsOf, linkTo } from "../../testing/read-html.ts";

const token = "good-token";
const form = { token, company: "Moonbeam", location: "Reno, NV" };
const cadet = aMember({ memberId: "kim", role: "cadet" });

async function siteWithJane() {
  const profile = aProfile({ company: "<Acme & Sons>", helpTopics: [], isVisible: false });
  const jane = aMember({
    memberId: "jane",
    username: "jane.doe",
    role: "alumni",
    profile,
    invitation: invitedByList,
  });
  const site = await createTestSite({ members: [jane, cadet] });
  await site.issue("invitation", token, jane);
  const answer = (more: Readonly<Record<string, string>> = {}) =>
    site.send("/invitation", { ...form, ...more });
  const look = async (cookies: string, path = "/invitation/look", of = token) => {
    const headers = { Cookie: cookies.split(";")[0] ?? "" };
    return await (await site.request(`${path}?token=${of}`, { headers })).text();
  };
  return { ...site, answer, look, jane: () => site.stored("jane") };
}

describe("an invitation", () => {
  it("shows the prepared details, forbids caching, and changes nothing", async () => {
    const { get, jane } = await siteWithJane();
    const response = await get("/invitation?token=good-token");
    const html = await response.text();
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expectTexts(html, ["&lt;Acme &amp; Sons&gt;"], ['type="password"', "Show me to cadets"]);
    expect((await jane())?.profile?.isVisible).toBe(false);
  });

  it("shows what cadets would see before anything is stored, with two equal buttons", async () => {
    const { answer, jane, look } = await siteWithJane();
    const before = await jane();
    const { status, location, cookies } = await answer({ does: "see" });
    expect([status, location]).toEqual([303, "/invitation/look?token=good-token"]);
    expect(cookies).toMatch(/^answer=[\w-]+;[^,]*Path=\/invitation; HttpOnly/);
    // Encrypted, so that the browser's files don't reveal it.
    expect(decodeURIComponent(cookies)).not.toContain("Moonbeam");
    const html = await look(cookies);
    // Loading it again shows the same.
    expect(factsOf(await look(cookies))).toEqual(factsOf(html));
    expectTexts(html, ["This is what cadets would see", "Moonbeam", "Reno, NV"], ["Acme"]);
    const button = (does: string) =>
      new RegExp(`<button[^>]*value="${does}"[^>]*>`).exec(html)?.[0].replace(does, "");
    expect(button("show")).toBe(button("hide"));
    // No button has the focus, which starts at the heading.
    expect(html.match(/<[^>]* autofocus[^>]*>/g)).toEqual([expect.stringMatching(/^<h1/)]);
    expect(await jane()).toEqual(before);
    // Both forms have the typed values: the one that goes back, and the one that answers.
    expect(html.match(/name="company" value="Moonbeam"/g)).toHaveLength(2);
    const back = await answer({ does: "change" });
    expect(back.status).toBe(200);
    expect(back.html).toMatch(/value="Moonbeam"/);
    // The first page shows them when it is opened again, but only in this browser.
    expect(await look(cookies, "/invitation")).toMatch(/value="Moonbeam"/);
    expect(await look("", "/invitation")).not.toContain("Moonbeam");
  });

  it("doesn't show answers from another invitation, or from a forged cookie", async () => {
    const { answer, issue, look, stored, request } = await siteWithJane();
    const { cookies } = await answer({ does: "see" });
    const kim = await stored("kim");
    if (kim === undefined) throw new Error("No Kim");
    await issue("invitation", "other-token", kim);
    for (const cookie of [cookies, "answer=forged", ""]) {
      const headers = { Cookie: cookie.split(";")[0] ?? "" };
      const other = await request("/invitation/look?token=other-token", { headers });
      expect(other.headers.get("Location")).toBe("/invitation?token=other-token");
    }
    expect(await look(cookies, "/invitation", "other-token")).not.toContain("Moonbeam");
  });

  it("shows the next step directly if the answer is too long for a cookie", async () => {
    const { answer } = await siteWithJane();
    const long = "\u5b66".repeat(200);
    const texts = { company: long, jobTitle: long, industry: long, location: long, mos: long };
    const { status, html, cookies } = await answer({ does: "see", ...texts });
    expect([status, cookies]).toEqual([200, ""]);
    expectTexts(html, ["This is what cadets would see", long]);
  });

  it("is accepted with one press, which signs in without a password", async () => {
    for (const [does, isVisible] of [["show", true], ["hide", false]] as const) {
      const { answer, jane, testApp } = await siteWithJane();
      const { status, location, cookies } = await answer({ does });
      expect([status, location]).toEqual([303, "/"]);
      expect(cookies).toContain("session=");
      expect(await jane()).toMatchObject({
        emailVerified: true,
        username: "jane.doe",
        wantsShowReminder: !isVisible,
        profile: { company: "Moonbeam", location: "Reno, NV", isVisible },
      });
      const passwords = "SELECT password_hash FROM credentials WHERE member_id = 'jane'";
      expect(await testApp.database.read(passwords)).toEqual([{ password_hash: null }]);
    }
  });

  it("reports all errors, and keeps the typed values", async () => {
    const { answer, jane } = await siteWithJane();
    const wrong = { company: "x".repeat(201), location: "Reno\u0000", jobTitle: "Pilot" };
    const { status, html } = await answer({ ...wrong, does: "see" });
    expect(status).toBe(422);
    expect(html).toMatch(/class="error-summary"[^>]* autofocus=""/);
    expect(linkTo(html, /at most 200 characters/)).toBe("#invitation-company");
    expect(linkTo(html, /control characters/)).toBe("#invitation-location");
    expect(html).toContain('value="Pilot"');
    expect((await jane())?.emailVerified).toBe(false);
  });

  it("ignores fields that it doesn't ask for", async () => {
    const { answer, jane } = await siteWithJane();
    const { email } = (await jane())!;
    await answer({
      ...{ does: "hide", isVisible: "true", role: "cadre", isCadreConfirmed: "true" },
      ...{ email: "other@example.com", username: "other", memberId: "kim", bio: "Typed" },
    });
    const after = (await jane())!;
    expect(after).toMatchObject({
      ...{ email, username: "jane.doe", role: "alumni", isCadreConfirmed: false },
      profile: { company: "Moonbeam", isVisible: false },
    });
  });

  it("accepts one of two simultaneous answers, and explains it to the other", async () => {
    const { answer, jane } = await siteWithJane();
    const answers = await Promise.all([answer({ does: "show" }), answer({ does: "hide" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(answers.find(({ status }) => status === 400)?.html).toContain("Invalid Invitation");
    expect((await jane())?.emailVerified).toBe(true);
    expect((await answer({ does: "see" })).html).toContain("Invalid Invitation");
  });

  it.each(["", "?token=", "?token=other"])(
    "says what to do if it is invalid: %j",
    async (query) => {
      const { get, answer, send, jane } = await siteWithJane();
      const response = await get(`/invitation${query}`);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("Invalid Invitation");
      for (const does of ["see", "change", "show", "hide", "later"]) {
        expectAnswer(await answer({ token: query.slice(7), does }), 400, "Invalid Invitation");
      }
      expect((await send("/invitation/decline", { token: query.slice(7) })).status).toBe(400);
      expect(await jane()).toBeDefined();
    },
  );
});

describe("Home after “Not yet”", () => {
  it("says once that cadets can't find them, and shows them with one press", async () => {
    const { answer, page, send, signIn, jane } = await siteWithJane();
    await answer({ does: "hide" });
    await signIn("jane");
    expectTexts(await page("/", "jane"), ["Cadets can&#x27;t find you yet", "Show me to cadets"]);
    await send("/profile/visibility", { isVisible: "true", from: "home" }, "jane");
    expect((await jane())?.profile?.isVisible).toBe(true);
    expectTexts(await page("/", "jane"), [], ["Cadets can&#x27;t find you yet"]);
  });

  it("no longer says so once it is dismissed", async () => {
    const { answer, page, send, signIn, jane } = await siteWithJane();
    await answer({ does: "hide" });
    await signIn("jane");
    const dismissed = await send("/profile/show-reminder", {}, "jane");
    expect([dismissed.status, dismissed.location]).toEqual([303, "/"]);
    expectTexts(await page("/", "jane"), [], ["Cadets can&#x27;t find you yet"]);
    expect((await jane())?.profile?.isVisible).toBe(false);
  });
});

describe("the preview of what cadets would see", () => {
  const line = fc.stringMatching(/^[A-Za-z][A-Za-z ,.'-]{0,20}[A-Za-z]$/);
  const given = fc.record({
    jobTitle: fc.option(line, { nil: "" }),
    company: fc.option(line, { nil: "" }),
    industry: fc.option(line, { nil: "" }),
    location: fc.option(line, { nil: "" }),
    helpTopics: fc.subarray([...helpTopics], { maxLength: 4 }),
  });
  const listed = fc.record({
    company: line,
    rank: fc.constantFrom(...ranks),
    armySchools: fc.array(line, { maxLength: 2 }),
    phoneNumber: fc.constant("555-0177"),
    bio: line,
  }, { requiredKeys: [] });
  const required = fc.record({
    armyBranch: fc.constantFrom(...armyBranches),
    mos: line,
    classYear: fc.integer({ min: 1950, max: 2020 }).map(String),
    rank: fc.constantFrom(...ranks),
  });

  it("is equal to what a cadet sees once they are shown", async () => {
    await fc.assert(
      fc.asyncProperty(listed, given, required, async (list, answer, rest) => {
        const pat = aMember({ memberId: "pat", role: "alumni", invitation: invitedByList });
        const site = await createTestSite({ members: [pat, cadet] });
        await site.issue("invitation", token, pat);
        const { email } = pat;
        const offer = {
          type: "OfferDetails",
          fields: list,
          cells: [],
          addresses: [email],
        } as const;
        await site.execute("pat", offer);
        const fields = { ...rest, ...answer };
        const { invitations, profiles } = site.product;
        const before = await invitations.preview({ token, fields });
        await invitations.accept({ token, fields, isVisible: true }, origin);
        const seen = await profiles.preview(cadet, "pat") as SeenProfile;
        expect(withoutTimes(before)).toEqual(withoutTimes(seen));
      }),
      { numRuns: 15 },
    );
  });

  function withoutTimes(profile: SeenProfile | undefined) {
    const { createdAt: _, updatedAt: __, id: ___, ...rest } = profile ?? {} as SeenProfile;
    return rest;
  }
});
