import { expect, it } from "vitest";
import type { ProfileHits, ProfileQuery, ProfileSearch } from "../profile-search.ts";
import { memberIdOf, randomDocument, randomMemberId, randomQuery } from "./documents.ts";
import { createRandom } from "../../events/testing/random.ts";
import { createReferenceSearch } from "./reference.ts";

export interface Agreement {
  /** Makes everything random; a failure repeats with the seed of its name. */
  readonly seed: number;
  readonly members: number;
  /** Put into the empty index. */
  readonly fill: number;
  /** Rounds of puts and removals, each followed by queries. */
  readonly rounds: number;
  readonly updates: number;
  readonly queries: number;
  /** Whether the driver relaxes a search that no profile matches as typed. */
  readonly looksFurther?: boolean;
  /** How much of an answer is compared; everything, unless a driver's README says why not. */
  readonly compared?: (query: ProfileQuery) => Compared;
}

/**
 * - `everything`: page, total and counts, in order.
 * - `counts`: total and counts; the page, too, unless its order is relevance.
 * - `best hit`: whether the reference's best hit is on the first page, and no counts.
 */
export type Compared = "everything" | "counts" | "best hit";

/** Compares a driver with the reference on random queries, before and after random updates. */
export function itAgreesWithTheReference(
  create: () => Promise<ProfileSearch>,
  { seed, members, fill, rounds, updates, queries, looksFurther, compared = () => "everything" }:
    Agreement,
): void {
  const times = (1 + rounds) * queries;
  it(
    `agrees on ${times} queries, ${members} members, seed ${seed}`,
    { timeout: 60_000 },
    async () => {
      const random = createRandom(seed);
      const reference = createReferenceSearch(undefined, looksFurther);
      const driver = await create();
      const make = () => randomDocument(random, members);

      const documents = Array.from({ length: fill }, make);
      await both((search) => search.put(documents));
      await compareAll();
      for (let round = 0; round < rounds; round++) {
        if (random.chance(0.05)) await both((search) => search.clear());
        // Halfway nearly everyone leaves: engines have to shrink, too.
        if (round === rounds >> 1) await both((search) => search.remove(nearlyEveryone(members)));
        for (let update = 0; update < updates; update++) {
          const put = Array.from({ length: random.int(4) }, make);
          const gone = Array.from(
            { length: random.chance(0.3) ? random.int(4) : 0 },
            () => randomMemberId(random, members),
          );
          await both((search) => search.put(put));
          await both((search) => search.remove(gone));
        }
        await compareAll();
      }

      async function both(change: (search: ProfileSearch) => Promise<void>): Promise<void> {
        await change(reference);
        await change(driver);
      }

      async function compareAll(): Promise<void> {
        for (let count = 0; count < queries; count++) await compare(randomQuery(random));
      }

      async function compare(query: ProfileQuery): Promise<void> {
        const [found, expected] = await Promise.all([driver.find(query), reference.find(query)]);
        const how = compared(query);
        if (how === "best hit") return expectBestHit(query, found, expected);
        if (how === "counts" && query.sort === "relevance") {
          const counts = ({ total, roles, facets }: ProfileHits) => ({ total, roles, facets });
          return expect({ query, ...counts(found) }).toEqual({ query, ...counts(expected) });
        }
        // Comparing texts first is many times faster than `toEqual`, which explains differences.
        if (JSON.stringify(found) === JSON.stringify(expected)) return;
        expect({ query, found }).toEqual({ query, found: expected });
      }
    },
  );
}

function expectBestHit(query: ProfileQuery, found: ProfileHits, expected: ProfileHits): void {
  if (query.sort !== "relevance" || query.offset > 0 || query.limit < 24) return;
  const [best] = expected.memberIds;
  if (best !== undefined) {
    expect({ query, hits: found.memberIds.slice(0, 24) })
      .toEqual({ query, hits: expect.arrayContaining([best]) });
  }
}

function nearlyEveryone(members: number): string[] {
  return Array.from({ length: Math.floor(members * 0.97) }, (_, member) => memberIdOf(member));
}
