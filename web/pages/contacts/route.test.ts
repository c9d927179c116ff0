import { describe, expect, it } from "vitest";
import { aMember, anAlum, aProfile } from "../../testing/members.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { createTestSite, origin } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { linkTo, textsOf } from "../../testing/read-html.ts";

const path = "/contacts";
/** Where the button "Show contact details" of the mentor's profile posts to. */
const show = `/alumni/${mentorId}/contacts`;
const chosen = (html: string, name: string) => {
  const [, select = ""] = html.split(`name="${name}"`);
  return /<option[^>]*selected=""[^>]*>([^<]*)/.exec(select.split("</select>")[0] ?? "")?.[1];
};

describe("a member's own contacts", () => {
  it("each have an audience, which a form without script changes", async () => {
    const site = await siteWithTwo();
    const before = await site.page(path, mentorId);
    expect(chosen(before, "primaryEmail")).toBe("All members");
    const form = { phoneNumber: "nobody", primaryEmail: "connections" };
    const { status, location, cookies } = await site.send(path, form, mentorId);
    expect([status, location]).toEqual([303, path]);
    expect(cookies).toContain("Contacts saved");
    const after = await site.page(path, mentorId);
    expect(chosen(after, "primaryEmail")).toBe("People I&#x27;m talking with");
    expect(chosen(after, "phoneNumber")).toBe("Only me");
    expect(chosen(after, "linkedinUrl")).toBe("All members");
  });

  it("aren't changed by an invalid audience, and the form says so", async () => {
    const site = await siteWithTwo();
    const answer = await site.send(path, { phoneNumber: "everyone" }, mentorId);
    expectAnswer(answer, 422, "Must be members, connections or nobody");
    expect(chosen(await site.page(path, mentorId), "phoneNumber")).toBe("All members");
  });

  it("are shown to a member without a profile", async () => {
    expect(await (await siteWithTwo()).page(path, cadetId)).toContain(
      "Your profile doesn&#x27;t have one.",
    );
  });
});

describe("the list of people who saw them", () => {
  it("names each person, with a link if there is a profile", async () => {
    const site = await siteWithTwo();
    expect(await site.page(path, mentorId)).toContain("No one has looked at your contacts yet.");
    await site.get(`/alumni/${mentorId}`, cadetId);
    expect(await site.page(path, mentorId)).toContain("No one has looked at your contacts yet.");
    await site.send(show, {}, cadetId);
    expect(textsOf(await site.page(path, mentorId), "h3")).toContain("Casey Nguyen");
    const named = await siteWithTwo({ cadet: { profile: aProfile() } });
    await named.send(show, {}, cadetId);
    const html = await named.page(path, mentorId);
    expect(linkTo(html, "Casey Nguyen")).toBe(`/alumni/${cadetId}`);
    expect(html).toMatch(/Primary Email.*Nov 20, 2026/);
  });

  it("shows a deleted account as someone who left", async () => {
    const site = await siteWithTwo();
    await site.send(show, {}, cadetId);
    await site.leave(cadetId);
    const html = await site.page(path, mentorId);
    expect(textsOf(html, "h3")).toContain("A former member");
    expect(html).toMatch(/A former member<.*Primary Email.*Nov 20, 2026/);
    expect(html).not.toContain("Casey");
  });

  it("tells viewers that they will be listed, and tells owners nothing", async () => {
    const site = await siteWithTwo();
    expect(await site.page(`/alumni/${mentorId}`, cadetId)).toContain(
      "Dana will see that you looked.",
    );
    const own = await site.page(`/alumni/${mentorId}`, mentorId);
    expectTexts(own, [`href="${path}"`], ["see that you looked."]);
    expect(await site.page("/profile", mentorId)).toContain(`href="${path}"`);
  });

  it("doesn't count a preview, or the form that asks for help", async () => {
    const site = await siteWithTwo();
    expect(await site.page("/profile/preview", mentorId)).toContain("alum@example.com");
    expect((await site.get(`/connections/new?to=${mentorId}`, cadetId)).status).toBe(200);
    expect(await site.page(path, mentorId)).toContain("No one has looked at your contacts yet.");
  });

  it("has pages", async () => {
    const viewers = Array.from({ length: 51 }, (_, at) => {
      const memberId = `viewer${at}`;
      return aMember({ memberId, username: memberId, emailVerified: true });
    });
    const site = await createTestSite({ members: [anAlum("owner"), ...viewers] });
    for (const viewer of viewers) {
      await site.product.contacts.reveal(viewer, "owner", "primaryEmail", origin);
    }
    const first = await site.page(path, "owner");
    const second = await site.page(`${path}?page=2`, "owner");
    const lines = (html: string) => html.split('class="contacts-line ').length - 1;
    expect([lines(first), lines(second)]).toEqual([50, 1]);
    expect(first).toContain(`href="${path}?page=2"`);
    expect(second).toContain(`href="${path}"`);
    expect((await site.get(`${path}?page=x`, "owner")).status).toBe(200);
  });
});
