import { describe, expect, it } from "vitest";
import { aMember } from "../../testing/members.ts";
import { origin } from "../../testing/site.ts";
import { cadetId, mentorId, siteWithTwo } from "../../testing/conversations.ts";
import { expectTexts } from "../../testing/expect-answer.ts";
import { linkTo } from "../../testing/read-html.ts";

const path = "/connections";

/** Content of one of the three lists. */
function listed(html: string, id: string): string {
  const [, after = ""] = html.split(`id="${id}-title"`);
  return after.split(/<\/section>|<\/details>/)[0] ?? "";
}

describe("connections", () => {
  it("explain an empty list, with one link to continue", async () => {
    const site = await siteWithTwo();
    const lists = ["Waiting for you", ">Open", ">Past", "Blocked"];
    const ofCadet = await site.page(path, cadetId);
    expectTexts(ofCadet, ["Your requests for help will appear here"], lists);
    expect(linkTo(ofCadet, "Browse Directory")).toBe("/directory");
    const ofMentor = await site.page(path, mentorId);
    expectTexts(ofMentor, ["Cadets&#x27; requests will appear here"], lists);
    expect(linkTo(ofMentor, "See your profile as a cadet sees it")).toBe("/profile/preview");
    expectTexts(ofMentor, ["Cadets can ask you for help now."], ["Browse Directory"]);
  });

  it("link alumni without a profile to the form that creates one", async () => {
    const site = await siteWithTwo({ mentor: { profile: null } });
    expect(linkTo(await site.page(path, mentorId), "Create your profile")).toBe("/profile/edit");
  });

  it("are in the right list for both members, without an address", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    const ofMentor = await site.page(path, mentorId);
    expect(listed(ofMentor, "waiting")).toContain(`href="/connections/${id}#latest"`);
    expect(listed(ofMentor, "waiting")).toContain("Casey Nguyen");
    expect(listed(ofMentor, "waiting")).toContain("Asks for your help");
    expect(listed(ofMentor, "waiting")).toContain("Branch Selection");
    expect(listed(ofMentor, "waiting")).toContain("1 new message");
    expectTexts(ofMentor, [], ["open-title", "past-title"]);
    await site.accept(id);
    await site.end(id);
    expectTexts(await site.page(path, mentorId), ["past-title"], ["open-title", "waiting-title"]);
  });

  it("show the asker open requests, and both members ended ones", async () => {
    const site = await siteWithTwo();
    const id = await site.ask();
    const ofCadet = await site.page(path, cadetId);
    expect(ofCadet).not.toContain("example.com");
    expect(listed(ofCadet, "open")).toContain("Waiting for their answer");
    expect(ofCadet).not.toContain("waiting-title");
    await site.accept(id);
    await site.end(id);
    const past = await site.page(path, mentorId);
    expect(listed(past, "past")).toContain("Ended");
    expect(past).not.toMatch(/<details[^>]* open[ =>]/);
    expect(listed(await site.page(path, cadetId), "waiting")).toContain("Ended: did it help?");
  });

  it("are counted in the menu and shown on Home while they wait", async () => {
    const site = await siteWithTwo();
    const menu = />Connections(?: \(\d+\))?<\/a>/;
    expect(menu.exec(await site.page("/", mentorId))?.[0]).toBe(">Connections</a>");
    const id = await site.ask();
    const home = await site.page("/", mentorId);
    expect(menu.exec(home)?.[0]).toBe(">Connections (1)</a>");
    expect(home.indexOf("asks for your help")).toBeLessThan(home.indexOf("Connect with TCU"));
    expect(home).toContain(`href="/connections/${id}#latest"`);
    expect(await site.page("/", cadetId)).not.toContain("Waiting for you");
  });
});

describe("ended connections", () => {
  it("are listed 50 to a page, with links to earlier ones and back", async () => {
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

describe("blocked people", () => {
  it("are listed, and can be unblocked", async () => {
    const site = await siteWithTwo();
    await site.ask();
    await site.block();
    expect(await site.page(path, mentorId)).toContain('aria-label="Unblock Casey Nguyen"');
    const answer = await site.send(`${path}/unblock`, { memberId: cadetId }, mentorId);
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect(await site.page(path, mentorId)).not.toContain("Blocked People");
  });
});
