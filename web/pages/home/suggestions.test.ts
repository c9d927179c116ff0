import { describe, expect, it } from "vitest";
import { confirmAddress, dayMs } from "../../../api/testing/connected.ts";
import { someProfile } from "../../../api/testing/app.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { textOf } from "../../testing/staff-site.ts";
import { expectTexts } from "../../testing/expect-answer.ts";
import { linksOf, linkTo } from "../../testing/read-html.ts";

async function homeOfCadet(cadetsProfile?: object) {
  const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
  const { testApp, read } = await realSiteForTest({ now: () => new Date(clock.ms) });
  const cadet = await testApp.member({ role: "cadet" });
  await confirmAddress(testApp, cadet.memberId);
  if (cadetsProfile) await cadet.post("/api/profile", { ...someProfile, ...cadetsProfile });
  const html = async () => (await read("/", cadet.session())).html;
  return {
    testApp,
    cadet,
    read: async (path: string) => (await read(path, cadet.session())).html,
    html,
    names: async () =>
      [...(await html()).matchAll(/class="home-link[^"]*"[^>]*>([^<]+) Doe</g)].map(([, name]) =>
        name
      ),
    questions: async () =>
      linksOf(await html()).filter(({ href }) => href.startsWith("/alumni?search="))
        .map(({ href, text }) => ({ href, question: text })),
    async alumni(firstName: string, profile: object = {}) {
      const person = await testApp.member({ firstName, role: "alumni" });
      await person.post("/api/profile", { ...someProfile, ...profile });
      return person;
    },
    /** Has someone else ask them. */
    async asks({ memberId }: { readonly memberId: string }) {
      const other = await testApp.member({ role: "cadet" });
      await confirmAddress(testApp, other.memberId);
      expect((await other.ask({ memberId, topics: [], note: "Hello" })).status).toBe(201);
    },
    tomorrow: () => void (clock.ms += dayMs),
    async ask(who: { readonly memberId: string }, topics: readonly string[], note = "Hello") {
      const answer = await cadet.ask({ memberId: who.memberId, topics: [...topics], note });
      expect(answer.status).toBe(201);
      return (await answer.json()).id as string;
    },
  };
}

describe("people whom a cadet could ask", () => {
  it("take requests now, and exclude people the cadet has asked or blocked", async () => {
    const { alumni, ask, cadet, names } = await homeOfCadet();
    const helpTopics = ["Ranger School"];
    const asked = await alumni("Asked", { helpTopics });
    await alumni("Helpful", { helpTopics });
    await alumni("Other", { helpTopics: ["Resume Review"] });
    await alumni("Hidden", { helpTopics, isVisible: false });
    const blocked = await alumni("Blocked", { helpTopics });
    const closed = await alumni("Closed", { helpTopics });
    await closed.does(({ connections }, me, origin) =>
      connections.changeSettings(me, { takesRequests: false }, origin)
    );
    await cadet.block(blocked.memberId);
    expect((await names()).toSorted()).toEqual(["Asked", "Helpful", "Other"]);
    await ask(asked, helpTopics);
    expect(await names()).toEqual(["Helpful", "Other"]);
  });

  it("start with people who help with the requested topics, one for each", async () => {
    const { alumni, ask, names, html } = await homeOfCadet();
    const ranger = await alumni("Ranger", { helpTopics: ["Ranger School"] });
    const mover = await alumni("Mover", { helpTopics: ["PCS Tips"] });
    await alumni("Sapper", { helpTopics: ["PCS Tips"] });
    for (const name of ["One", "Two", "Three"]) {
      await alumni(name, { helpTopics: ["Ranger School"] });
    }
    await alumni("Other", { helpTopics: ["Networking"] });
    await ask(ranger, ["Ranger School"]);
    await ask(mover, ["PCS Tips"]);
    const [first, second, ...more] = await names();
    expect([["One", "Sapper"], ["Sapper", "Two"], ["Sapper", "Three"]])
      .toContainEqual([first, second].toSorted());
    expect(more).toHaveLength(1);
    expect(await html()).toContain("Also helps with Ranger School");
  });

  it("have the fewest requests among equal matches", async () => {
    const { alumni, names, asks, tomorrow } = await homeOfCadet();
    const people = [];
    for (const name of ["One", "Two", "Three", "Four", "Five"]) people.push(await alumni(name));
    for (const person of people.slice(0, 2)) await asks(person);
    tomorrow();
    expect((await names()).toSorted()).toEqual(["Five", "Four", "Three"]);
  });

  it("match the words of an unanswered note", async () => {
    const { alumni, ask, names } = await homeOfCadet();
    const helpTopics = ["Branch Selection"];
    const asked = await alumni("Asked", { helpTopics });
    await alumni("Pilot", { helpTopics, armyBranch: "Aviation", mos: "15A" });
    await alumni("Doctor", { helpTopics, armyBranch: "Medical Corps", mos: "62A" });
    await alumni("Texan", { helpTopics, location: "El Paso, TX" });
    for (const name of ["One", "Two", "Three", "Four"]) await alumni(name, { helpTopics });
    await ask(asked, helpTopics, "I'd love to fly helicopters, and I live in El Paso.");
    expect((await names()).slice(0, 2)).toEqual(["Pilot", "Texan"]);
  });

  it("share the cadet's branch if they have asked no one", async () => {
    const { alumni, names } = await homeOfCadet({ armyBranch: "Signal Corps", mos: "25A" });
    await alumni("Signal", { armyBranch: "Signal Corps", mos: "25A" });
    for (const name of ["One", "Two", "Three", "Four"]) await alumni(name);
    expect((await names())[0]).toBe("Signal");
  });

  it("are shown as any member may see them", async () => {
    const { alumni, html } = await homeOfCadet();
    await alumni("Quiet", {
      location: "El Paso, TX",
      helpTopics: ["Ranger School"],
      sharedFields: { location: false, helpTopics: false },
    });
    const text = textOf(await html());
    expectTexts(text, ["Quiet Doe"], ["El Paso", "Ranger School"]);
  });
});

describe("example questions", () => {
  it("are three that each find someone", async () => {
    const { alumni, questions, read } = await homeOfCadet({
      armyBranch: "Cyber Corps",
      mos: "17A",
    });
    await alumni("One", { helpTopics: ["BOLC Prep"], location: "Waco, TX", industry: "Energy" });
    await alumni("Two", { armyBranch: "Cyber Corps", mos: "17A" });
    await alumni("Three");
    const found = await questions();
    expect(found.map(({ question }) => question)).toEqual([
      "Who can help with BOLC Preparation?",
      "Who served in Cyber Corps?",
      "Who works in Energy?",
    ]);
    for (const { href } of found) expect(textOf(await read(href))).toContain("1 alumni found");
  });

  it("are left out in an empty directory, and the page says so", async () => {
    const { questions, html } = await homeOfCadet();
    expect(await questions()).toEqual([]);
    expect(textOf(await html())).toContain("No one is taking requests right now. Browse everyone");
  });
});

describe("a cadet without anyone new to ask", () => {
  const isSaid = "We have no one new to suggest. See everyone who takes requests";

  it("doesn't read that no one takes requests after asking everyone who does", async () => {
    const { alumni, ask, html, read } = await homeOfCadet();
    const dana = await alumni("Dana");
    await ask(dana, []);
    expectTexts(textOf(await html()), [isSaid], ["No one is taking requests"]);
    const href = linkTo(await html(), /^See everyone who/) ?? "";
    expect(textOf(await read(href))).toContain("Dana Doe");
  });

  it("reads that no one takes requests only if no one does", async () => {
    const { alumni, html } = await homeOfCadet();
    const dana = await alumni("Dana");
    await dana.does(({ connections }, me, origin) =>
      connections.changeSettings(me, { takesRequests: false }, origin)
    );
    expectTexts(textOf(await html()), ["No one is taking requests right now."], [isSaid]);
  });
});
