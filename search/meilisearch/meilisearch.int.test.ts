import { describe, expect, it } from "vitest";
import { describeProfileSearch } from "../profile-search.contract.ts";
import { noFilters, type ProfileQuery, SearchUnavailable } from "../profile-search.ts";
import { type Compared, itAgreesWithTheReference } from "../testing/agreement.ts";
import { only, profile } from "../testing/member-profiles.ts";
import { removeVersions } from "./indexes.ts";
import { TaskFailed } from "./server.ts";
import { describeWithServer, openEmptyIndex, openServer } from "./testing/real-server.ts";

describeWithServer("Meilisearch, driver", () => {
  describeProfileSearch("Meilisearch", async () => (await openEmptyIndex()).search, {
    // The stand-in gives empty answers.
    looksFurther: false,
  });

  describe("Meilisearch and the reference", () => {
    itAgreesWithTheReference(async () => (await openEmptyIndex()).search, {
      seed: 2,
      members: 300,
      fill: 500,
      rounds: 2,
      updates: 3,
      queries: 150,
      looksFurther: false,
      compared,
    });
  });

  describe("values", () => {
    it.each([
      'Acme "Rockets" \\ Co',
      "\\",
      '"',
      "' OR industries EXISTS",
      'x" OR armyBranches = "Armor',
      "a\nb\tc\u0000d",
      "日本, 東京 – Ωmega",
      "\ud800 lone",
      `${"long ".repeat(40)}end`,
    ])("are filtered and counted as they are: %j", async (value) => {
      const { search } = await openEmptyIndex();
      const other = `${value} `;
      await search.put([
        profile("a", { industry: value }),
        profile("b", { industry: other }),
        profile("c", { armyBranch: "Armor" }),
      ]);
      const query = { text: "", sort: "name", offset: 0, limit: 9 } as const;
      const found = await search.find({ ...query, filters: only({ industries: [value] }) });
      expect(found.memberIds).toEqual(["a"]);
      expect(found.facets.industries.map(({ count }) => count)).toEqual([1, 1]);
      expect(found.facets.industries.map(({ value }) => value)).toContain(value.toWellFormed());
    });

    it("never act as the server's operators in a typed text", async () => {
      const { search } = await openEmptyIndex();
      await search.put([profile("a", { company: "Acme" }), profile("b", { company: "Initech" })]);
      const find = async (text: string) =>
        (await search.find({ text, filters: noFilters, sort: "name", offset: 0, limit: 9 }))
          .memberIds;
      expect(await find('"acme')).toEqual(["a"]);
      expect(await find("-acme")).toEqual(["a"]);
    });
  });

  describe("the key", () => {
    it("is limited to the product's own indexes", async () => {
      const scoped = openServer({ key: await openServer().scopedKey() });
      await expect(scoped.ask((client) => client.index("other").getStats()))
        .rejects.toThrow(SearchUnavailable);
      await expect(scoped.ask((client) => client.getKeys())).rejects.toThrow(SearchUnavailable);
      await removeVersions(scoped);
    });
  });

  describe("a task that fails", () => {
    it("throws an error without its content", async () => {
      const { search } = await openEmptyIndex();
      const failed = search.put([profile("no such id is allowed")]);
      const error = await failed.catch((error: unknown) => error) as SearchUnavailable;
      expect(error).toBeInstanceOf(SearchUnavailable);
      expect(error.cause).toBeInstanceOf(TaskFailed);
      expect(String(error.cause)).toContain("invalid_document_id");
      expect(String(error.cause)).not.toContain("no such id");
    });
  });
});

/** Order by relevance uses one word of each part. Everything else must match the reference. */
function compared({ sort }: ProfileQuery): Compared {
  return sort === "relevance" ? "counts" : "everything";
}
