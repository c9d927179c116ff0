import { expect, it } from "vitest";
import { dayMs } from "../../../api/testing/connected.ts";
import { staffSite, textOf } from "../../testing/staff-site.ts";

async function program() {
  const clock = { ms: Date.parse("2026-11-25T12:00:00.000Z") };
  const site = await staffSite({ now: () => new Date(clock.ms) });
  const casey = await site.person("Casey", "cadet");
  const { database } = site.testApp;
  return {
    ...site,
    casey,
    pass: (ms: number) => void (clock.ms += ms),
    tell: (who: typeof casey, topic: string, back = "/directory") =>
      site.send("/directory/uncovered", { topics: topic, back }, who.session()),
    told: async () =>
      (await database.read("SELECT * FROM uncovered_topics")).map(({ day, topic, told }) => ({
        ...{ day, topic, told },
      })),
    logged: async () =>
      Number((await database.read("SELECT max(position) AS last FROM events"))[0]?.last),
    home: async () => textOf((await site.read("/", site.stan.session())).html),
  };
}

it("is offered only for a selected or typed topic that no one offers", async () => {
  const { read, casey, person, testApp } = await program();
  await person("Dana", "alumni", ["Networking"]);
  const hidden = await person("Hal", "alumni", ["Ranger School"]);
  await hidden.patch("/api/profile", { isVisible: false });
  await testApp.settled();
  const offers = async (path: string) =>
    textOf((await read(path, casey.session())).html).match(/No one helps with .*? yet\./)?.[0];
  expect(await offers("/alumni?helpTopics=Ranger+School")).toBe(
    "No one helps with Ranger School yet.",
  );
  expect(await offers("/directory?search=who+helps+with+BOLC+preparation")).toBe(
    "No one helps with BOLC Prep yet.",
  );
  expect(await offers("/directory?search=getting+out+of+the+army")).toBe(
    "No one helps with Career Transition yet.",
  );
  // Alumni help with it, only no cadre do.
  expect(await offers("/cadre?helpTopics=Networking")).toBeUndefined();
  expect(await offers("/directory?search=falconry")).toBeUndefined();
});

it("is counted by topic and day, with thanks, and without the reporter", async () => {
  const { casey, person, tell, told, logged } = await program();
  const drew = await person("Drew", "alumni", ["Networking"]);
  const before = await logged();
  const back = "/alumni?helpTopics=Ranger+School&search=dana";
  const answer = await tell(casey, "Ranger School", back);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, back]);
  expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain(
    "Thanks for telling",
  );
  const away = await tell(drew, "Ranger School", "https://elsewhere.example/");
  expect(away.headers.get("Location")).toBe("/directory");
  // One topic is offered by someone, and the other isn't one of the program's.
  for (const topic of ["Networking", "my own words"]) await tell(casey, topic);
  expect(await told()).toEqual([{ day: "2026-11-25", topic: "Ranger School", told: 2 }]);
  // The event log, which is never deleted, doesn't contain it.
  expect(await logged()).toBe(before);
});

it("is counted at most five times a day per member", async () => {
  const { casey, tell, told, pass } = await program();
  for (let times = 0; times < 5; times++) await tell(casey, "Ranger School");
  const refused = await tell(casey, "PCS Tips");
  expect(decodeURIComponent(refused.headers.get("Set-Cookie") ?? "")).toContain(
    "Try again tomorrow",
  );
  expect(await told()).toEqual([{ day: "2026-11-25", topic: "Ranger School", told: 5 }]);
  pass(dayMs + 60_000);
  await tell(casey, "PCS Tips");
  expect(await told()).toContainEqual({ day: "2026-11-26", topic: "PCS Tips", told: 1 });
});

it("is shown to staff for 30 days, as counts of five or more, until someone offers it", async () => {
  const { casey, person, tell, home, pass, read } = await program();
  const [drew, emery] = [await person("Drew", "cadet"), await person("Emery", "cadet")];
  for (const who of [casey, drew, drew, drew, emery]) await tell(who, "Ranger School");
  await tell(emery, "PCS Tips");
  expect(await home()).toContain("Ranger School: 5 times PCS Tips: fewer than 5 times");
  expect(textOf((await read("/", casey.session())).html)).not.toContain("What no one covers");
  await person("Dana", "alumni", ["Ranger School"]);
  expect(await home()).toContain("What no one covers");
  expect(await home()).not.toContain("Ranger School: 5");
  pass(31 * dayMs);
  expect(await home()).not.toContain("What no one covers");
});
