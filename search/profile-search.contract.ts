import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../events/vocabulary.ts";
import {
  type Filters,
  noFilters,
  type ProfileDocument,
  type ProfileHits,
  type ProfileQuery,
  type ProfileSearch,
} from "./profile-search.ts";

/** What every driver promises. `create` gives an empty index each time. */
export function describeProfileSearch(name: string, create: () => Promise<ProfileSearch>): void {
  describe(`ProfileSearch: ${name}`, () => {
    let search: ProfileSearch;

    beforeEach(async () => {
      search = await create();
    });

    function find(query: Partial<ProfileQuery> = {}): Promise<ProfileHits> {
      const everything = { text: "", filters: noFilters, sort: "relevance" } as const;
      return search.find({ ...everything, offset: 0, limit: 24, ...query });
    }

    async function idsFor(text: string): Promise<readonly string[]> {
      return (await find({ text })).memberIds;
    }

    describe("text", () => {
      it("matches everything when empty or without letters and digits", async () => {
        await search.put([profile("a"), profile("b")]);
        expect(await idsFor("")).toEqual(["a", "b"]);
        expect(await idsFor(" – !? 🎖️ ")).toEqual(["a", "b"]);
      });

      it("ignores case and diacritics", async () => {
        await search.put([profile("a", { lastName: "Núñez" })]);
        expect(await idsFor("NUNEZ")).toEqual(["a"]);
        expect(await idsFor("ñuñeź")).toEqual(["a"]);
      });

      it("needs every word, in whatever field", async () => {
        await search.put([
          profile("a", { jobTitle: "Pilot", location: "Dallas" }),
          profile("b", { jobTitle: "Pilot", location: "Austin" }),
        ]);
        expect(await idsFor("dallas pilot")).toEqual(["a"]);
      });

      it.each<[string, Partial<ProfileDocument>]>([
        ["first name", { firstName: "Quincy" }],
        ["last name", { lastName: "Quincy" }],
        ["job title", { jobTitle: "Quincy" }],
        ["company", { company: "Quincy" }],
        ["industry", { industry: "Quincy" }],
        ["MOS", { mos: "Quincy" }],
        ["branch", { armyBranch: "Quincy" }],
        ["location", { location: "Quincy" }],
        ["help topics", { helpTopics: ["Other", "Quincy"] }],
        ["expertise", { expertise: ["Other", "Quincy"] }],
        ["bio", { bio: "Grew up in Quincy." }],
      ])("is looked for in the %s", async (_, fields) => {
        await search.put([profile("a", fields), profile("b")]);
        expect(await idsFor("quincy")).toEqual(["a"]);
      });

      it("matches a help topic under both of its labels", async () => {
        await search.put([profile("a", { helpTopics: ["BOLC Prep"] })]);
        expect(await idsFor("bolc prep")).toEqual(["a"]);
        expect(await idsFor("preparation bolc")).toEqual(["a"]);
      });

      it("takes the last word alone for a prefix", async () => {
        await search.put([profile("a", { jobTitle: "Airborne instructor" })]);
        expect(await idsFor("airborne in")).toEqual(["a"]);
        expect(await idsFor("in airborne")).toEqual([]);
      });
    });

    describe("typos", () => {
      beforeEach(() =>
        search.put([
          profile("a", { jobTitle: "Mess" }),
          profile("b", { jobTitle: "Judge" }),
          profile("c", { jobTitle: "Logistics" }),
        ])
      );

      it.each([
        ["none below five letters", "moss", []],
        ["a substituted letter", "jadge", ["b"]],
        ["a letter too many", "juddge", ["b"]],
        ["a letter missing in five", "logstics", ["c"]],
        ["swapped neighbours", "jugde", ["b"]],
        ["not two below nine letters", "jaddge", []],
        ["two from nine letters", "logixticx", ["c"]],
        ["not three", "xogixticx", []],
        ["a wrong first letter counts twice: not below nine", "fudge", []],
        ["a wrong first letter counts twice: from nine", "kogistics", ["c"]],
        ["and leaves nothing for another", "kogistixs", []],
        ["swapped first letters are a wrong first letter", "olgistics", ["c"]],
        ["in an unfinished last word", "logsti", ["c"]],
      ])("%s: %s", async (_, text, memberIds) => {
        expect(await idsFor(`${text}`)).toEqual(memberIds);
      });

      it("in a word that is not the last count for the whole word", async () => {
        await search.put([profile("d", { jobTitle: "Logistics judge" })]);
        expect(await idsFor("logsti judge")).toEqual([]);
        expect(await idsFor("logstics judge")).toEqual(["d"]);
      });
    });

    describe("order by relevance", () => {
      it("puts fewer typos first, before better fields", async () => {
        await search.put([
          profile("a", { lastName: "Ranter" }),
          profile("b", { bio: "Ranger" }),
        ]);
        expect(await idsFor("ranger")).toEqual(["b", "a"]);
      });

      it("then better fields, before whole words", async () => {
        const fields = [
          { lastName: "Finances" },
          { jobTitle: "Finance" },
          { company: "Finance" },
          { industry: "Finance" },
          { armyBranch: "Finance" },
          { location: "Finance" },
          { helpTopics: ["Finance"] },
          { expertise: ["Finance"] },
          { bio: "Finance" },
        ];
        const ids = fields.map((_, rank) => `m${rank}`);
        await search.put(fields.map((field, rank) => profile(`m${rank}`, field)).reverse());
        expect(await idsFor("finance")).toEqual(ids);
      });

      it("then whole words before prefixes", async () => {
        await search.put([
          profile("a", { company: "Armory", updatedAtMs: 9 }),
          profile("b", { company: "Arm" }),
        ]);
        expect(await idsFor("arm")).toEqual(["b", "a"]);
      });

      it("then the latest change, then the member id", async () => {
        await search.put([
          profile("c", { company: "Acme", updatedAtMs: 5 }),
          profile("b", { company: "Acme", updatedAtMs: 5 }),
          profile("a", { company: "Acme", updatedAtMs: 1 }),
        ]);
        expect(await idsFor("acme")).toEqual(["b", "c", "a"]);
      });

      it("takes the best field of each word, summed", async () => {
        await search.put([
          profile("a", { jobTitle: "Gunner", bio: "Dallas" }),
          profile("b", { company: "Gunner", location: "Dallas" }),
        ]);
        expect(await idsFor("gunner dallas")).toEqual(["b", "a"]);
      });
    });

    describe("other orders", () => {
      beforeEach(() =>
        search.put([
          profile("a", { firstName: "Zoë", lastName: "lee", updatedAtMs: 1 }),
          profile("b", { firstName: "Adam", lastName: "Lée", updatedAtMs: 3 }),
          profile("c", { firstName: "adam", lastName: "LEE", updatedAtMs: 2 }),
          profile("d", { firstName: "Bo", lastName: "Abel", updatedAtMs: 2 }),
        ])
      );

      it("recent: the latest change first, then by member id", async () => {
        expect((await find({ sort: "recent" })).memberIds).toEqual(["b", "c", "d", "a"]);
        expect((await find({ sort: "recent", text: "lee" })).memberIds).toEqual(["b", "c", "a"]);
      });

      it("name: last name, first name, folded, then by member id", async () => {
        expect((await find({ sort: "name" })).memberIds).toEqual(["d", "b", "c", "a"]);
        expect((await find({ sort: "name", text: "lee" })).memberIds).toEqual(["b", "c", "a"]);
      });

      it("gives any page of it, and the same total with each", async () => {
        const page = { sort: "name", offset: 1, limit: 2 } as const;
        expect(await find(page)).toMatchObject({ memberIds: ["b", "c"], total: 4 });
        expect(await find({ ...page, offset: 9 })).toMatchObject({ memberIds: [], total: 4 });
        expect(await find({ ...page, limit: 0 })).toMatchObject({ memberIds: [], total: 4 });
      });
    });

    describe("filters and facets", () => {
      beforeEach(() =>
        search.put([
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

      it("find any of several topics, and count each value once a profile", async () => {
        const found = await find({ filters: only({ helpTopics: ["PCS Tips", "Networking"] }) });
        expect(found.memberIds).toEqual(["d"]);
        expect(found.facets.helpTopics).toEqual([
          { value: "OML Strategy", count: 1 },
          { value: "PCS Tips", count: 1 },
        ]);
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
        await search.put([
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

      it("narrow by role without counting it", async () => {
        expect((await find({ role: "alumni" as Role })).memberIds).toEqual(["b", "c"]);
      });

      it("are complete when no hit is asked for", async () => {
        const { memberIds, facets } = await find({ limit: 0 });
        expect(memberIds).toEqual([]);
        expect(facets.locations).toEqual([
          { value: "Dallas", count: 2 },
          { value: "Austin", count: 1 },
        ]);
      });
    });

    describe("changes", () => {
      it("replaces all of a member's document", async () => {
        await search.put([profile("a", { company: "Acme", industry: "Tech" })]);
        await search.put([profile("a", { company: "Initech" })]);
        expect(await idsFor("acme")).toEqual([]);
        expect((await find()).facets.industries).toEqual([]);
        expect(await idsFor("initech")).toEqual(["a"]);
      });

      it("takes the last of several documents of one member", async () => {
        const documents = ["Acme", "Initech"].map((company) => profile("a", { company }));
        await search.put(documents);
        expect(await idsFor("")).toEqual(["a"]);
        expect(await idsFor("acme")).toEqual([]);
      });

      it("removes members, and passes over unknown ones", async () => {
        await search.put([profile("a"), profile("b")]);
        await search.remove(["a", "nobody", "a"]);
        expect(await idsFor("")).toEqual(["b"]);
      });

      it("forgets everyone when cleared", async () => {
        await search.put([profile("a", { industry: "Tech" })]);
        await search.clear();
        expect(await find()).toEqual({
          memberIds: [],
          total: 0,
          facets: { armyBranches: [], industries: [], locations: [], helpTopics: [] },
        });
        await search.put([profile("a")]);
        expect(await idsFor("")).toEqual(["a"]);
      });
    });
  });
}

function only(filters: Partial<Filters>): Filters {
  return { ...noFilters, ...filters };
}

function profile(memberId: string, fields: Partial<ProfileDocument> = {}): ProfileDocument {
  return {
    memberId,
    role: "alumni",
    firstName: "",
    lastName: "",
    jobTitle: null,
    company: null,
    mos: null,
    armyBranch: null,
    industry: null,
    location: null,
    helpTopics: [],
    expertise: [],
    bio: null,
    updatedAtMs: 0,
    ...fields,
  };
}
