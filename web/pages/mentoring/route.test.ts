import { describe, expect, it } from "vitest";
import { origin } from "../../testing/site.ts";
import { aProfile } from "../../testing/members.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

const path = "/mentoring";

describe("settings of mentoring", () => {
  const form = { takesRequests: "true", capacity: "3", pausedUntil: "", wantsReminders: "true" };

  it("explain what they mean to cadets, and who sees contacts", async () => {
    const html = await (await siteWithTwo()).page(path, mentorId);
    expectTexts(html, ["Cadets can ask you for help now.", "Change who sees your contacts"]);
    expect(/<input[^>]*name="takesRequests"[^>]*>/.exec(html)?.[0]).toContain("checked");
  });

  it("are saved, and unticked boxes are off", async () => {
    const site = await siteWithTwo();
    const changed = { capacity: "5", pausedUntil: "2027-02", takesRequests: "true" };
    const answer = await site.send(path, changed, mentorId);
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect(await site.conversations.settings(mentorId)).toEqual({
      takesRequests: true,
      capacity: 5,
      pausedUntil: "2027-02",
      wantsReminders: false,
    });
    const until = "Cadets can&#x27;t ask you for help until February 2027.";
    expect(await site.page(path, mentorId)).toContain(until);
    await site.send(path, { resume: "true" }, mentorId);
    expect(await site.page(path, mentorId)).not.toContain(until);
    expect((await site.conversations.settings(mentorId)).capacity).toBe(5);
  });

  it("keep a pause started by the product until the member ends it", async () => {
    const site = await siteWithTwo();
    await site.pause();
    expect(await site.page(path, mentorId)).toContain("two weren&#x27;t answered");
    await site.send(path, { ...form, pausedUntil: "resumed" }, mentorId);
    expect((await site.conversations.settings(mentorId)).pausedUntil).toBe("resumed");
    await site.send(path, { ...form, pausedUntil: "" }, mentorId);
    expect((await site.conversations.settings(mentorId)).pausedUntil).toBe(null);
  });

  it("can be changed by one button, which keeps the others and can lead back to Home", async () => {
    const site = await siteWithTwo();
    await site.send(path, { capacity: "5" }, mentorId);
    expect(await site.page(path, mentorId)).toContain("Take requests</button>");
    const back = await site.send(path, { takesRequests: "true", from: "home" }, mentorId);
    expect([back.status, back.location]).toEqual([303, "/"]);
    expect(await site.conversations.settings(mentorId))
      .toMatchObject({ takesRequests: true, capacity: 5 });
  });

  it("offer to show a hidden profile", async () => {
    const site = await siteWithTwo({ mentor: { profile: aProfile({ isVisible: false }) } });
    const html = await site.page(path, mentorId);
    expectTexts(html, ["Cadets can&#x27;t find you", 'action="/profile/visibility"']);
  });

  it.each([{ capacity: "11" }, { capacity: "many" }, { pausedUntil: "soon" }])(
    "are refused with a message: %j",
    async (wrong) => {
      const site = await siteWithTwo();
      const answer = await site.send(path, { ...form, ...wrong }, mentorId);
      expectAnswer(answer, 422, "Settings not saved");
    },
  );

  it("aren't available to cadets, by page, form or link", async () => {
    const site = await siteWithTwo();
    expect((await site.get(path, cadetId)).status).toBe(404);
    expect((await site.send(path, form, cadetId)).status).toBe(404);
    expect((await site.conversations.settings(cadetId)).takesRequests).toBe(false);
    for (const page of ["/", "/profile", "/connections"]) {
      expect(await site.page(page, cadetId)).not.toContain(path);
      expect(await site.page(page, mentorId)).toContain(`href="${path}"`);
    }
  });

  it("let a cadet stop who takes requests by an API call", async () => {
    const site = await siteWithTwo();
    await site.connections.changeSettings(cadetId, { takesRequests: true }, origin);
    expect((await site.get(path, cadetId)).status).toBe(200);
    expect(await site.page("/connections", cadetId)).toContain(`href="${path}"`);
    await site.send(path, { capacity: "3" }, cadetId);
    expect((await site.get(path, cadetId)).status).toBe(404);
  });
});
