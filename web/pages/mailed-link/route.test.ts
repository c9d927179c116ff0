import { describe, expect, it } from "vitest";
import { resumeLink } from "../../../api/contract/mailed-links.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { answerOf, type SiteResponse } from "../../testing/real-site.ts";
import { now } from "../../testing/site.ts";
import { linkTo } from "../../testing/read-html.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

const question = "How do I choose a branch?";
const asDana = "You&#x27;re reading and answering as Dana Whitfield";

async function given() {
  const site = await siteWithTwo();
  const id = await site.ask();
  const path = await site.link(mentorId, id);
  return {
    ...site,
    id,
    path,
    settings: () => site.conversations.settings(mentorId),
    read: () => site.conversations.read(mentorId, id),
    open: async (at = path, viewer?: string) => await answerOf(await site.get(at, viewer)),
    /** Sends a form of the link's page, as any visitor. */
    act: async (form: Readonly<Record<string, string>>, viewer?: string) =>
      await site.send(path, { ...await site.fields(path), ...form }, viewer),
  };
}

/** Headers that every answer to a mailed link needs, so that its address isn't passed on. */
function expectPrivate({ headers }: SiteResponse) {
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(headers.get("Cache-Control")).toBe("private, no-store");
}

describe("a mailed link", () => {
  it("shows its conversation to anyone who has it, and doesn't pass on its address", async () => {
    const site = await given();
    for (const viewer of [undefined, mentorId, cadetId]) {
      const answer = await site.open(site.path, viewer);
      expectPrivate(answer);
      expectAnswer(answer, 200, question, asDana);
      const { html } = answer;
      expect(html.includes("You&#x27;re signed in as Casey Nguyen")).toBe(viewer === cadetId);
      const led = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
      expect(led.filter((href) => href?.includes("/c/"))).toEqual([]);
    }
  });

  it("changes nothing when it is opened", async () => {
    const site = await given();
    const before = await site.read();
    await site.get(site.path);
    await site.get(`${site.path}/no-reminders`);
    expect(await site.read()).toEqual(before);
    expect((await site.settings()).wantsReminders).toBe(true);
  });

  it("acts for its member, even if someone else is signed in", async () => {
    const site = await given();
    expect(await site.act({ action: "accept", note: "Gladly" }, cadetId))
      .toMatchObject({ status: 303, location: `${site.path}#latest` });
    const { state, messages } = await site.read();
    expect([state, messages.at(-1)]).toMatchObject(["accepted", { by: "you", text: "Gladly" }]);
    expect((await site.act({ action: "message", text: "Well" })).status).toBe(303);
  });

  it("accepts only its own page's forms, and otherwise returns the text", async () => {
    const site = await given();
    const foreign = await site.fields(await site.link(cadetId, site.id));
    expect(foreign.formToken).toMatch(/^[\w-]{43}$/);
    for (const own of [{}, { formToken: "x" }, { formToken: "x".repeat(43) }, foreign]) {
      const form = { ...own, action: "accept", note: "Not <mine>" };
      const answer = await site.send(site.path, form);
      expectPrivate(answer);
      expectAnswer(answer, 403, "Open the Link Again");
      expect(answer.html).toMatch(/You wrote:.*>Not &lt;mine&gt;</);
      expect(answer.html).not.toContain("formToken");
    }
    const { state, messages } = await site.read();
    expect([state, messages.length]).toEqual(["requested", 1]);
  });

  it("returns the typed text if it is refused", async () => {
    const site = await given();
    const text = "x".repeat(4001);
    const answer = await site.act({ action: "message", text });
    expectPrivate(answer);
    expectAnswer(answer, 422, `>${text}</textarea>`);
  });

  it("returns the typed text if the conversation has ended since", async () => {
    const site = await given();
    const form = await site.fields(site.path);
    await site.accept(site.id);
    await site.end(site.id);
    const answer = await site.send(site.path, { ...form, action: "message", text: "One <b>" });
    expect(answer.status).toBe(404);
    expect(answer.html).toMatch(/You wrote:.*>One &lt;b&gt;</);
  });

  it("pauses new requests at most until next month", async () => {
    const site = await given();
    expect((await site.page(site.path)).match(/<option[^>]*value="\d{4}-\d\d"/g)).toHaveLength(1);
    const answer = await site.act({ action: "decline", pauseUntil: "2027-01" });
    expectAnswer(answer, 422, "Here you can pause until next month. Sign in to pause for longer.");
    expect((await site.settings()).pausedUntil).toBeNull();
  });

  it("expires with the conversation, and says what was done", async () => {
    const site = await given();
    const form = await site.fields(site.path);
    expectAnswer(await site.act({ action: "decline" }), 200, "Request declined");
    const conversation = `href="/connections/${site.id}#latest"`;
    const late = await site.send(site.path, { ...form, action: "message", text: "Wait" });
    expectAnswer(late, 404, "This Request Was Declined", conversation);
  });

  it("undoes a decline for a day, only from the link's own page", async () => {
    const site = await given();
    const done = await site.act({ action: "decline" });
    expectAnswer(done, 200, "Request declined", "Undo my answer");
    const opened = await site.open();
    expectPrivate(opened);
    expectAnswer(opened, 200, "This Request Was Declined", "Undo my answer");
    // The request itself can be read only after signing in.
    expectTexts(opened.html, [], [question]);
    expectAnswer(await site.send(site.path, { action: "undo" }), 403, "Open the Link Again");
    expect((await site.read()).state).toBe("declined");
    const asker = await site.link(cadetId, site.id);
    expect((await site.get(asker)).status).toBe(404);
    expect(await site.act({ action: "undo" })).toMatchObject({ status: 303 });
    expect((await site.read()).state).toBe("requested");
    expectAnswer(await site.open(), 200, question, "Accept request");
  });

  it("undoes an acceptance until the other member has written", async () => {
    const site = await given();
    await site.act({ action: "accept" });
    expectAnswer(await site.open(), 200, "Undo my answer");
    expect(await site.act({ action: "undo" })).toMatchObject({ status: 303 });
    expect((await site.read()).state).toBe("requested");
    // Sent again, as a scanner would.
    expect(await site.act({ action: "undo" })).toMatchObject({ status: 303 });
    await site.act({ action: "accept" });
    const form = await site.fields(site.path);
    await site.write(cadetId, site.id, "Thank you");
    expectTexts(await site.page(site.path), ["Thank you"], ["Undo my answer"]);
    const late = await site.send(site.path, { ...form, action: "undo" });
    expectAnswer(late, 409, "You can&#x27;t undo this answer anymore");
    expect((await site.read()).state).toBe("accepted");
  });

  it("says why it no longer works, and nothing about a forged one", async () => {
    const site = await given();
    const monthAgoMs = now().getTime() - 31 * 24 * 60 * 60 * 1000;
    const old = await site.link(mentorId, site.id, monthAgoMs);
    const expired = ["This Link Has Expired", "Sign in to read the conversation"];
    expectTexts(await site.page(old), expired);
    expect(await site.page(old, mentorId)).toContain("Open the conversation");
    expect(await site.page(old, cadetId)).not.toContain(site.id);
    const change = async (email: string) => {
      await site.execute(mentorId, { type: "AskAddress", as: "main", email });
      await site.execute(mentorId, { type: "ConfirmAddress", email });
    };
    await change("elsewhere@example.com");
    expect(await site.page(site.path)).toContain("This Link No Longer Works");
    await change("dana@example.com");
    await site.accept(site.id);
    await site.end(site.id);
    const ended = (await site.page(site.path)).replaceAll("<!-- -->", "");
    expect(ended).toContain("This Conversation Has Ended");
    expect(ended).toMatch(/It ended on <time[^>]*>Nov 20, 2026<\/time>/);
    await site.leave(mentorId);
    const names = ["Casey", "Dana", site.id];
    expectTexts(await site.page(site.path), ["This Account Was Deleted"], names);
    expectTexts(await site.page("/c/guessed"), ["This Link Doesn&#x27;t Work"], names);
  });

  it("says nothing about a request whose asker was blocked", async () => {
    const site = await given();
    await site.block();
    expect(await site.page(site.path)).toContain("This Link Has Expired");
  });

  it("looks the same whether it is unknown, forged or expired", async () => {
    const site = await given();
    const pages = await Promise.all(
      ["/c/unknown", `${site.path.slice(0, -4)}AAAA`, `/c/${"x".repeat(5000)}`].map(
        async (path) => {
          const answers = [await site.open(path), await site.send(path, { action: "accept" })];
          return answers.map(({ status, headers, html }) => [
            status,
            headers.get("Referrer-Policy"),
            html.replace(/\/c\/[^"]*/g, "").replace(/nonce="[^"]*"/g, ""),
          ]);
        },
      ),
    );
    const [first] = pages.flat();
    for (const page of pages.flat()) expect(page).toEqual(first);
    expect(first?.slice(0, 2)).toEqual([404, "no-referrer"]);
  });
});

describe("unsubscribing from reminders", () => {
  it("takes one click in a mail program, without a cookie", async () => {
    const site = await given();
    const form = { "List-Unsubscribe": "One-Click" };
    const stopped = await site.send(`${site.path}/no-reminders`, form);
    expectAnswer(stopped, 200, "Reminders Stopped");
    expect(linkTo(stopped.html, "Mentoring settings")).toBe("/mentoring");
    expect((await site.settings()).wantsReminders).toBe(false);
  });

  it("asks first when it is opened in a browser", async () => {
    const site = await given();
    const html = await site.page(`${site.path}/no-reminders`);
    expect(html).toContain(`action="${site.path}/no-reminders"`);
    expect((await site.get("/c/unknown/no-reminders")).status).toBe(404);
    expect((await site.send("/c/unknown/no-reminders", {})).status).toBe(404);
  });

  it("also stops reminders after the conversation has ended", async () => {
    const site = await given();
    await site.act({ action: "decline" });
    const form = { "List-Unsubscribe": "One-Click" };
    expect((await site.send(`${site.path}/no-reminders`, form)).status).toBe(200);
  });

  it("resumes requests for a paused mentor when they choose to", async () => {
    const site = await siteWithTwo();
    await site.pause();
    const paused = async () => (await site.conversations.settings(mentorId)).pausedUntil;
    const path = await site.link(mentorId, resumeLink);
    expect(await site.page(path)).toContain("Take Requests Again?");
    expect(await paused()).toBe("resumed");
    expect((await site.send(path, {})).status).toBe(403);
    expect(await paused()).toBe("resumed");
    const own = await site.fields(path);
    expect((await site.send(path, own)).html).toContain("You&#x27;re Taking Requests");
    expect(await paused()).toBeNull();
    const done = await site.page(path);
    expect(done).toContain("You&#x27;re Taking Requests");
    expect(linkTo(done, "Mentoring settings")).toBe("/mentoring");
  });
});
