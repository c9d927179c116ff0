import { expect, it } from "vitest";
import { byGroup } from "../../../search/facets.ts";
import { byRole, type ProfileQuery } from "../../../search/profile-search.ts";
import type { SuggestingSearch } from "../../../search/suggestions.ts";
import { emptyQuery } from "../../contract/directory.ts";
import { AnswerCache } from "../../answers/answer-cache.ts";
import { Directory, type Reader } from "./directory.ts";

const reader = (memberId: string): Reader => ({
  memberId,
  role: "cadet",
  admission: null,
  isCadreConfirmed: false,
});

const where = { ip: "192.0.2.1" };

function directoryOver(
  search: Pick<SuggestingSearch, "find" | "suggest">,
  countRead: (who: string, slots: readonly number[]) => void = () => {},
) {
  const table = { byIds: () => Promise.resolve(new Map()) };
  return new Directory({
    search,
    table,
    answers: new AnswerCache(() => "1"),
    limits: {
      profiles: {
        countRead: async ({ memberId }, slots) => countRead(memberId, slots),
        async find({ memberId }, { most }, find) {
          const found = await find({ most });
          countRead(memberId, found.slots);
          return found;
        },
      },
    },
    knownMembers: { isKnownId: async () => true },
  });
}

/** A search that returns its number of calls as the total. */
function countingSearch() {
  let total = 0;
  const facets = byGroup(() => []);
  return {
    find: ({ limit }: ProfileQuery) =>
      Promise.resolve({
        memberIds: [],
        total: limit ? ++total : 0,
        roles: byRole(() => 0),
        relaxed: null,
        facets,
      }),
    suggest: () => Promise.resolve([]),
  };
}

async function totalOf(directory: Directory, query: object) {
  const { bytes } = await directory.answer({ ...emptyQuery, ...query }, reader("casey"), where);
  return JSON.parse(new TextDecoder().decode(bytes)).total;
}

it("caches answers by every part of a query, including groups added later", async () => {
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

it("ignores the order of choices, and empty parts, in the cache key", async () => {
  const directory = directoryOver(countingSearch());
  expect(await totalOf(directory, { industries: ["Law", "Energy"] })).toBe(1);
  expect(await totalOf(directory, { industries: ["Energy", "Law"], role: undefined })).toBe(1);
});

it("counts a cached answer toward its reader's limit", async () => {
  const read: [string, number][] = [];
  let searches = 0;
  const find = () => {
    searches++;
    return Promise.resolve({
      memberIds: ["ada", "ben"],
      total: 2,
      roles: byRole(() => 0),
      relaxed: null,
      facets: byGroup(() => []),
    });
  };
  const directory = directoryOver(
    { find, suggest: () => Promise.resolve([]) },
    (who, slots) => void read.push([who, slots.length]),
  );
  const readers = ["casey", "drew", "emery"];
  for (const one of readers) {
    await directory.answer({ ...emptyQuery, role: "cadet" }, reader(one), where);
  }
  expect(searches).toBe(1);
  expect(read).toEqual(readers.map((one) => [one, 2]));
});
