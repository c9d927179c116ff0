import { expect, it } from "vitest";
import { byGroup } from "../../search/facets.ts";
import type { ProfileQuery } from "../../search/profile-search.ts";
import type { SuggestingSearch } from "../../search/suggestions.ts";
import { emptyQuery } from "../contract/directory.ts";
import { createDirectory } from "./directory.ts";
import { createPublicJson } from "./public-json.ts";

function directoryOver(
  search: Pick<SuggestingSearch, "find" | "suggest">,
  profiles: (who: string, slots: readonly number[]) => Promise<void> = async () => {},
) {
  const json = createPublicJson({
    tablesVersion: () => ({ position: 1, generation: 0 }),
    followed: () => 1,
    mayCacheAnswers: true,
  });
  const table = { byIds: () => Promise.resolve(new Map()) };
  return createDirectory({
    search,
    table,
    json,
    limits: { profiles },
    standings: { isKnown: async () => true },
  });
}

/** Says how often it was asked, as its total. */
function countingSearch() {
  let total = 0;
  const facets = byGroup(() => []);
  return {
    find: ({ limit }: ProfileQuery) =>
      Promise.resolve({ memberIds: [], total: limit ? ++total : 0, relaxed: null, facets }),
    suggest: () => Promise.resolve([]),
  };
}

async function totalOf(directory: ReturnType<typeof directoryOver>, query: object) {
  const { bytes } = await directory.answerJson({ ...emptyQuery, ...query }, "casey");
  return JSON.parse(new TextDecoder().decode(bytes)).total;
}

it("keeps answers apart by everything that a query says, also by groups yet to come", async () => {
  const directory = directoryOver(countingSearch());
  const queries = [
    {},
    { search: "pat" },
    { role: "alumni" },
    { sort: "name" },
    { page: 2 },
    { armyBranches: ["Armor"] },
    { industries: ["Armor"] },
    { classYears: ["2012"] },
    { ranks: ["CPT"] },
    { ranks: ["MAJ"] },
  ];
  for (const [at, query] of queries.entries()) expect(await totalOf(directory, query)).toBe(at + 1);
});

it("knows that the order of choices, and what is left open, make no difference", async () => {
  const directory = directoryOver(countingSearch());
  expect(await totalOf(directory, { industries: ["Law", "Energy"] })).toBe(1);
  expect(await totalOf(directory, { industries: ["Energy", "Law"], role: undefined })).toBe(1);
});

it("counts whoever reads what is kept of a page as a reader of its people", async () => {
  const read: [string, number][] = [];
  const found = { memberIds: ["ada", "ben"], total: 2, relaxed: null, facets: byGroup(() => []) };
  const directory = directoryOver(
    { find: () => Promise.resolve(found), suggest: () => Promise.resolve([]) },
    async (who, slots) => void read.push([who, slots.length]),
  );
  let made = 0;
  const page = (readerId: string) =>
    directory.kept("page", readerId, async (answer) => {
      await answer(emptyQuery);
      return { byteLength: ++made };
    });
  const readers = ["casey", "drew", "emery"];
  const pages = [];
  for (const reader of readers) pages.push((await page(reader)).byteLength);
  // It is kept once it was asked for again.
  expect(pages).toEqual([1, 2, 2]);
  expect(read).toEqual(readers.map((reader) => [reader, 2]));
});
