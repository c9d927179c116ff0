import { expect, it } from "vitest";
import { answerOf, appForTest } from "../testing/app-for-test.ts";
import { someProfile } from "../testing/app.ts";

const tooMany = {
  status: 429,
  body: {
    message: "You've viewed too many profiles. Narrow your search, or try again in an hour.",
  },
};

it("limits how many different profiles a member reads, also those that others have read", async () => {
  const app = await appForTest({ limits: { profilesPerMember: 2 } });
  for (const [at, armyBranch] of ["Armor", "Armor", "Aviation"].entries()) {
    const owner = await app.member({ firstName: `Zebulon${at}` });
    await owner.post("/api/profile", { ...someProfile, armyBranch });
  }
  const [casey, robin] = [await app.member(), await app.member()];
  const armor = "/api/directory?armyBranches=Armor";
  const status = async (path: string, reader = casey) => (await reader.get(path)).status;
  expect(await status(armor, robin)).toBe(200);
  for (let time = 0; time < 3; time++) expect(await status(armor)).toBe(200);
  expect(await status("/api/profiles?armyBranches=%5B%22Armor%22%5D")).toBe(200);
  const refused = await casey.get("/api/directory");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3500);
  expect(await answerOf(refused)).toEqual(tooMany);
  expect(await answerOf(await casey.get("/api/profiles"))).toEqual(tooMany);
  expect(await answerOf(await casey.get("/api/directory?armyBranches=Aviation"))).toEqual(tooMany);
  expect(await status(armor)).toBe(200);
  // Names that complete what is typed are those of people, too.
  expect(await answerOf(await casey.get("/api/suggestions?search=zebulon2"))).toEqual(tooMany);
  expect(app.logged.map(({ event }) => event).join()).not.toContain("Zebulon");
});
