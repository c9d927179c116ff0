import { expect, it } from "vitest";
import { createEmbeddedSearch } from "../../../search/embedded/embedded.ts";
import { connectedOn, dayMs } from "../../../api/testing/connected.ts";
import { someone } from "../../../api/testing/app.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { paths } from "../../paths.ts";

/** A search engine that counts its queries. */
function countingSearch() {
  const engine = createEmbeddedSearch();
  const asked = { times: 0 };
  return {
    asked,
    search: {
      ...engine,
      find: (...query: Parameters<typeof engine.find>) => (asked.times++, engine.find(...query)),
      suggest: (...query: Parameters<typeof engine.suggest>) => (
        asked.times++, engine.suggest(...query)
      ),
    },
  };
}

/** Casey, whose request has had no answer for a week, and who has reached the profile limit. */
async function given() {
  const clock = { ms: Date.parse("2026-11-20T12:00:00Z") };
  const { asked, search } = countingSearch();
  const site = await realSiteForTest({
    now: () => new Date(clock.ms),
    limits: { profilesPerMember: 3 },
    search,
  });
  const { person, ask } = connectedOn(site.testApp, clock);
  const casey = await person("Casey");
  const [morgan] = await Promise.all(["Morgan", "Ada", "Bo"].map((name) => person(name, "alumni")));
  const id = await ask(casey, morgan!);
  clock.ms += 8 * dayMs;
  await casey.post("/api/login", { username: "login-Casey", password: someone.password });
  await site.testApp.follow();
  expect((await site.read("/alumni", casey.session())).status).toBe(200);
  return { ...site, asked, casey, id };
}

it("doesn't search for a reader over their limit, in any list, search or suggestion", async () => {
  const { asked, casey, id, read } = await given();
  const before = asked.times;
  for (
    const path of [
      ...["/api/profiles", "/api/profiles?limit=1", "/api/profiles?search=ada"],
      ...["/api/directory", "/api/directory?search=ada&page=2", "/api/directory?search=nobody"],
      ...["/api/suggestions?search=a", "/api/suggestions?search=lastada"],
      ...["/directory", "/directory?search=ada", "/alumni?sort=name", "/cadre?search=ada"],
    ]
  ) {
    expect([path, (await read(path, casey.session())).status]).toEqual([path, 429]);
  }
  const others = await casey.does(({ connections }, me, from) => connections.others(me, id, from));
  expect(others.status).toBe(429);
  for (const path of [paths.home(), `/connections/${id}`]) {
    expect([path, (await read(path, casey.session())).status]).toEqual([path, 200]);
  }
  expect(asked.times).toBe(before);
  // Answers that were read and are still cached can be read again.
  expect((await read("/alumni", casey.session())).status).toBe(200);
  expect(asked.times).toBe(before);
});

it("doesn't search for topics reported beyond a day's limit", async () => {
  const { asked, casey, testApp } = await given();
  const topics = testApp.product.settings.topics().offered;
  const report = (some: readonly string[]) =>
    testApp.product.uncovered.report(casey.memberId, some);
  // Networking is offered, so it doesn't count.
  await report(["Networking", ...topics.filter((topic) => topic !== "Networking").slice(0, 4)]);
  await report(topics.filter((topic) => topic !== "Networking").slice(4, 5));
  const before = asked.times;
  await expect(report(topics.slice(0, 6))).rejects.toMatchObject({ status: 429 });
  await expect(report(["Networking"])).rejects.toMatchObject({ status: 429 });
  expect(asked.times).toBe(before);
});
