import { beforeEach, describe, expect, it } from "vitest";
import { noFilters, type ProfileSearch } from "./profile-search.ts";
import { type Abilities, describeMatching } from "./testing/matching.contract.ts";
import { only, profile } from "./testing/member-profiles.ts";
import { open } from "./testing/opened.ts";

/** The contract of every driver. `create` returns an empty index each time. */
export function describeProfileSearch(
  name: string,
  create: () => Promise<ProfileSearch>,
  abilities: Abilities = { looksFurther: true },
): void {
  describe(`ProfileSearch: ${name}`, () => {
    const opened = open(create);
    const { find, idsFor } = opened;

    describeMatching(opened, abilities);

    describe("filters and facets", () => {
      beforeEach(() =>
        opened.search.put([
          profile("a", { role: "cadet", armyBranch: "Armor", location: "Dallas" }),
          profile("b", { role: "alumni", armyBranch: "Armor", location: "Austin" }),
          profile("c", { role: "alumni", armyBranch: "Signal Corps", location: "Dallas" }),
          profile("d", { role: null, helpTopics: ["OML Strategy", "PCS Tips", "PCS Tips"] }),
        ])
      );

      it("are OR inside a group and AND across groups", async () => {
        const armyBranches = ["Armor", "Signal Corps"];
        expect((await find({ filters: only({ armyBranches }) })).memberIds).toEqual([
          "a",
          "b",
          "c",
        ]);
        const both = only({ armyBranches, locations: ["Dallas"] });
        expect((await find({ filters: both })).memberIds).toEqual(["a", "c"]);
      });

      it("find any of several topics, and count each value once per profile", async () => {
        const found = await find({ filters: only({ helpTopics: ["PCS Tips", "Networking"] }) });
        expect(found.memberIds).toEqual(["d"]);
        expect(found.facets.helpTopics).toEqual([
          { value: "OML Strategy", count: 1 },
          { value: "PCS Tips", count: 1 },
        ]);
      });

      it("find members who take requests", async () => {
        await opened.search.put([
          profile("e", { takesRequests: true, dutyStatus: "Veteran" }),
          profile("f", { dutyStatus: "Veteran" }),
        ]);
        const requests = ["Takes requests now"];
        const { memberIds, facets } = await find({ filters: only({ requests }) });
        expect(memberIds).toEqual(["e"]);
        expect(facets).toMatchObject({
          dutyStatuses: [{ value: "Veteran", count: 1 }],
          requests: [{ value: "Takes requests now", count: 1 }],
        });
        await opened.search.put([profile("e")]);
        expect((await find({ filters: only({ requests }) })).total).toBe(0);
      });

      it("find duty statuses and class years", async () => {
        await opened.search.put([
          profile("e", { dutyStatus: "Veteran", classYear: "2012" }),
          profile("f", { dutyStatus: "Veteran", classYear: "2018", armyBranch: "Armor" }),
          profile("g", { dutyStatus: "Army Reserve", classYear: "2018" }),
        ]);
        const dutyStatuses = ["Veteran"];
        const { memberIds, facets } = await find({
          filters: only({ dutyStatuses, classYears: ["2018", "1999"] }),
        });
        expect(memberIds).toEqual(["f"]);
        expect(facets).toMatchObject({
          armyBranches: [{ value: "Armor", count: 1 }],
          dutyStatuses: [{ value: "Army Reserve", count: 1 }, { value: "Veteran", count: 1 }],
          classYears: [{ value: "2012", count: 1 }, { value: "2018", count: 1 }],
        });
        // They are found as text, too.
        expect(await idsFor("2018")).toEqual(["f", "g"]);
        expect(await idsFor("veteran")).toEqual(["e", "f"]);
      });

      it("compare values exactly, and find nothing for unknown ones", async () => {
        const found = await find({ filters: only({ armyBranches: ["armor"] }) });
        expect(found.total).toBe(0);
        expect(found.facets.armyBranches).toEqual([
          { value: "Armor", count: 2 },
          { value: "Signal Corps", count: 1 },
        ]);
        expect(found.facets.locations).toEqual([]);
      });

      it("count each group under the filters of the other groups", async () => {
        const filters = only({ armyBranches: ["Armor"], locations: ["Dallas"] });
        const { total, facets } = await find({ filters });
        expect(total).toBe(1);
        expect(facets.armyBranches).toEqual([
          { value: "Armor", count: 1 },
          { value: "Signal Corps", count: 1 },
        ]);
        expect(facets.locations).toEqual([
          { value: "Austin", count: 1 },
          { value: "Dallas", count: 1 },
        ]);
      });

      it("count under the text and the role", async () => {
        const { total, facets } = await find({ text: "dallas", role: "alumni" });
        expect(total).toBe(1);
        expect(facets.armyBranches).toEqual([{ value: "Signal Corps", count: 1 }]);
      });

      it("list the most frequent first, then by code point", async () => {
        await opened.search.put([
          profile("e", { industry: "\u{10400}" }),
          profile("f", { industry: "\ufb01" }),
          profile("g", { industry: "Tech" }),
          profile("h", { industry: "Tech" }),
        ]);
        const { facets } = await find();
        expect(facets.industries.map(({ value }) => value)).toEqual([
          "Tech",
          "\ufb01",
          "\u{10400}",
        ]);
      });

      it("narrow by role, and count hits by role", async () => {
        expect(await find({ role: "alumni" }))
          .toMatchObject({ memberIds: ["b", "c"], roles: { cadet: 0, alumni: 2, cadre: 0 } });
        expect((await find()).roles).toEqual({ cadet: 1, alumni: 2, cadre: 0 });
        expect((await find({ limit: 0, filters: { ...noFilters, locations: ["Dallas"] } })).roles)
          .toEqual({ cadet: 1, alumni: 1, cadre: 0 });
        // Alumni who match only one of the words aren't hits.
        expect(await find({ text: "dallas armor" }))
          .toMatchObject({ total: 1, roles: { cadet: 1, alumni: 0, cadre: 0 } });
      });

      it("are complete even if no hits are requested", async () => {
        const { memberIds, facets } = await find({ limit: 0 });
        expect(memberIds).toEqual([]);
        expect(facets.locations).toEqual([
          { value: "Dallas", count: 2 },
          { value: "Austin", count: 1 },
        ]);
      });
    });

    describe("changes", () => {
      it("replaces a member's whole document", async () => {
        await opened.search.put([profile("a", { company: "Acme", industry: "Tech" })]);
        await opened.search.put([profile("a", { company: "Initech" })]);
        expect(await idsFor("acme")).toEqual([]);
        expect((await find()).facets.industries).toEqual([]);
        expect(await idsFor("initech")).toEqual(["a"]);
      });

      it("uses the last of several documents of one member", async () => {
        const documents = ["Acme", "Initech"].map((company) => profile("a", { company }));
        await opened.search.put(documents);
        expect(await idsFor("")).toEqual(["a"]);
        expect(await idsFor("acme")).toEqual([]);
      });

      it("removes members, and ignores unknown ones", async () => {
        await opened.search.put([profile("a"), profile("b")]);
        await opened.search.remove(["a", "nobody", "a"]);
        expect(await idsFor("")).toEqual(["b"]);
      });

      it("removes everyone when cleared", async () => {
        await opened.search.put([profile("a", { industry: "Tech" })]);
        await opened.search.clear();
        expect(await find()).toEqual({
          memberIds: [],
          total: 0,
          roles: { cadet: 0, alumni: 0, cadre: 0 },
          relaxed: null,
          facets: noFilters,
        });
        await opened.search.put([profile("a")]);
        expect(await idsFor("")).toEqual(["a"]);
      });
    });
  });
}
