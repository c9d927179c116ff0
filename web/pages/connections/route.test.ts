import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { origin } from "../../testing/site.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { linkTo } from "../../testing/read-html.ts";

const path = "/connections";

/** Contents of one of the three lists. */
function listed(html: string, id: string): string {
  const [, after = ""] = html.split(`id="${id}-title"`);
  return after.split("</section>")[0] ?? "";
}

describe("a cadet's settings", () => {
  it("are only whether they take requests, until they do", async () => {
    const site = await siteWithTwo();
    expectTexts(await site.page(path, cadetId), ["I take requests for help"], [
      ...["Conversations at a time", "Pause new requests", "Remind me by email"],
    ]);
    const before = await site.conversations.settings(cadetId);
    await site.send(`${path}/settings`, {}, cadetId);
    expect(await site.conversations.settings(cadetId)).toEqual(before);
    await site.send(`${path}/settings`, { takesRequests: "true" }, cadetId);
    expect(await site.conversations.settings(cadetId)).toEqual({ ...before, takesRequests: true });
    expect(await site.page(path, cadetId)).toContain("Conversations at a time");
  });
});

describe("connections", () => {
  it("say what to do where there are none", async () => {
    const html = await (await siteWithTwo()).page(path, cadetId);
    expect(html).toContain("No connections yet");
    expect(html).not.toContain("Waiting for you");
    expect(html).toContain("You haven&#x27;t blocked anyone.");
  });

  it("are in the list that they belong to, for each of the two, without an address", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    const ofMentor = await site.page(path, mentorId);
    expect(listed(ofMentor, "waiting")).toContain(`href="/connections/${id}#latest"`);
    expect(listed(ofMentor, "waiting")).toContain("Casey Nguyen");
    expect(listed(ofMentor, "waiting")).toContain("Asks for your help");
    expect(listed(ofMentor, "waiting")).toContain("Branch Selection");
    expect(listed(ofMentor, "waiting")).toContain("1 new message");
    expect(listed(ofMentor, "open")).toContain("You have no other open requests or conversations.");
    await site.accept(id);
    await site.end(id);
    const over = listed(await site.page(path, mentorId), "open");
    expect(over).toContain("You have no open requests or conversations.");
  });

  it("show the asker what waits for an answer, and both what has ended", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    const ofCadet = await site.page(path, cadetId);
    expect(ofCadet).not.toContain("example.com");
    expect(listed(ofCadet, "open")).toContain("Waiting for their answer");
    expect(listed(ofCadet, "waiting")).toContain("Nothing is waiting for you.");
    await site.accept(id);
    await site.end(id);
    expect(listed(await site.page(path, mentorId), "past")).toContain("Ended");
    expect(listed(await site.page(path, cadetId), "waiting")).toContain("Ended: did it help?");
  });

  it("are counted in the menu and shown at home while they wait", async () => {
    const site = await siteWithTwo();
    const menu = />Connections(?: \(\d+\))?<\/a>/;
    expect(menu.exec(await site.page("/", mentorId))?.[0]).toBe(">Connections</a>");
    const id = await site.ask();
    const home = await site.page("/", mentorId);
    expect(menu.exec(home)?.[0]).toBe(">Connections (1)</a>");
    expect(home.indexOf("Waiting for you")).toBeLessThan(home.indexOf("Connect with TCU"));
    expect(home).toContain(`href="/connections/${id}#latest"`);
    expect(await site.page("/", cadetId)).not.toContain("Waiting for you");
  });
});

describe("what a member says about requests", () => {
  const form = { takesRequests: "true", capacity: "3", pausedUntil: "", wantsReminders: "true" };

  it("is shown, cadets take none", async () => {
    const site = await siteWithTwo();
    const takes = /<input[^>]*name="takesRequests"[^>]*>/;
    expect(takes.exec(await site.page(path, mentorId))?.[0]).toContain("checked");
    expect(takes.exec(await site.page(path, cadetId))?.[0]).not.toContain("checked");
  });

  it("is saved, what is not ticked is off", async () => {
    const site = await siteWithTwo();
    const changed = { capacity: "5", pausedUntil: "2027-02", takesRequests: "true" };
    const answer = await site.send(`${path}/settings`, changed, mentorId);
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect(await site.conversations.settings(mentorId)).toEqual({
      takesRequests: true,
      capacity: 5,
      pausedUntil: "2027-02",
      wantsReminders: false,
    });
    expect(await site.page(path, mentorId)).toContain(
      "New requests are paused until February 2027",
    );
    await site.send(`${path}/settings`, { resume: "true" }, mentorId);
    expect(await site.page(path, mentorId)).not.toContain("New requests are paused");
    expect((await site.conversations.settings(mentorId)).capacity).toBe(5);
  });

  it("keeps a pause that the product began until it is ended on purpose", async () => {
    const site = await siteWithTwo();
    await site.pause();
    expect(await site.page(path, mentorId)).toContain("two weren&#x27;t answered");
    await site.send(`${path}/settings`, { ...form, pausedUntil: "resumed" }, mentorId);
    expect((await site.conversations.settings(mentorId)).pausedUntil).toBe("resumed");
    await site.send(`${path}/settings`, { ...form, pausedUntil: "" }, mentorId);
    expect((await site.conversations.settings(mentorId)).pausedUntil).toBe(null);
  });

  it.each([{ capacity: "11" }, { capacity: "many" }, { pausedUntil: "soon" }])(
    "is refused with a message: %j",
    async (wrong) => {
      const site = await siteWithTwo();
      const answer = await site.send(`${path}/settings`, { ...form, ...wrong }, mentorId);
      expectAnswer(answer, 422, "Settings not saved");
    },
  );
});

describe("connections that are over", () => {
  it("are listed 50 at a time, with a way to earlier ones and back", async () => {
    const site = await siteWithTwo();
    const cadets = Array.from({ length: 60 }, (_, index) => {
      const lastName = `Nguyen${index + 10}`;
      return aMember({ memberId: lastName.toLowerCase(), lastName, emailVerified: true });
    });
    await site.addMembers(cadets);
    for (const { memberId } of cadets) {
      const asked = await site.connections.ask(
        memberId,
        { memberId: mentorId, topics: [], note: "Hello" },
        origin,
      );
      await site.send(`/connections/${asked.id}`, { action: "decline" }, mentorId);
    }
    const named = (html: string) => new Set(html.match(/Nguyen\d\d/g) ?? []);
    const latest = await site.page(path, mentorId);
    expect(named(latest).size).toBe(50);
    const [earlier] = linkTo(latest, "Show earlier")?.split("#") ?? [];
    const rest = await site.page(earlier ?? "", mentorId);
    expect(named(rest).size).toBe(10);
    expect(named(latest + rest).size).toBe(60);
    expect(linkTo(rest, "Show latest")).toBe(`${path}#past-title`);
    expect(linkTo(rest, "Show earlier")).toBeUndefined();
    const unknown = `${path}?before=0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2aff`;
    expect((await site.get(unknown, mentorId)).status).toBe(404);
  });
});

describe("people who are blocked", () => {
  it("are listed, and can be unblocked", async () => {
    const site = await siteWithTwo();
    await site.ask();
    await site.block();
    expect(await site.page(path, mentorId)).toContain('aria-label="Unblock Casey Nguyen"');
    const answer = await site.send(`${path}/unblock`, { memberId: cadetId }, mentorId);
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect(await site.page(path, mentorId)).toContain("You haven&#x27;t blocked anyone.");
  });
});
