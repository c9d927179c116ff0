import { describe, expect, it } from "vitest";
import { createFolderMail } from "../../../api/mail/drivers/folder.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { cause } from "../../../events/testing/system.ts";
import { anAlum, aProfile } from "../../testing/members.ts";
import { origin } from "../../testing/site.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

const path = `/connections/new?to=${mentorId}`;

describe("asking for help", () => {
  it("starts from the profile, which says whether they take requests", async () => {
    const site = await siteWithTwo();
    const profile = await site.page(`/alumni/${mentorId}`, cadetId);
    expect(profile).toMatch(new RegExp(`href="/connections/new\\?to=${mentorId}"`));
    const form = { capacity: "3", pausedUntil: "" };
    await site.send("/mentoring", form, mentorId);
    const closed = await site.page(`/alumni/${mentorId}`, cadetId);
    expectTexts(closed, ["Not taking requests right now"], ["/connections/new"]);
  });

  it("offers the mentor's topics, and doesn't show their address", async () => {
    const html = await (await siteWithTwo()).page(path, cadetId);
    expect(html).toContain("Ask Dana Whitfield for help");
    for (const topic of ["Branch Selection", "Ranger School"]) {
      expect(html).toContain(`value="${topic}"`);
    }
    expect(html).not.toContain("example.com");
  });

  it("starts with a topic and a first sentence to edit, if the URL says so", async () => {
    const site = await siteWithTwo();
    const html = await site.page(`${path}&topic=Ranger+School&note=first`, cadetId);
    expect(html).toMatch(
      /<input [^>]*checked=""[^>]*value="Ranger School"|value="Ranger School"[^>]*checked/,
    );
    expect(html).toContain("I&#x27;m a cadet and want to learn more about Ranger School. ");
    const other = await site.page(`${path}&topic=%3Cb%3EMoney&note=first`, cadetId);
    expectTexts(other, ["I&#x27;m a cadet and want to learn more about your career. "], [
      "&lt;b&gt;Money",
    ]);
    expect(await site.page(path, cadetId)).not.toContain("I&#x27;m a cadet");
  });

  it("leads to the request", async () => {
    const site = await siteWithTwo();
    const form = { memberId: mentorId, topics: "Ranger School", note: "How was it?" };
    const answer = await site.send("/connections/new", form, cadetId);
    const { waiting: [asked] } = await site.conversations.list(mentorId);
    expect(answer.location).toBe(`/connections/${asked?.id}`);
    expect(asked?.topics).toEqual(["Ranger School"]);
    expect(answer.cookies).toContain("Request sent");
  });

  it("doesn't promise an email when no mail can be sent", async () => {
    const sender = { name: "TCU", address: "a@example.edu", replyTo: "a@example.edu" };
    const mail = createFolderMail({ folder: await temporaryFolder(), sender });
    const site = await siteWithTwo({}, [], { mail });
    expectTexts(await site.page(path, cadetId), ["Your note goes to"], ["We&#x27;ll email"]);
    const answer = await site.send("/connections/new", { memberId: mentorId, note: "Hi" }, cadetId);
    const toast = decodeURIComponent(answer.cookies);
    expectTexts(toast, ["You'll find their answer under Connections."], ["email"]);
    const conversation = await site.page(answer.location ?? "", cadetId);
    expectTexts(conversation, ["It goes to them without your email address."], ["also email"]);
  });

  it.each([
    [{ note: "" }, 422, "Write something first"],
    [{ note: "x".repeat(1001) }, 422, "Must be at most 1,000 characters"],
    [{ topics: "Cooking" }, 422, "Choose from the topics"],
  ])("says what is wrong, with what was typed: %#", async (wrong, status, message) => {
    const form = { memberId: mentorId, topics: "Ranger School", note: "How was it?", ...wrong };
    const answer = await (await siteWithTwo()).send("/connections/new", form, cadetId);
    const html = answer.html;
    expect([answer.status, html.includes(message)]).toEqual([status, true]);
    expect(html).toContain(`>${form.note}</textarea>`);
    const isNoteWrong = "note" in wrong;
    expect(/<textarea[^>]*>/.exec(html)?.[0].includes("autofocus")).toBe(isNoteWrong);
    expect(/<input[^>]*value="Ranger School"[^>]*>/.exec(html)?.[0].includes("checked")).toBe(
      form.topics === "Ranger School",
    );
  });

  it("returns the written text if the profile has been hidden", async () => {
    const site = await siteWithTwo({ mentor: { profile: aProfile({ isVisible: false }) } });
    const form = { memberId: mentorId, note: "How was it?" };
    const answer = await site.send("/connections/new", form, cadetId);
    expect([403, 404]).toContain(answer.status);
    expect(answer.html).toMatch(/You wrote:.*>How was it\?</);
  });

  it("refuses a second request to the same person while the first is open", async () => {
    const site = await siteWithTwo();
    await site.ask();
    const form = { memberId: mentorId, note: "And another question" };
    const { status, html } = await site.send("/connections/new", form, cadetId);
    expect(status).toBe(409);
    expectTexts(html, [
      "You&#x27;re already in touch with this person",
      ">And another question</p>",
      "Open Conversation",
    ], ["<textarea"]);
  });

  it("links to an existing request or conversation with them", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    const answer = await site.get(path, cadetId);
    expect(answer.headers.get("Location")).toBe(`/connections/${id}`);
  });

  it("returns the note if they no longer take requests", async () => {
    const site = await siteWithTwo();
    await site.send("/mentoring", { capacity: "3" }, mentorId);
    const form = { memberId: mentorId, note: "How was it?" };
    const { status, html } = await site.send("/connections/new", form, cadetId);
    expect(status).toBe(403);
    expectTexts(html, ["Not taking requests right now", "How was it?"], ["<textarea"]);
  });

  it("has no form before the address is confirmed, and returns the note", async () => {
    const site = await siteWithTwo({ cadet: { emailVerified: false } });
    expectTexts(await site.page(path, cadetId), ["Confirm your email address"], ["<textarea"]);
    const form = { memberId: mentorId, note: "How was it?" };
    const answer = await site.send("/connections/new", form, cadetId);
    expectAnswer(answer, 403, ">How was it?</p>");
  });

  it.each([
    ["Program staff have stopped you from asking", 0],
    ["You have 5 unanswered requests. Withdraw one", 5],
    ["You can ask 10 people a week. Try again in a few days.", 10],
  ])("has no form that would be refused: %s", async (message, asked) => {
    const others = Array.from({ length: asked }, (_, at) => anAlum(`other${at}`));
    const site = await siteWithTwo({}, others);
    const { connections } = site.product;
    if (asked === 0) {
      await site.testApp.members.execute(cadetId, { type: "CloseAsking" }, cause);
      await site.testApp.settled();
    }
    for (const [at, { memberId }] of others.entries()) {
      const ask = { memberId, topics: [], note: "Hello" };
      const { id } = await connections.ask(cadetId, ask, origin);
      if (asked > 5 && at >= 4) await connections.act(cadetId, id, { type: "Withdraw" }, origin);
    }
    expectTexts(await site.page(path, cadetId), [message], ["<textarea", "Send request"]);
    const form = { memberId: mentorId, note: "How was it?" };
    const { status, html } = await site.send("/connections/new", form, cadetId);
    expect(status).toBeGreaterThanOrEqual(400);
    expectTexts(html, [message, ">How was it?</p>"], ["<textarea"]);
    expect((await site.conversations.list(cadetId)).open).toHaveLength(
      Math.min(asked, asked > 5 ? 4 : 5),
    );
  });

  it("has no form after a block or a recent decline, or while they are paused or full", async () => {
    const site = await siteWithTwo();
    const { connections } = site.product;
    const says = async (message: string) =>
      expectTexts(await site.page(path, cadetId), [message], ["<textarea"]);
    await connections.block(cadetId, mentorId, origin);
    await says("You&#x27;ve blocked this person. Unblock them to ask for help.");
    await connections.unblock(cadetId, mentorId, origin);
    await connections.changeSettings(mentorId, { pausedUntil: "2027-03" }, origin);
    await says("Not taking requests right now");
    await connections.changeSettings(mentorId, { pausedUntil: null }, origin);
    await connections.act(mentorId, await site.ask(), { type: "Decline", way: "site" }, origin);
    await says("You can ask this person again later");
  });

  it("is only possible for another member whose profile the asker may see", async () => {
    const site = await siteWithTwo();
    expect((await site.get(path, mentorId)).headers.get("Location")).toBe("/profile");
    expect((await site.get("/connections/new", cadetId)).headers.get("Location")).toBe(
      "/directory",
    );
    const unknown = await site.get(`/connections/new?to=${cadetId.replace(/1$/, "9")}`, cadetId);
    expect(unknown.status).toBe(404);
  });
});
