import { expect, it } from "vitest";
import { createRandom, type Random } from "../../events/testing/random.ts";
import type { ProfileHits, ProfileQuery, ProfileSearch } from "../profile-search.ts";
import { suggestedQuery, type SuggestingSearch, type SuggestionQuery } from "../suggestions.ts";
import {
  memberIdOf,
  randomDocument,
  randomMemberId,
  randomQuery,
  randomSuggestionQuery,
} from "./documents.ts";
import { createReferenceSearch } from "./reference.ts";

export interface Updates {
  /** Seed of all random values. A failed test's name has it. */
  readonly seed: number;
  readonly members: number;
  /** Put into the empty index. */
  readonly fill: number;
  /** Rounds of puts and removals, each followed by queries. */
  readonly rounds: number;
  readonly updates: number;
  readonly queries: number;
}

export interface Agreement extends Updates {
  /** Whether the driver allows typos and relaxes searches. */
  readonly looksFurther?: boolean;
  /** Compared parts of an answer: everything, unless the driver's README explains why not. */
  readonly compared?: (query: ProfileQuery) => Compared;
}

/**
 * - `everything`: page, total and counts, in order.
 * - `counts`: total and counts; the page, too, unless its order is relevance.
 */
export type Compared = "everything" | "counts";

/** Compares a driver with the reference on random queries, before and after random updates. */
export function itAgreesWithTheReference(
  create: () => Promise<ProfileSearch>,
  { looksFurther, compared = () => "everything", ...updates }: Agreement,
): void {
  const { seed, members, rounds, queries } = updates;
  const name = `agrees on ${(1 + rounds) * queries} queries, ${members} members, seed ${seed}`;
  it(name, async () => {
    const reference = createReferenceSearch(undefined, looksFurther);
    const driver = await create();
    await whileUpdating([reference, driver], updates, async (random) => {
      const query = randomQuery(random);
      const [found, expected] = await Promise.all([driver.find(query), reference.find(query)]);
      if (compared(query) === "counts" && query.sort === "relevance") {
        const counts = ({ total, roles, facets }: ProfileHits) => ({ total, roles, facets });
        return expect({ query, ...counts(found) }).toEqual({ query, ...counts(expected) });
      }
      expectSame(query, found, expected);
    });
  });
}

/** Also compares suggestions, and each count with the total of the suggested search. */
export function itSuggestsAsTheReference(
  create: () => Promise<SuggestingSearch>,
  updates: Updates,
): void {
  const { seed, members, rounds, queries } = updates;
  const texts = (1 + rounds) * queries;
  const name = `agrees on suggestions for ${texts} texts, ${members} members, seed ${seed}`;
  it(name, async () => {
    const reference = createReferenceSearch();
    const driver = await create();
    await whileUpdating([reference, driver], updates, async (random) => {
      const query: SuggestionQuery = randomSuggestionQuery(random);
      const suggested = await driver.suggest(query);
      expectSame(query, suggested, await reference.suggest(query));
      const totals = await Promise.all(suggested.map(async (suggestion) => {
        const next = suggestedQuery(query, suggestion);
        return (await driver.find({ ...next, sort: "recent", offset: 0, limit: 0 })).total;
      }));
      expect({ query, totals }).toEqual({ query, totals: suggested.map(({ count }) => count) });
    });
  });
}

/** Compares texts first: many times faster than `toEqual`, which explains differences. */
export function expectSame(query: unknown, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  expect({ query, found }).toEqual({ query, found: expected });
}

/** Fills and changes all searches in the same way, and compares after each round. */
async function whileUpdating(
  searches: readonly ProfileSearch[],
  { seed, members, fill, rounds, updates, queries }: Updates,
  compare: (random: Random) => Promise<void>,
): Promise<void> {
  const random = createRandom(seed);
  const make = () => randomDocument(random, members);
  const all = async (change: (search: ProfileSearch) => Promise<void>) => {
    for (const search of searches) await change(search);
  };
  const documents = Array.from({ length: fill }, make);
  await all((search) => search.put(documents));
  for (let round = 0;; round++) {
    for (let count = 0; count < queries; count++) await compare(random);
    if (round === rounds) return;
    if (random.chance(0.05)) await all((search) => search.clear());
    // Halfway nearly everyone leaves: engines have to shrink, too.
    if (round === rounds >> 1) await all((search) => search.remove(nearlyEveryone(members)));
    for (let update = 0; update < updates; update++) {
      const put = Array.from({ length: random.int(4) }, make);
      const gone = Array.from(
        { length: random.chance(0.3) ? random.int(4) : 0 },
        () => randomMemberId(random, members),
      );
      await all((search) => search.put(put));
      await all((search) => search.remove(gone));
    }
  }
}

function nearlyEveryone(members: number): string[] {
  return Array.from({ length: Math.floor(members * 0.97) }, (_, member) => memberIdOf(member));
}
