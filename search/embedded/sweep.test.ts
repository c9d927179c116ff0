import { describe, expect, it } from "vitest";
import { noFilters } from "../profile-search.ts";
import { profile } from "../testing/member-profiles.ts";
import { createRandom } from "../testing/random.ts";
import { createEmbeddedSearch } from "./embedded.ts";

const members = 20_000;
const word = "ranger";

const documentOf = (member: number, bio: string) =>
  profile(`member-${member}`, { bio, updatedAtMs: member });

/** An index in which the first `count` members have the word, and a model of who has it. */
async function givenHaving(count: number) {
  const search = createEmbeddedSearch();
  const having = new Set<number>();
  async function put(some: readonly number[], hasWord: boolean): Promise<void> {
    await search.put(some.map((member) => documentOf(member, hasWord ? word : "")));
    for (const member of some) {
      if (hasWord) having.add(member);
      else having.delete(member);
    }
  }
  async function found(): Promise<readonly string[]> {
    const query = { text: word, filters: noFilters, role: undefined, sort: "recent" } as const;
    return (await search.find({ ...query, offset: 0, limit: members })).memberIds;
  }
  const expected = () => [...having].toSorted((a, b) => b - a).map((member) => `member-${member}`);
  await put(range(0, count), true);
  await put(range(count, members), false);
  return { search, put, found, expected };
}

const range = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, at) => start + at);

describe("a sweep", () => {
  it("stops in the middle of a long list, which may change before it goes on", async () => {
    // More than a slice looks at, too few for a column.
    const count = 4900;
    const { search, put, found, expected } = await givenHaving(count);
    const random = createRandom(1);
    await put(range(0, count).filter(() => random.chance(0.5)), false);
    for (let slice = 0; slice < 20; slice++) {
      search.tidy();
      await put([random.int(count), random.int(count)], false);
      await put([random.int(members)], true);
      expect(await found()).toEqual(expected());
    }
  });

  it("makes a list of a column when few have its word any more", async () => {
    const { search, put, found, expected } = await givenHaving(members / 2);
    await put(range(300, members / 2), false);
    while (search.tidy());
    expect(await found()).toEqual(expected());
    await put(range(200, 400), true);
    await put(range(0, 250), false);
    expect(await found()).toEqual(expected());
  });

  it("forgets a word that everyone had and nobody has", async () => {
    const { search, put, found, expected } = await givenHaving(members);
    await put(range(0, members), false);
    while (search.tidy());
    expect(await found()).toEqual([]);
    await put(range(0, 3), true);
    expect(await found()).toEqual(expected());
  });
});
