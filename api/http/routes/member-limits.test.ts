import { describe, expect, it } from "vitest";
import { answerOf, appForTest, appWithMember, withMessage } from "../../testing/app-for-test.ts";
import { confirmAddress } from "../../testing/connected.ts";
import { type Browser, someone, someProfile } from "../../testing/app.ts";

const tooManyChanges = withMessage(429, "Too many changes. Try again later.");

it("changes by a member are limited to 60 an hour, of any kind", async () => {
  const { app, member } = await appWithMember(undefined, someone);
  const other = await app.member();
  expect((await member.post("/api/profile", someProfile)).status).toBe(201);
  for (let turn = 0; turn < 57; turn++) {
    const change = turn % 2 === 0
      ? await member.patch("/api/profile", { bio: `${turn}` })
      : await member.patch("/api/user", { firstName: `Jane ${turn}` });
    expect(change.status).toBe(200);
  }
  expect((await member.post("/api/auth/select-role", { role: "cadet" })).status).toBe(200);
  expect((await member.does(({ profiles }, me, origin) => profiles.remove(me, origin))).status)
    .toBe(204);
  const refused = await member.patch("/api/user", { firstName: "Jane" });
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
  expect(await answerOf(refused)).toEqual(tooManyChanges);
  for (
    const answer of [
      await member.post("/api/profile", someProfile),
      await member.patch("/api/profile", { bio: "more" }),
      await member.does(({ profiles }, me, origin) => profiles.remove(me, origin)),
      await member.post("/api/auth/select-role", { role: "alumni" }),
    ]
  ) expect(await answerOf(answer)).toEqual(tooManyChanges);
  expect((await other.patch("/api/user", { firstName: "Joe" })).status).toBe(200);
  expect((await member.get("/api/user")).status).toBe(200);
  expect((await member.delete("/api/account")).status).toBe(204);
});

describe("asking whether a name or an address is taken", () => {
  const probe = (browser: Browser, number: number, ask?: { readonly ip: string }) =>
    browser.post("/api/register", {
      ...someone,
      ...(number % 2 === 0 ? { username: `new${number}` } : { email: `new${number}@example.com` }),
    }, ask);

  it("is limited to 20 an hour from one address", async () => {
    const app = await appForTest();
    await app.member(someone);
    for (let number = 0; number < 20; number++) {
      expect((await probe(app.browser(), number)).status).toBe(409);
    }
    const refused = await probe(app.browser(), 20);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect(await answerOf(refused)).toEqual(
      withMessage(429, "Too many attempts with a taken username or email. Try again later."),
    );
    const free = { ...someone, username: "free", email: "free@example.com" };
    // Free names aren't revealed, either.
    expect((await app.browser().post("/api/register", free)).status).toBe(429);
    expect((await app.browser().post("/api/register", free, { ip: "192.0.2.2" })).status).toBe(201);
    expect(await app.database.read("SELECT * FROM credentials")).toHaveLength(2);
  });

  it("is limited for each member, without other effects", async () => {
    const app = await appForTest({ limits: { takenNames: 2 } });
    await app.member(someone);
    const member = await app.member();
    const take = (details: object) => member.patch("/api/user", details, { ip: "192.0.2.9" });
    expect((await take({ username: someone.username })).status).toBe(409);
    expect((await take({ email: someone.email })).status).toBe(409);
    expect((await take({ username: someone.username })).status).toBe(429);
    expect((await take({ username: "free" })).status).toBe(429);
    expect((await take({ username: "member2", firstName: "Joe" })).status).toBe(200);
    expect((await app.member()).memberId).toBeDefined();
  });

  it("uses up no mails of the address's owner", async () => {
    const { app, member: owner } = await appWithMember(undefined, someone);
    const prober = await app.member();
    for (let number = 0; number < 8; number++) {
      await app.browser().post("/api/register", { ...someone, username: `new${number}` });
      await prober.patch("/api/user", { email: someone.email });
    }
    for (let turn = 0; turn < 4; turn++) {
      expect((await owner.askForLink()).status)
        .toBe(204);
    }
    expect((await owner.askForLink()).status).toBe(
      429,
    );
    // It uses up none of the caller's, either.
    for (let turn = 0; turn < 4; turn++) {
      expect((await prober.askForLink()).status)
        .toBe(204);
    }
  });
});

it("forgotten passwords are limited to 30 an hour from one address, whether or not there is an account", async () => {
  const app = await appForTest();
  await app.member(someone);
  const ask = async (email: string, ip?: string) =>
    await app.browser().post("/api/forgot-password", { email }, ip ? { ip } : {});
  for (let turn = 0; turn < 30; turn++) {
    expect((await ask(`nobody${turn}@example.com`)).status).toBe(200);
  }
  for (const email of [someone.email, "nobody@example.com"]) {
    const refused = await ask(email);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect(await answerOf(refused)).toEqual(
      withMessage(429, "Too many requests for a reset link. Try again later."),
    );
  }
  expect((await ask(someone.email, "192.0.2.2")).status).toBe(200);
  await app.sendMail();
  expect(app.mails.filter(({ subject }) => subject.startsWith("Reset your "))).toHaveLength(1);
});

const tooMany = withMessage(429, "You've viewed too many profiles. Try again in an hour.");

it("limits the different profiles that a member reads, including those that others have read", async () => {
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
  const refused = await casey.get("/api/directory");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3500);
  expect(await answerOf(refused)).toEqual(tooMany);
  expect(await answerOf(await casey.get("/api/profiles"))).toEqual(tooMany);
  expect(await answerOf(await casey.get("/api/directory?armyBranches=Aviation"))).toEqual(tooMany);
  expect(await status(armor)).toBe(200);
  // Suggested names count as profiles, too.
  expect(await answerOf(await casey.get("/api/suggestions?search=zebulon2"))).toEqual(tooMany);
  expect(app.logged.map(({ event }) => event).join()).not.toContain("Zebulon");
});

it("shares one limit among strangers on a network, but not with members known to the program", async () => {
  const app = await appForTest({
    // Two people have read, and a page is left.
    limits: { profilesPerStranger: 25 },
    admission: { by: "open", domains: ["known.example.edu"] },
  });
  for (const armyBranch of ["Armor", "Aviation", "Infantry"]) {
    const owner = await app.member();
    await owner.post("/api/profile", { ...someProfile, armyBranch });
  }
  const [casey, robin] = [await app.member(), await app.member()];
  const kim = await app.member({ email: "kim@known.example.edu" });
  await confirmAddress(app, kim.memberId);
  const answer = async (reader: Browser, branch: string, ip: string) =>
    await answerOf(await reader.get(`/api/directory?armyBranches=${branch}`, { ip }));
  expect(await answer(casey, "Armor", "192.0.2.7")).toMatchObject({ status: 200 });
  expect(await answer(robin, "Armor", "192.0.2.7")).toMatchObject({ status: 200 });
  expect(await answer(casey, "Aviation", "192.0.2.7")).toMatchObject({ status: 200 });
  const shared = "People on your network have viewed too many profiles. Try again in an hour.";
  expect(await answer(robin, "Infantry", "192.0.2.7")).toEqual(withMessage(429, shared));
  for (const branch of ["Armor", "Aviation", "Infantry"]) {
    expect(await answer(kim, branch, "192.0.2.7")).toMatchObject({ status: 200 });
  }
  expect(await answer(robin, "Infantry", "192.0.2.8")).toMatchObject({ status: 200 });
});
