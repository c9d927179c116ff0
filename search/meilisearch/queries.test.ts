import { expect, it } from "vitest";
import { noFilters } from "../profile-search.ts";
import { createSynonyms } from "../synonyms.ts";
import { searchesFor } from "./queries.ts";

function mainSearch(text: string) {
  const query = { text, filters: noFilters, sort: "relevance" as const, offset: 0, limit: 24 };
  return searchesFor("test", query, createSynonyms())[0]!;
}

it.each([
  ["graduated before 2000 zebra"],
  ["zebra 80s and 90s"],
  ["zebra since 2010"],
])("orders people by their words, not by a span of class years: %s", (text) => {
  expect(mainSearch(text).q).toBe("everybody. zebra");
});

it("orders people of a span by their latest change", () => {
  const { q, sort } = mainSearch("graduated before 2000");
  expect({ q, sort }).toEqual({ q: "", sort: ["updatedAtMs:desc", "memberId:asc"] });
});

it("orders people by a single class year, which is a word in profiles", () => {
  expect(mainSearch("class of 1994").q).toBe("everybody. 1994");
});
