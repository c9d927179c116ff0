import { describe, expect, it } from "vitest";
import { privacySwitches } from "../../../events/vocabulary.ts";
import { noFilters } from "../../../search/profile-search.ts";
import { someProfile, type TestApp } from "../../testing/app.ts";
import { answerOf, appForTest, appWithMember, withMessage } from "../../testing/app-for-test.ts";

type Input = Readonly<Record<string, unknown>>;

/** Members with profiles, by first name. */
async function givenProfiles(app: TestApp, profiles: Readonly<Record<string, Input>>) {
  const members = [];
  for (const [firstName, { role = "alumni", ...profile }] of Object.entries(profiles)) {
    const member = await app.member({ firstName, role: String(role) });
    await member.post("/api/profile", { ...someProfile, ...profile });
    members.push(member);
  }
  return members;
}

const names = (profiles: readonly { user: { firstName: string } }[]) =>
  profiles.map(({ user }) => user.firstName);

async function found(browser: { get(path: string): Promise<Response> }, query: string) {
  const answer = await browser.get(`/api/directory?${query}`);
  expect(answer.status).toBe(200);
  const body = await answer.json();
  return { ...body, names: names(body.profiles) };
}

const list = (...values: string[]) => encodeURIComponent(JSON.stringify(values));

describe("GET /api/directory", () => {
  it("answers with one page, the total and the counts of each group", async () => {
    const app = await appForTest();
    const [member] = await givenProfiles(app, {
      Ann: { armyBranch: "Armor", industry: "Technology", location: "Austin" },
      Ben: { armyBranch: "Aviation", industry: "Finance", helpTopics: ["Networking"] },
      Cem: { armyBranch: "Aviation", role: "cadre" },
    });
    const answer = await found(member!, "sort=name");
    expect(answer).toMatchObject({ names: ["Ann", "Ben", "Cem"], total: 3, page: 1 });
    expect(answer.facets).toEqual({
      armyBranches: [{ value: "Aviation", count: 2 }, { value: "Armor", count: 1 }],
      dutyStatuses: [],
      classYears: [{ value: "2018", count: 3 }],
      industries: [{ value: "Finance", count: 1 }, { value: "Technology", count: 1 }],
      locations: [{ value: "Austin", count: 1 }],
      helpTopics: [{ value: "Networking", count: 1 }],
      requests: [{ value: "Takes requests now", count: 3 }],
    });
  });

  it("accepts a list as JSON or as a repeated parameter", async () => {
    const app = await appForTest();
    const [member] = await givenProfiles(app, {
      Ann: { armyBranch: "Armor" },
      Ben: { armyBranch: "Aviation" },
      Cem: { armyBranch: "Infantry" },
    });
    const json = await found(member!, `sort=name&armyBranches=${list("Armor", "Aviation")}`);
    expect(json.names).toEqual(["Ann", "Ben"]);
    const repeated = await found(member!, "sort=name&armyBranches=Armor&armyBranches=Aviation");
    expect(repeated).toEqual(json);
    expect(json.facets.armyBranches).toHaveLength(3);
  });

  it("narrows by role and finds by text", async () => {
    const app = await appForTest();
    const [member] = await givenProfiles(app, {
      Ann: { jobTitle: "Pilot" },
      Ben: { jobTitle: "Pilot", role: "cadre", classYear: "2005-2007" },
    });
    expect((await found(member!, "search=pilot&role=cadre")).names).toEqual(["Ben"]);
    expect((await found(member!, "search=pilo&sort=name")).names).toEqual(["Ann", "Ben"]);
    expect((await found(member!, "search=baker")).total).toBe(0);
  });

  it("counts matches by role, without hidden profiles", async () => {
    const app = await appForTest();
    const [ann, , , dov] = await givenProfiles(app, {
      Ann: { jobTitle: "Pilot" },
      Ben: { jobTitle: "Pilot", armyBranch: "Finance" },
      Cem: { jobTitle: "Pilot", role: "cadre" },
      Dov: { jobTitle: "Pilot", role: "cadet", rank: "CDT" },
      Eli: { jobTitle: "Baker", role: "cadet", rank: "CDT" },
    });
    const rolesOf = async (query: string) => (await found(ann!, query)).roles;
    expect(await rolesOf("search=pilot")).toEqual({ alumni: 2, cadre: 1, cadet: 1 });
    expect(await rolesOf("search=pilot&armyBranches=Finance"))
      .toEqual({ alumni: 1, cadre: 0, cadet: 0 });
    expect(await rolesOf("search=pilot&role=alumni")).toBeNull();
    // Each role would be relaxed by itself.
    expect(await rolesOf("search=pilot+falconry")).toBeNull();
    await dov!.patch("/api/profile", { isVisible: false });
    expect(await rolesOf("search=pilot")).toEqual({ alumni: 2, cadre: 1, cadet: 0 });
  });

  it("never reveals a hidden profile in results or counts", async () => {
    const app = await appForTest();
    const [ann, ben] = await givenProfiles(app, {
      Ann: { company: "Acme", industry: "Technology" },
      Ben: { industry: "Finance" },
    });
    expect((await found(ben!, "search=acme")).total).toBe(1);
    await ann!.patch("/api/profile", { isVisible: false });
    for (const browser of [ann!, ben!]) {
      expect((await found(browser, "search=acme")).total).toBe(0);
      const everyone = await found(browser, "");
      expect(everyone.names).toEqual(["Ben"]);
      expect(everyone.facets.industries).toEqual([{ value: "Finance", count: 1 }]);
    }
  });

  it("narrows by class year and duty status, and counts them", async () => {
    const app = await appForTest();
    const [member] = await givenProfiles(app, {
      Ann: { classYear: "2018", dutyStatus: "Veteran" },
      Ben: { classYear: "2012", dutyStatus: "Veteran" },
      Cem: { classYear: "2012", dutyStatus: "Active Duty" },
      Dov: { classYear: "2012-2018", dutyStatus: "Active Duty", role: "cadre" },
    });
    const answer = await found(member!, `classYears=2012&dutyStatuses=${list("Veteran")}`);
    expect(answer.names).toEqual(["Ben"]);
    expect(answer.facets).toMatchObject({
      dutyStatuses: [{ value: "Active Duty", count: 1 }, { value: "Veteran", count: 1 }],
      classYears: [{ value: "2012", count: 1 }, { value: "2018", count: 1 }],
    });
  });

  it("can't find, filter or count by fields that aren't shared", async () => {
    const app = await appForTest();
    const [ann, ben] = await givenProfiles(app, {
      Ann: {
        location: "Waco",
        industry: "Mining",
        armyBranch: "Chemical Corps",
        mos: "74A",
        helpTopics: ["Networking"],
        expertise: ["Falconry"],
        classYear: "2003",
        dutyStatus: "Veteran",
        sharedFields: Object.fromEntries(privacySwitches.map((name) => [name, false])),
      },
      Ben: {},
    });
    for (const browser of [ann!, ben!]) {
      for (const text of ["waco", "mining", "chemical", "74a", "falconry", "networking"]) {
        expect((await found(browser, `search=${text}`)).total).toBe(0);
      }
      expect((await found(browser, "armyBranches=Chemical%20Corps")).total).toBe(0);
      expect((await found(browser, "classYears=2003")).total).toBe(0);
      const { facets, profiles } = await found(browser, "search=ann");
      expect(facets).toEqual({
        ...noFilters,
        dutyStatuses: [{ value: "Veteran", count: 1 }],
        requests: [{ value: "Takes requests now", count: 1 }],
      });
      for (const name of ["location", "industry", "armyBranch", "mos", "helpTopics", "classYear"]) {
        expect(profiles[0]).not.toHaveProperty(name);
      }
    }
  });

  it("is the same, byte for byte, for every viewer, including the owner", async () => {
    const app = await appForTest();
    const [ann, ben] = await givenProfiles(app, {
      Ann: { sharedFields: { classYear: false } },
      Ben: {},
    });
    const [one, other] = await Promise.all(
      [ann!, ben!].map(async (browser) => await (await browser.get("/api/directory")).text()),
    );
    expect(one).toBe(other);
    expect(one).not.toContain("sharedFields");
  });

  it.each(["role=cadre&", "role=alumni&", ""])("has three orders: %s", async (role) => {
    let now = Date.parse("2026-11-20T12:00:00Z");
    const app = await appForTest({ now: () => new Date(now += 60_000) });
    const people = role === "role=cadre&" ? "cadre" : "alumni";
    const [member] = await givenProfiles(app, {
      Ben: { role: people, company: "Armor Works" },
      Ann: { role: people, mos: "19A", bio: "Nothing of it", company: "Other" },
      Cem: { role: people, armyBranch: "Armor" },
    });
    expect((await found(member!, `${role}sort=name`)).names).toEqual(["Ann", "Ben", "Cem"]);
    expect((await found(member!, `${role}sort=recent`)).names).toEqual(["Cem", "Ann", "Ben"]);
    expect((await found(member!, `${role}sort=relevance`)).names).toEqual(["Cem", "Ann", "Ben"]);
  });

  it("reports which parameters are wrong", async () => {
    const { member } = await appWithMember();
    const path = '/api/directory?page=0&sort=rank&role=admin&industries={"a":1}';
    expect(await answerOf(await member.get(path))).toEqual({
      status: 400,
      body: {
        message: "Must be a JSON list of strings",
        fields: {
          industries: "Must be a JSON list of strings",
          role: "Role must be cadet, alumni or cadre",
          sort: "Sort must be relevance, recent or name",
          page: "Page must be a whole number from 1",
        },
      },
    });
  });

  it("has 24 profiles on a page, and none after the last page", async () => {
    const { app, member } = await appWithMember();
    await app.members.executeAll(
      Array.from({ length: 26 }, (_, index) => ({
        memberId: crypto.randomUUID(),
        commands: [
          {
            type: "Register" as const,
            username: `bulk${index}`,
            email: `bulk${index}@example.com`,
            firstName: "Bulk",
            lastName: `No${String(index).padStart(2, "0")}`,
            role: "alumni" as const,
          },
          { type: "CreateProfile" as const, fields: someProfile },
        ],
      })),
      { actorId: "test", correlationId: "test" },
    );
    await app.follow();
    const pages = await Promise.all(
      [1, 2, 3].map((page) => found(member, `sort=name&page=${page}`)),
    );
    expect(pages.map(({ profiles }) => profiles.length)).toEqual([24, 2, 0]);
    expect(pages.map(({ total }) => total)).toEqual([26, 26, 26]);
  });
});

describe("GET /api/profiles", () => {
  it("answers with a list, and the total in a header", async () => {
    const app = await appForTest();
    const [member] = await givenProfiles(app, { Ann: {}, Ben: {}, Cem: {} });
    const answer = await member!.get("/api/profiles?sort=name&limit=1&offset=1");
    expect(answer.headers.get("X-Total-Count")).toBe("3");
    const profiles = await answer.json();
    expect(names(profiles)).toEqual(["Ben"]);
    expect(Object.keys(profiles[0].user).sort()).toEqual(
      ["firstName", "id", "isRoleConfirmed", "lastName", "profileImageUrl", "role"],
    );
  });

  it("never relaxes a search, because the answer couldn't say so", async () => {
    const app = await appForTest();
    const [member] = await givenProfiles(app, { Ann: { armyBranch: "Cyber Corps" }, Ben: {} });
    const search = "search=cyber+zeebra";
    expect((await found(member!, search)).names).toEqual(["Ann"]);
    const answer = await member!.get(`/api/profiles?${search}`);
    expect([await answer.json(), answer.headers.get("X-Total-Count")]).toEqual([[], "0"]);
  });

  it("filters by JSON lists, by either label of a topic", async () => {
    const app = await appForTest();
    const [member] = await givenProfiles(app, { Ann: { helpTopics: ["BOLC Prep"] }, Ben: {} });
    for (const topic of ["BOLC Prep", "BOLC Preparation"]) {
      const answer = await member!.get(`/api/profiles?helpTopics=${list(topic)}`);
      expect(names(await answer.json())).toEqual(["Ann"]);
    }
  });

  it("searches with any 200 characters, and refuses a list with very many or very long entries", async () => {
    const { member } = await appWithMember();
    const statusOf = async (search: string) =>
      (await member.get(`/api/directory?${new URLSearchParams({ search })}`)).status;
    expect([await statusOf("😀".repeat(200)), await statusOf("😀".repeat(201))]).toEqual([
      200,
      400,
    ]);
    const values = Array.from({ length: 101 }, (_, at) => `Kind ${at}`);
    for (
      const [list, message] of [
        [values, "Must have at most 100 entries"],
        [["x".repeat(401)], "Must have entries of at most 200 characters"],
      ] as const
    ) {
      for (const path of ["/api/directory", "/api/suggestions", "/api/profiles"]) {
        const query = new URLSearchParams({ industries: JSON.stringify(list) });
        expect(await answerOf(await member.get(`${path}?${query}`)))
          .toEqual(withMessage(400, message, "industries"));
      }
    }
  });

  it("refuses a list that isn't a JSON list of strings, and a range out of bounds", async () => {
    const { member } = await appWithMember();
    for (const value of ["Armor", "[1]", "{", '"Armor"', "[[]]", "null"]) {
      const answer = await member.get(`/api/profiles?armyBranches=${encodeURIComponent(value)}`);
      expect(await answerOf(answer)).toEqual(
        withMessage(400, "Must be a JSON list of strings", "armyBranches"),
      );
    }
    expect(await answerOf(await member.get("/api/profiles?limit=1001&offset=-1"))).toMatchObject({
      status: 400,
      body: {
        fields: {
          limit: "Limit must be a whole number from 1 to 1000",
          offset: "Offset must be a whole number from 0",
        },
      },
    });
  });
});
