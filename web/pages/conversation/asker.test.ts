import { describe, expect, it } from "vitest";
import { sharedAtFirst } from "../../../events/vocabulary.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { aProfile } from "../../testing/members.ts";
import { origin } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

const profile = aProfile({
  classYear: "2028",
  armyBranch: "Cyber Corps",
  bio: "Junior, interested in networks.",
  location: "Fort Worth, TX",
  primaryEmail: "casey@example.com",
  phoneNumber: "555-0100",
});

async function given(cadet: Parameters<typeof siteWithTwo>[0] = { cadet: { profile } }) {
  const site = await siteWithTwo(cadet);
  const id = await site.ask();
  return { ...site, id, path: `/connections/${id}` };
}

describe("the asker", () => {
  it("is shown to the mentor with the year, the branch and what they share", async () => {
    const site = await given();
    const html = await site.page(site.path, mentorId);
    expect(html).toMatch(/Class year<\/dt><dd[^>]*>Class of 2028/);
    expect(html).toMatch(/Branch of interest<\/dt><dd[^>]*>Cyber Corps/);
    expect(html).toContain("Junior, interested in networks.");
    for (const contact of ["casey@example.com", "555-0100"]) expect(html).not.toContain(contact);
    // The asker doesn't see this about themselves.
    expect(await site.page(site.path, cadetId)).not.toContain("Branch of interest");
  });

  it("hides from the mentor what they don't share", async () => {
    const sharedFields = { ...sharedAtFirst, classYear: false, specialty: false };
    const site = await given({ cadet: { profile: { ...profile, sharedFields } } });
    const html = await site.page(site.path, mentorId);
    expect(html).toContain("Fort Worth, TX");
    for (const secret of ["2028", "Cyber Corps"]) expect(html).not.toContain(secret);
  });

  it.each([
    ["no profile", { profile: null }],
    ["a hidden profile", { profile: { ...profile, isVisible: false } }],
  ])("is said to have shared nothing, with %s", async (_, cadet) => {
    const site = await given({ cadet });
    const html = await site.page(site.path, mentorId);
    expect(html.replaceAll("<!-- -->", "")).toContain("Casey Nguyen hasn&#x27;t shared a profile.");
    expectTexts(html, [], ["Cyber Corps", "View Profile", `/alumni/${cadetId}`]);
  });

  it("has no link to a profile that was hidden after the request", async () => {
    const site = await siteWithTwo();
    const path = `/connections/${await site.ask()}`;
    const link = `href="/alumni/${mentorId}"`;
    expect(await site.page(path, cadetId)).toContain(link);
    await site.product.profiles.change(mentorId, { isVisible: false }, origin);
    expectTexts(await site.page(path, cadetId), ["Dana Whitfield"], [link]);
  });

  it("is shown by a mailed link with only the year and the branch", async () => {
    const site = await given();
    const html = await site.page(await site.link(mentorId, site.id));
    expect(html).toContain("Cyber Corps");
    for (const more of ["Junior, interested", "Fort Worth"]) expect(html).not.toContain(more);
  });
});

describe("actions that end a conversation", () => {
  it("are in one menu, which is closed at first", async () => {
    const site = await given();
    await site.accept(site.id);
    const html = await site.page(site.path, mentorId);
    const [, menu = ""] =
      /<details class="conversation-menu" id="more-actions">(.*)<\/details>/s.exec(html) ?? [];
    expect([...menu.matchAll(/name="action" value="(\w+)"/g)].map(([, action]) => action))
      .toEqual(["end", "block", "report"]);
    expect(menu).toContain(">How do I choose a branch?</option>");
  });

  it("show the report's form again if it was refused", async () => {
    const site = await given();
    const form = { action: "report", messageId: "x", reportReason: "spam" };
    const answer = await site.send(site.path, form, mentorId);
    expectAnswer(answer, 422, '<details class="conversation-menu" id="more-actions" open="">');
  });
});
