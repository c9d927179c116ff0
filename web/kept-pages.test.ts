import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { someProfile, type TestAppOptions } from "../api/testing/app.ts";
import { confirmAddress } from "../api/testing/connected.ts";
import type { SettingsCommand } from "../events/program/decide-settings.ts";
import { anImage, havePicture, savePicture } from "../api/testing/pictures.ts";
import { realSiteForTest } from "./testing/real-site.ts";

type Site = Awaited<ReturnType<typeof realSiteForTest>>;
type Member = Awaited<ReturnType<Site["testApp"]["member"]>>;

/** What a member can do that changes what somebody sees, with whom else it is about. */
const changes: Readonly<Record<string, (by: Member, other: Member) => Promise<Response>>> = {
  hide: (by) => by.patch("/api/profile", { isVisible: false }),
  show: (by) => by.patch("/api/profile", { isVisible: true }),
  withhold: (by) => by.patch("/api/profile", { sharedFields: { location: false } }),
  share: (by) => by.patch("/api/profile", { sharedFields: { location: true } }),
  move: (by) => by.patch("/api/profile", { location: "Zanzibar & <Zürich>" }),
  rename: (by) => by.patch("/api/user", { firstName: "Zoë", lastName: "O'Neil" }),
  showFace: async (by) => await savePicture(by, await anImage()),
  keepContacts: (by) => by.patch("/api/contact-audiences", { primaryEmail: "connections" }),
  giveContacts: (by) => by.patch("/api/contact-audiences", { primaryEmail: "members" }),
  becomeCadet: (by) => by.post("/api/auth/select-role", { role: "cadet" }),
  becomeAlumni: (by) => by.post("/api/auth/select-role", { role: "alumni" }),
  ask: (by, other) => ask(by, other),
  async meet(by, other) {
    const { id } = await (await ask(by, other)).json();
    return await other.post(`/api/connections/${id}/accept`, {});
  },
  block: (by, other) => by.put(`/api/blocks/${other.memberId}`),
  takeRequests: (by) => by.patch("/api/mentoring", { takesRequests: true }),
  stopTaking: (by) => by.patch("/api/mentoring", { takesRequests: false }),
  erase: (by) => by.delete("/api/account"),
};
const ask = (by: Member, other: Member) =>
  by.post("/api/connections", { memberId: other.memberId, topics: [], note: "Hello" });

const names = Object.keys(changes);
/** Whoever is erased can do nothing more: that comes last. */
const story = fc.record({
  whats: fc.shuffledSubarray(names.filter((name) => name !== "erase"), {
    minLength: 8,
    maxLength: 9,
  }),
  who: fc.infiniteStream(fc.nat(2)),
});

async function givenThree(options: TestAppOptions = {}) {
  const site = await realSiteForTest(options);
  const people: Member[] = [];
  for (const firstName of ["Ada", "Ben", "Cleo"]) {
    const role = firstName === "Cleo" ? "cadet" : "alumni";
    const person = await site.testApp.member({ firstName, role });
    const profile = { ...someProfile, location: "Waco, TX", bio: `I am ${firstName}` };
    expect((await person.post("/api/profile", profile)).status).toBe(201);
    // Before that nobody is asked for help.
    await confirmAddress(site.testApp, person.memberId);
    // A card with a picture beside cards without.
    if (firstName === "Ben") await havePicture(person);
    people.push(person);
  }
  return { ...site, people };
}

const pagesOf = (people: readonly Member[]) => [
  ...["/", "/directory", "/alumni?search=waco", "/directory?search=zzz", "/profile?tab=privacy"],
  ...people.map(({ memberId }) => `/alumni/${memberId}`),
];

describe("pages that are kept", () => {
  it("are byte for byte those that are rendered, for 200 viewers and states", async () => {
    const { testApp, people, read, readAnew } = await givenThree();
    const paths = pagesOf(people);
    const looking: (string | undefined)[] = [];
    for (let at = 0; at < 30; at++) {
      const role = at % 2 === 0 ? "alumni" : "cadet";
      looking.push((await testApp.member({ firstName: `Viewer ${at}`, role })).session());
    }
    let turn = 0;
    /** Those whom the changes are about look at every page, each of the others at one, in turn. */
    const looks = () => [
      ...[...people.map((person) => person.session()), undefined].map((session) => ({
        session,
        seen: paths,
      })),
      ...looking.map((session) => ({
        session,
        seen: [paths[turn++ % paths.length] ?? "/"],
      })),
    ];
    let compared = 0;
    async function compare() {
      for (const { session, seen } of looks()) {
        for (const path of seen) {
          const expected = await readAnew(path, session);
          // Once as it comes, and once as it was kept: it is when it is asked for again.
          expect(await read(path, session)).toEqual(expected);
          await read(path, session);
          expect(await read(path, session)).toEqual(expected);
        }
        compared++;
      }
    }
    await fc.assert(
      fc.asyncProperty(story, async ({ whats, who }) => {
        const done: string[] = [];
        for (const what of [...whats, "erase"]) {
          const at: number = who.next().value ?? 0;
          const [by, other] = [people[at], people[(at + 1) % people.length]];
          if (by === undefined || other === undefined) continue;
          const answer = await changes[what]?.(by, other);
          // What was refused has changed nothing.
          if (!answer?.ok) continue;
          done.push(what);
          await compare();
        }
        expect(done.length).toBeGreaterThan(5);
      }),
      { numRuns: 1 },
    );
    // Viewers times states.
    expect(compared).toBeGreaterThanOrEqual(200);
  }, 120_000);

  it("have nothing of who has hidden, left or changed, also not in memory", async () => {
    const { testApp, people: [ada, ben], read } = await givenThree();
    const decoder = new TextDecoder();
    const { parts, markups } = testApp.publicJson;
    const kept = () =>
      [
        ...[...parts.entries()].map(([key, { part }]) =>
          key + decoder.decode((part as unknown as { html: Uint8Array }).html)
        ),
        ...[...markups.values()].flatMap(Object.values).map((html) => decoder.decode(html)),
      ].join();
    const paths = ["/directory", `/alumni/${ada?.memberId}`];
    const look = async () => {
      for (const path of [...paths, ...paths]) await read(path, ben?.session());
    };
    await look();
    // Looking at a profile for the first time is recorded, which is a change.
    await look();
    expect(parts.size).toBe(paths.length);
    expect(markups.size).toBe(3);
    expect(kept()).toContain("Ada");
    await ada?.patch("/api/profile", { isVisible: false });
    expect(kept()).not.toContain("Ada");
    await look();
    expect(kept()).not.toContain("Ada");
  });

  it("are not used while another process is ahead in the read tables", async () => {
    const { testApp, people: [ada, ben], read } = await givenThree();
    expect((await read("/directory", ben?.session())).html).toContain("Ada");
    // As another process would: the event and the read tables, but not this process's index.
    const cause = { actorId: "test", correlationId: "test", causationId: "test" };
    const hide = { type: "ChangeProfile", fields: {}, isVisible: false } as const;
    await testApp.members.execute(ada?.memberId ?? "", hide, cause);
    await testApp.readModel.catchUp();
    expect((await read("/directory", ben?.session())).html).not.toContain("Ada");
    expect((await read(`/alumni/${ada?.memberId}`, ben?.session())).status).toBe(403);
  });

  it("do not outlive what another process records by more than its next look", async () => {
    const { testApp, people, readAnew } = await givenThree();
    const beside = await realSiteForTest({ beside: testApp });
    const [ada, ben, cleo] = people;
    if (ada === undefined || ben === undefined || cleo === undefined) throw new Error("Nobody");
    const paths = pagesOf(people);
    // What one comparison has put there is what the next must not find.
    async function compare() {
      for (const session of people.map((person) => person.session())) {
        for (const path of paths) {
          expect(await beside.read(path, session)).toEqual(await readAnew(path, session));
        }
      }
    }
    await compare();
    for (
      const whats of [["withhold", "keepContacts", "block"], ["becomeCadet"], ["hide"], ["erase"]]
    ) {
      for (const what of whats) expect((await changes[what]?.(ada, ben))?.ok).toBe(true);
      if (whats.includes("hide")) {
        // Also before that look: nobody finds in it who has just hidden.
        expect((await beside.read("/directory", cleo.session())).html).not.toContain("Ada");
        expect((await beside.read(`/alumni/${ada.memberId}`, cleo.session())).status).toBe(403);
      }
      await beside.testApp.follow();
      await compare();
    }
  }, 60_000);

  it("follow what staff set, here and in another process", async () => {
    const { testApp, people, read, readAnew } = await givenThree({ cadreCode: "code" });
    const beside = await realSiteForTest({ beside: testApp });
    const stan = await testApp.member({ role: "cadre", cadreCode: "code" });
    const [ada] = people;
    const set = async (command: SettingsCommand) => {
      const session = { id: "session", confirmedAtMs: Date.now() };
      const origin = { requestId: "test", ip: "192.0.2.1", session };
      await testApp.product.settings.execute(stan.memberId, command, origin);
    };
    const found = ["/alumni?search=drones", "/alumni?search=unmanned"];
    const paths = [...pagesOf(people), "/?mode=register", ...found];
    const states = new Set<string>();
    async function compare() {
      for (const session of [...people.map((person) => person.session()), undefined]) {
        for (const path of paths) {
          const expected = await readAnew(path, session);
          for (const site of [read, read, beside.read]) {
            expect(await site(path, session)).toEqual(expected);
          }
          states.add(expected.html);
        }
      }
    }
    const until = "2026-12-24";
    const steps: readonly (() => Promise<unknown>)[] = [
      () => set({ type: "AddTopic", label: "Drones" }),
      async () => await ada?.patch("/api/profile", { helpTopics: ["Drones"] }),
      () => set({ type: "RenameTopic", id: "own-1", label: "Unmanned" }),
      () => set({ type: "Announce", text: "Dining-in on Friday", until }),
      () => set({ type: "ChangeSettings", supportEmail: "rotc@example.edu" }),
      () => set({ type: "WithdrawTopic", id: "own-1" }),
      () => set({ type: "EndAnnouncement" }),
      () => set({ type: "ChangeSettings", admission: "invited" }),
    ];
    await compare();
    for (const step of steps) {
      await step();
      await beside.testApp.follow();
      await compare();
    }
    const all = [...states].join();
    expect((await beside.read("/?mode=register")).html).not.toContain("Sign up");
    for (const text of ["Drones", "Unmanned", "Dining-in", "rotc@example.edu"]) {
      expect(all).toContain(text);
    }
  }, 60_000);

  it("take no memory for what is asked for once, and no more for a thousand different views", async () => {
    const { testApp, people: [ada], read } = await givenThree();
    await read("/directory", ada?.session());
    expect(testApp.publicJson.parts.size).toBe(0);
    await read("/directory", ada?.session());
    const { parts } = testApp.publicJson;
    const [, one] = [...parts.entries()][0] ?? [];
    expect(parts.maxSize).toBe(32 * 2 ** 20);
    for (let at = 0; at < 1000; at++) {
      parts.set(`directory ${at}`, { part: { byteLength: 100_000 }, slots: one?.slots ?? [] });
    }
    expect(parts.calculatedSize).toBeLessThanOrEqual(parts.maxSize);
    expect(parts.size).toBeLessThan(350);
    expect(await testApp.metrics.text()).toMatch(/alumni_page_cache_bytes 3\d{7}\n/);
    expect(await testApp.metrics.text()).toContain('alumni_page_cache_reads_total{outcome="hits"}');
  });
});
