import { describe, expect, it } from "vitest";
import { aProfile } from "../../testing/members.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

const path = `/connections/new?to=${mentorId}`;

describe("asking for help", () => {
  it("is found from the profile, where it says whether they take requests", async () => {
    const site = await siteWithTwo();
    const profile = await site.page(`/alumni/${mentorId}`, cadetId);
    expect(profile).toMatch(new RegExp(`href="/connections/new\\?to=${mentorId}"`));
    const form = { capacity: "3", pausedUntil: "" };
    await site.send("/connections/settings", form, mentorId);
    const closed = await site.page(`/alumni/${mentorId}`, cadetId);
    expectTexts(closed, ["Not taking requests right now"], ["/connections/new"]);
  });

  it("offers the topics of the one who is asked, and no address", async () => {
    const html = await (await siteWithTwo()).page(path, cadetId);
    expect(html).toContain("Ask Dana Whitfield for help");
    for (const topic of ["Branch Selection", "Ranger School"]) {
      expect(html).toContain(`value="${topic}"`);
    }
    expect(html).not.toContain("example.com");
  });

  it("leads to the request", async () => {
    const site = await siteWithTwo();
    const form = { memberId: mentorId, topics: "Ranger School", note: "How was it?" };
    const answer = await site.send("/connections/new", form, cadetId);
    const { waiting: [asked] } = await site.connections.list(mentorId);
    expect(answer.location).toBe(`/connections/${asked?.id}`);
    expect(asked?.topics).toEqual(["Ranger School"]);
    expect(answer.cookies).toContain("Request sent");
  });

  it.each([
    [{ note: "" }, 400, "Write something first"],
    [{ note: "x".repeat(1001) }, 400, "Must be at most 1000 characters"],
    [{ topics: "Cooking" }, 400, "Choose from the topics"],
  ])("says what is wrong, with what was typed: %#", async (wrong, status, message) => {
    const form = { memberId: mentorId, topics: "Ranger School", note: "How was it?", ...wrong };
    const answer = await (await siteWithTwo()).send("/connections/new", form, cadetId);
    const html = answer.html;
    expect([answer.status, html.includes(message)]).toEqual([status, true]);
    expect(html).toContain(`>${form.note}</textarea>`);
    expect(/<input[^>]*value="Ranger School"[^>]*>/.exec(html)?.[0].includes("checked")).toBe(
      form.topics === "Ranger School",
    );
  });

  it("gives back what was written once the profile is hidden", async () => {
    const site = await siteWithTwo({ mentor: { profile: aProfile({ isVisible: false }) } });
    const form = { memberId: mentorId, note: "How was it?" };
    const answer = await site.send("/connections/new", form, cadetId);
    expect([403, 404]).toContain(answer.status);
    expect(answer.html).toMatch(/You wrote:.*>How was it\?</);
  });

  it("of the same person is refused while the first request is open", async () => {
    const site = await siteWithTwo();
    await site.ask();
    const form = { memberId: mentorId, note: "And another question" };
    const { status, html } = await site.send("/connections/new", form, cadetId);
    expect(status).toBe(409);
    expect(html).toContain("You&#x27;re already in touch with this person");
    expect(html).toContain(">And another question</textarea>");
  });

  it("leads to what goes on with them already", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    const answer = await site.get(path, cadetId);
    expect(answer.headers.get("Location")).toBe(`/connections/${id}`);
  });

  it("gives the note back where they take no requests anymore", async () => {
    const site = await siteWithTwo();
    await site.send("/connections/settings", { capacity: "3" }, mentorId);
    const form = { memberId: mentorId, note: "How was it?" };
    const { status, html } = await site.send("/connections/new", form, cadetId);
    expect(status).toBe(403);
    expectTexts(html, ["Not taking requests right now", "How was it?"], ["<textarea"]);
  });

  it("hints at an address that is not confirmed", async () => {
    const site = await siteWithTwo({ cadet: { emailVerified: false } });
    expect(await site.page(path, cadetId)).toContain("Confirm your email address");
    const form = { memberId: mentorId, note: "How was it?" };
    const answer = await site.send("/connections/new", form, cadetId);
    expectAnswer(answer, 403, ">How was it?</textarea>");
  });

  it("is of someone else whose profile may be seen", async () => {
    const site = await siteWithTwo();
    expect((await site.get(path, mentorId)).headers.get("Location")).toBe("/profile");
    expect((await site.get("/connections/new", cadetId)).headers.get("Location")).toBe(
      "/directory",
    );
    const unknown = await site.get(`/connections/new?to=${cadetId.replace(/1$/, "9")}`, cadetId);
    expect(unknown.status).toBe(404);
  });
});
