import { beforeEach, describe, expect, it } from "vitest";
import { noFilters } from "./profile-search.ts";
import { maxSuggestions, type SuggestingSearch, type SuggestionQuery } from "./suggestions.ts";
import { only, profile } from "./testing/member-profiles.ts";

/** The contract of every suggesting engine. `create` returns an empty index each time. */
export function describeSuggestions(name: string, create: () => Promise<SuggestingSearch>): void {
  describe(`SuggestingSearch: ${name}`, () => {
    let search: SuggestingSearch;

    beforeEach(async () => {
      search = await create();
    });

    const suggest = (text: string, query: Partial<SuggestionQuery> = {}) =>
      search.suggest({ text, filters: noFilters, ...query });

    /** As `kind: text (count)`. */
    async function shown(text: string, query: Partial<SuggestionQuery> = {}) {
      const suggested = await suggest(text, query);
      return suggested.map(({ kind, text, count }) => `${kind}: ${text} (${count})`);
    }

    describe("suggestions", () => {
      beforeEach(() =>
        search.put([
          profile("a", {
            firstName: "Dana",
            lastName: "Whitfield",
            role: "alumni",
            mos: "19A",
            armyBranch: "Armor",
            company: "Armstrong Ltd",
            industry: "Energy",
            location: "Fort Worth, TX",
            helpTopics: ["BOLC Prep", "PCS Tips"],
            updatedAtMs: 3,
          }),
          profile("b", {
            firstName: "Armando",
            lastName: "Díaz",
            role: "cadet",
            mos: "19A",
            armyBranch: "Armor",
            location: "fort worth, tx",
            expertise: ["Armour"],
            updatedAtMs: 2,
          }),
          profile("c", { firstName: "Dan", lastName: "Whitby", role: "alumni", updatedAtMs: 1 }),
        ])
      );

      it("completes the last word, names first, then the most frequent", async () => {
        expect(await shown("arm")).toEqual([
          "name: Armando Díaz (1)",
          "branch: Armor (2)",
          "company: Armstrong Ltd (1)",
        ]);
        expect(await shown("19")).toEqual(["mos: 19A (2)"]);
        expect(await shown("ene")).toEqual(["industry: Energy (1)"]);
        expect(await shown("pcs")).toEqual(["topic: PCS Tips (1)"]);
      });

      it("folds the typed text", async () => {
        expect(await shown("DIÁ")).toEqual(["name: Armando Díaz (1)"]);
      });

      it("completes any word of a value, and several in any order", async () => {
        expect(await shown("worth")).toEqual(["location: Fort Worth, TX (2)"]);
        expect(await shown("fort wo")).toEqual(["location: Fort Worth, TX (2)"]);
        expect(await shown("whitfield da")).toEqual(["name: Dana Whitfield (1)"]);
      });

      it("knows topics by both of their labels", async () => {
        expect(await shown("bolc preparation")).toEqual(["topic: BOLC Prep (1)"]);
        expect(await shown("bolc prep")).toEqual(["topic: BOLC Prep (1)"]);
      });

      it("joins spellings under the most frequent one, and leads to all of them", async () => {
        await search.put([profile("d", { location: "fort worth, tx" })]);
        expect(await suggest("fort wor")).toEqual([{
          kind: "location",
          text: "fort worth, tx",
          count: 3,
          search: "",
          filters: { locations: ["fort worth, tx", "Fort Worth, TX"] },
        }]);
      });

      it("keeps the words before, which match like a search", async () => {
        expect(await suggest("Whitfield arm")).toEqual([
          {
            kind: "branch",
            text: "Armor",
            count: 1,
            search: "Whitfield",
            filters: { armyBranches: ["Armor"] },
          },
          {
            kind: "company",
            text: "Armstrong Ltd",
            count: 1,
            search: "Whitfield Armstrong Ltd",
            filters: {},
          },
        ]);
        // With a typo, and nowhere.
        expect(await shown("whitfeild arms")).toEqual(["company: Armstrong Ltd (1)"]);
        expect(await shown("zebra arms")).toEqual([]);
      });

      it("completes duty statuses and class years as filters", async () => {
        await search.put([
          profile("d", { dutyStatus: "National Guard", classYear: "2018" }),
          profile("e", { dutyStatus: "Active Duty", classYear: "2018" }),
          profile("f", { classYear: "2012" }),
        ]);
        expect(await shown("20")).toEqual(["year: 2018 (2)", "year: 2012 (1)"]);
        expect(await shown("guard nat")).toEqual(["duty: National Guard (1)"]);
        expect(await suggest("2018", { filters: only({ dutyStatuses: ["Active Duty"] }) }))
          .toEqual([
            { kind: "year", text: "2018", count: 1, search: "", filters: { classYears: ["2018"] } },
          ]);
      });

      it("completes the filter for members who take requests", async () => {
        await search.put([profile("d", { takesRequests: true }), profile("e")]);
        expect(await suggest("takes req")).toEqual([{
          kind: "requests",
          text: "Takes requests now",
          count: 1,
          search: "",
          filters: { requests: ["Takes requests now"] },
        }]);
      });

      it("completes other names of things", async () => {
        await search.put([profile("d", { armyBranch: "Judge Advocate General" })]);
        expect(await shown("jag")).toEqual(["branch: Judge Advocate General (1)"]);
        expect(await shown("relocat")).toEqual(["topic: PCS Tips (1)"]);
      });

      it("lists places first behind words such as 'in'", async () => {
        await search.put([profile("d", { firstName: "Lee", lastName: "Worth", updatedAtMs: 4 })]);
        const place = "location: Fort Worth, TX (2)";
        expect((await shown("wort"))[0]).toBe("name: Lee Worth (1)");
        for (const text of ["in wort", "near wort", "living in the wort", "in fort wort"]) {
          expect((await shown(text))[0]).toBe(place);
        }
        expect((await shown("armor in wort"))[0]).toMatch(/Fort Worth, TX/);
        expect((await shown("in armor, dan")).at(0)).toMatch(/^name/);
      });

      it("completes states as searched names", async () => {
        expect(await suggest("tex")).toEqual([
          { kind: "state", text: "Texas", count: 2, search: "Texas", filters: {} },
        ]);
        expect(await shown("texas")).toEqual([]);
        expect(await shown("whitfield tex")).toEqual(["state: Texas (1)"]);
        expect(await shown("oklah")).toEqual([]);
      });

      it("selects the filters that the words before name", async () => {
        expect(await suggest("armor in tex")).toEqual([{
          kind: "state",
          text: "Armor in Texas",
          count: 2,
          search: "Texas",
          filters: { armyBranches: ["Armor"] },
        }]);
        expect(await suggest("tanker pcs")).toEqual([{
          kind: "topic",
          text: "Armor, PCS Tips",
          count: 1,
          search: "",
          filters: { armyBranches: ["Armor"], helpTopics: ["PCS Tips"] },
        }]);
        // No one in that branch.
        expect(await shown("infantry tex")).toEqual([]);
      });

      it("skips fillers", async () => {
        expect(await shown("who can help me with pcs")).toEqual(["topic: PCS Tips (1)"]);
        expect(await shown("with the")).toEqual([]);
        expect(await shown("with pcs or arm")).toEqual([]);
        expect(await shown("whitfield not arm")).toEqual([]);
      });

      it("counts under the role and filters, without values that no one there has", async () => {
        expect(await shown("arm", { role: "cadet" }))
          .toEqual(["name: Armando Díaz (1)", "branch: Armor (1)"]);
        expect(await shown("arm", { filters: only({ industries: ["Energy"] }) }))
          .toEqual(["branch: Armor (1)", "company: Armstrong Ltd (1)"]);
      });

      it("replaces other choices of its group, and omits chosen ones", async () => {
        const filters = only({ armyBranches: ["Aviation"] });
        expect(await suggest("armo", { filters })).toEqual([{
          kind: "branch",
          text: "Armor",
          count: 2,
          search: "",
          filters: { armyBranches: ["Armor"] },
        }]);
        expect(await shown("armo", { filters: only({ armyBranches: ["Armor"] }) })).toEqual([]);
      });

      it("lists names in the order of the hits", async () => {
        expect(await shown("dan")).toEqual(["name: Dan Whitby (1)", "name: Dana Whitfield (1)"]);
      });

      it("doesn't repeat the typed text", async () => {
        expect(await shown("Dana Whitfield")).toEqual([]);
        expect(await shown("armstrong ltd")).toEqual([]);
      });

      it("is empty for one letter, no letter, or a whole sentence", async () => {
        for (const text of ["", "  ", "—", "d", "one two three four five six arm"]) {
          expect(await suggest(text)).toEqual([]);
        }
      });

      it("changes with the profiles", async () => {
        await search.put([profile("a", { firstName: "Dana", company: "Armada" })]);
        expect(await shown("arms")).toEqual([]);
        expect(await shown("arma")).toEqual(["name: Armando Díaz (1)", "company: Armada (1)"]);
        await search.remove(["a", "b", "c"]);
        expect(await shown("arm")).toEqual([]);
      });
    });

    it("is limited per kind and in total", async () => {
      const numbers = Array.from({ length: 20 }, (_, at) => at);
      await search.put(numbers.map((at) =>
        profile(`member-${at}`, {
          firstName: `Sam${at}`,
          company: `Sample ${at}`,
          location: `Samtown ${at}`,
          industry: `Samplers ${at}`,
        })
      ));
      const suggested = await suggest("sam");
      expect(suggested).toHaveLength(maxSuggestions);
      expect(suggested.map(({ kind }) => kind)).toEqual([
        ...["name", "name", "name"],
        ...["company", "company", "company"],
        ...["industry", "industry"],
      ]);
    });
  });
}
