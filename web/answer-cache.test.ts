import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { someProfile, type TestAppOptions } from "../api/testing/app.ts";
import { confirmAddress } from "../api/testing/connected.ts";
import type { SettingsCommand } from "../events/program/decide-settings.ts";
import { anImage, havePicture, savePicture } from "../api/testing/pictures.ts";
import { JsonAnswer } from "../api/answers/json-answer.ts";
import { shownTo } from "../api/answers/shown-to.ts";
import { PagePart } from "./page-part.tsx";
import { realSiteForTest } from "./testing/real-site.ts";

type Site = Awaited<ReturnType<typeof realSiteForTest>>;
type Member = Awaited<ReturnType<Site["testApp"]["member"]>>;

/** Actions of a member, with another member if they concern one, that change what someone sees. */
const changes: Readonly<Record<string, (by: Member, other: Member) => Promise<Response>>> = {
  hide: (by) => by.patch("/api/profile", { isVisible: false }),
  show: (by) => by.patch("/api/profile", { isVisible: true }),
  withhold: (by) => by.patch("/api/profile", { sharedFields: { location: false } }),
  share: (by) => by.patch("/api/profile", { sharedFields: { location: true } }),
  move: (by) => by.patch("/api/profile", { location: "Zanzibar & <Zürich>" }),
  rename: (by) => by.patch("/api/user", { firstName: "Zoë", lastName: "O'Neil" }),
  showFace: async (by) => await savePicture(by, await anImage()),
  keepContacts: (by) =>
    by.does(({ contacts }, me, origin) =>
      contacts.changeAudiences(me, { primaryEmail: "connections" }, origin)
    ),
  giveContacts: (by) =>
    by.does(({ contacts }, me, origin) =>
      contacts.changeAudiences(me, { primaryEmail: "members" }, origin)
    ),
  becomeCadet: (by) => by.post("/api/auth/select-role", { role: "cadet" }),
  becomeAlumni: (by) => by.post("/api/auth/select-role", { role: "alumni" }),
  ask: (by, other) => ask(by, other),
  async meet(by, other) {
    const asked = await ask(by, other);
    if (!asked.ok) return asked;
    const { id } = await asked.json();
    return await other.act(id, { type: "Accept", way: "site" });
  },
  block: (by, other) => by.block(other.memberId),
  takeRequests: (by) =>
    by.does(({ connections }, me, origin) =>
      connections.changeSettings(me, { takesRequests: true }, origin)
    ),
  stopTaking: (by) =>
    by.does(({ connections }, me, origin) =>
      connections.changeSettings(me, { takesRequests: false }, origin)
    ),
  erase: (by) => by.delete("/api/account"),
};
const ask = (by: Member, other: Member) =>
  by.ask({ memberId: other.memberId, topics: [], note: "Hello" });

const names = Object.keys(changes);
/** Erasure comes last, since an erased member can do nothing more. */
const story = fc.record({
  whats: fc.shuffledSubarray(names.filter((name) => name !== "erase"), {
    minLength: 8,
    maxLength: 9,
  }),
  who: fc.infiniteStream(fc.nat(2)),
});

async function givenThree(options: TestAppOptions = {}) {
  const admission = { by: "confirmed", domains: [] } as const;
  const site = await realSiteForTest({ cadreCode: "code", admission, ...options });
  const people: Member[] = [];
  for (const firstName of ["Ada", "Ben", "Cleo"]) {
    const role = firstName === "Cleo" ? "cadet" : "alumni";
    const person = await site.testApp.member({ firstName, role });
    const profile = { ...someProfile, location: "Waco, TX", bio: `I am ${firstName}` };
    expect((await person.post("/api/profile", profile)).status).toBe(201);
    // Without this, no one could be asked for help.
    await confirmAddress(site.testApp, person.memberId);
    // Tests a card with a picture beside cards without.
    if (firstName === "Ben") await havePicture(person);
    people.push(person);
  }
  await site.testApp.follow();
  return { ...site, people };
}

/** Pages and calls that show people. */
const pathsOf = (people: readonly Member[]) => [
  ...["/", "/directory", "/alumni?search=waco", "/directory?search=zzz", "/profile"],
  ...["/api/directory", "/api/directory?search=waco", "/api/suggestions?search=a"],
  ...["/api/profiles?limit=10", "/api/profile", "/connections"],
  // The call shows contacts, and so does the page after it.
  ...people.flatMap(({ memberId }) => [`/api/profile/${memberId}`, `/alumni/${memberId}`]),
];

interface Look {
  readonly session: string | undefined;
  readonly path: string;
}

/** Viewers' answers: all viewers one after the other, and then the same without any cache. */
async function compare(
  looks: readonly Look[],
  { read, readAnew }: Pick<Site, "read" | "readAnew">,
) {
  const look = async () => {
    const pages = [];
    for (const { path, session } of looks) pages.push(await read(path, session));
    return pages;
  };
  const first = await look();
  const fromCache = await look();
  for (const [at, { path, session }] of looks.entries()) {
    expect(fromCache[at], path).toEqual(first[at]);
    expect(fromCache[at], path).toEqual(await readAnew(path, session));
  }
  // Answers cached now must not appear after the next change.
  await look();
  return first;
}

/** Viewers of every kind, including unapproved ones. */
async function givenViewers({ testApp }: Pick<Site, "testApp">): Promise<(string | undefined)[]> {
  const sessions: (string | undefined)[] = [undefined];
  for (let at = 0; at < 30; at++) {
    const role = ["alumni", "cadet", "cadre"][at % 3];
    const viewer = await testApp.member({ firstName: `Viewer ${at}`, role, cadreCode: "code" });
    if (at % 5 !== 0) await confirmAddress(testApp, viewer.memberId);
    sessions.push(viewer.session());
  }
  return sessions;
}

/** Returns a function that counts answers served from the cache since. */
function countCached(answers: Site["testApp"]["answers"]): () => number {
  let count = 0;
  const read = answers.read.bind(answers);
  vi.spyOn(answers, "read").mockImplementation(async (key, make) => {
    count++;
    return await read(key, () => {
      count--;
      return make();
    });
  });
  return () => count;
}

describe("answers from the cache", () => {
  it("equal freshly made answers byte for byte, for 200 viewers and states", async () => {
    const site = await givenThree();
    const { people } = site;
    const paths = pathsOf(people);
    const viewers = await givenViewers(site);
    let turn = 0;
    /**
     * Members affected by the changes request everything; each of the others requests one path, in
     * turn.
     */
    const looks = () => [
      ...people.flatMap((person) => paths.map((path) => ({ path, session: person.session() }))),
      ...viewers.map((session) => ({ path: paths[turn++ % paths.length] ?? "/", session })),
    ];
    let compared = 0;
    const cached = countCached(site.testApp.answers);
    await fc.assert(
      fc.asyncProperty(story, async ({ whats, who }) => {
        const done: string[] = [];
        for (const what of [...whats, "erase"]) {
          const at: number = who.next().value ?? 0;
          const [by, other] = [people[at], people[(at + 1) % people.length]];
          if (by === undefined || other === undefined) continue;
          const answer = await changes[what]?.(by, other);
          // Refused actions change nothing.
          if (!answer?.ok) continue;
          done.push(what);
          await compare(looks(), site);
          compared += people.length + viewers.length;
        }
        expect(done.length).toBeGreaterThan(5);
      }),
      { numRuns: 1 },
    );
    // The number of viewers times states.
    expect(compared).toBeGreaterThanOrEqual(200);
    expect(cached()).toBeGreaterThan(100);
  });

  it("are never another viewer's, in any order of requests", async () => {
    const site = await givenThree();
    const viewers = await givenViewers(site);
    const paths = ["/", "/directory", "/api/directory", "/api/suggestions?search=a"];
    await compare(paths.flatMap((path) => viewers.map((session) => ({ path, session }))), site);
    await compare(
      paths.flatMap((path) => viewers.toReversed().map((session) => ({ path, session }))),
      site,
    );
  });

  it("show changes immediately, to everyone", async () => {
    const { testApp, people: [ada, ben, cleo], read } = await givenThree();
    const staff = await testApp.member({ role: "cadre", cadreCode: "code" });
    await confirmAddress(testApp, staff.memberId);
    const paths = ["/directory", "/alumni", "/api/directory", "/api/profiles"];
    const texts = async () => {
      const all = [];
      for (const one of [ben, cleo, staff]) {
        for (const path of paths) all.push((await read(path, one?.session())).html);
      }
      return all;
    };
    const countOf = async (text: string) =>
      (await texts()).filter((page) => page.includes(text)).length;
    for (const company of ["Initech", "Hooli"]) {
      await ada?.patch("/api/profile", { company });
      expect([await countOf(company), await countOf(company)]).toEqual([12, 12]);
    }
    expect(await countOf("Initech")).toBe(0);
    await ada?.patch("/api/profile", { isVisible: false });
    expect(await countOf("Hooli")).toBe(0);
  });

  const hiding: typeof changes = {
    ...changes,
    remove: (by) => by.does(({ profiles }, me, origin) => profiles.remove(me, origin)),
  };
  it.each([["hide", "Ada"], ["remove", "Ada"], ["erase", "Ada"], ["withhold", "Waco"]])(
    "have nothing of what someone has just hidden, also not in memory: %s",
    async (what, text) => {
      const { testApp, people: [ada, ben, cleo], read } = await givenThree();
      for (const other of [ben, cleo]) await other?.patch("/api/profile", { location: "Reno, NV" });
      const decoder = new TextDecoder();
      const cached = () =>
        testApp.answers.contents().map(([key, answer]) => {
          if (answer instanceof PagePart) return key + decoder.decode(answer.html);
          if (answer instanceof JsonAnswer) return key + decoder.decode(answer.bytes);
          return key + JSON.stringify(answer);
        }).join();
      const kinds = () =>
        testApp.answers.contents().map(([key]) => JSON.parse(key)[1].split(" ")[0]).toSorted();
      const paths = ["/directory", `/alumni/${ada?.memberId}`];
      const look = async () => {
        for (const path of [...paths, ...paths]) await read(path, ben?.session());
      };
      await look();
      // The first view of a profile is logged, which is a change.
      await look();
      // The page and what it offers, without the profile, which is for one viewer.
      expect(kinds()).toEqual(["facets", "page"]);
      expect(cached()).toContain(text);
      expect((await hiding[what]?.(ada!, ben!))?.ok).toBe(true);
      expect(cached()).not.toContain(text);
      await look();
      expect(cached()).not.toContain(text);
    },
  );

  it("aren't used while another process is ahead in the read tables", async () => {
    const { testApp, people: [ada, ben], read } = await givenThree();
    expect((await read("/directory", ben?.session())).html).toContain("Ada");
    // Writes the event and the read tables as another process would, but not this process's index.
    const cause = { actorId: "test", correlationId: "test" };
    const hide = { type: "ChangeProfile", fields: {}, isVisible: false } as const;
    await testApp.members.execute(ada?.memberId ?? "", hide, cause);
    expect((await read("/directory", ben?.session())).html).not.toContain("Ada");
    expect((await read(`/alumni/${ada?.memberId}`, ben?.session())).status).toBe(403);
  });

  it("expire at the next check after another process appends an event", async () => {
    const { testApp, people, readAnew } = await givenThree();
    const beside = await realSiteForTest({ beside: testApp });
    const [ada, ben, cleo] = people;
    if (ada === undefined || ben === undefined || cleo === undefined) throw new Error("Nobody");
    const looks = people.flatMap((person) =>
      pathsOf(people).map((path) => ({ path, session: person.session() }))
    );
    // One comparison fills the cache, which the next must not use.
    const compareBoth = () => compare(looks, { read: beside.read, readAnew });
    await compareBoth();
    for (
      const whats of [["withhold", "keepContacts", "block"], ["becomeCadet"], ["hide"], ["erase"]]
    ) {
      for (const what of whats) expect((await changes[what]?.(ada, ben))?.ok).toBe(true);
      if (whats.includes("hide")) {
        // Even before that check, members who just hid are not found.
        expect((await beside.read("/directory", cleo.session())).html).not.toContain("Ada");
        expect((await beside.read(`/alumni/${ada.memberId}`, cleo.session())).status).toBe(403);
      }
      await beside.testApp.follow();
      await compareBoth();
    }
  });

  it("follow staff's settings, here and in another process", async () => {
    const { testApp, people, read, readAnew } = await givenThree({ admission: undefined });
    const beside = await realSiteForTest({ beside: testApp, cadreCode: "code" });
    const stan = await testApp.member({ role: "cadre", cadreCode: "code" });
    await confirmAddress(testApp, stan.memberId);
    const [ada] = people;
    const set = async (command: SettingsCommand) => {
      const session = { id: "session", proofs: { password: Date.now() } };
      const origin = { requestId: "test", ip: "192.0.2.1", session };
      await testApp.product.settings.execute(stan.memberId, command, origin);
    };
    const found = ["/alumni?search=drones", "/alumni?search=unmanned"];
    const paths = ["/", "/?mode=register", "/directory", "/api/directory", ...found];
    paths.push(`/alumni/${ada?.memberId}`);
    const looks = [ada?.session(), undefined].flatMap((session) =>
      paths.map((path) => ({ path, session }))
    );
    const states = new Set<string>();
    async function compareBoth() {
      for (const { html } of await compare(looks, { read, readAnew })) states.add(html);
      await compare(looks, { read: beside.read, readAnew });
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
    await compareBoth();
    for (const step of steps) {
      await step();
      await beside.testApp.follow();
      await compareBoth();
    }
    const all = [...states].join();
    expect((await beside.read("/?mode=register")).html).not.toContain("Sign up");
    for (const text of ["Drones", "Unmanned", "Dining-in", "rotc@example.edu"]) {
      expect(all).toContain(text);
    }
  });

  it("take bounded memory for a thousand different views", async () => {
    const { testApp, people: [ada], read } = await givenThree();
    await read("/directory", ada?.session());
    const { answers } = testApp;
    const shown = shownTo(await testApp.readModel.members.byId(ada?.memberId ?? ""));
    for (let at = 0; at < 1000; at++) {
      await answers.read({ shown, address: `page ${at}` }, () => ({ byteLength: 100_000 }));
    }
    const sizes = answers.contents().map(([, { byteLength }]) => byteLength);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(64 * 2 ** 20);
  });
});
