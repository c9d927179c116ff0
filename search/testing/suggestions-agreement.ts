import { expect, it } from "vitest";
import { suggestedQuery, type SuggestingSearch, type SuggestionQuery } from "../suggestions.ts";
import { randomDocument, randomMemberId, randomSuggestionQuery } from "./documents.ts";
import { createRandom } from "../../events/testing/random.ts";
import { createReferenceSearch } from "./reference.ts";

export interface SuggestionsAgreement {
  /** Makes everything random; a failure repeats with the seed of its name. */
  readonly seed: number;
  readonly members: number;
  /** Rounds of puts and removals, each followed by queries. */
  readonly rounds: number;
  readonly updates: number;
  readonly queries: number;
}

/**
 * Compares suggestions with those of the reference, before and after random updates; and each count
 * with the total of the search that the suggestion leads to.
 */
export function itSuggestsAsTheReference(
  create: () => Promise<SuggestingSearch>,
  { seed, members, rounds, updates, queries }: SuggestionsAgreement,
): void {
  it(
    `agrees on suggestions for ${(1 + rounds) * queries} texts, ${members} members, seed ${seed}`,
    { timeout: 120_000 },
    async () => {
      const random = createRandom(seed);
      const reference = createReferenceSearch();
      const driver = await create();
      const make = () => randomDocument(random, members);
      const both = async (change: (search: SuggestingSearch) => Promise<void>) => {
        await change(reference);
        await change(driver);
      };

      const documents = Array.from({ length: members }, make);
      await both((search) => search.put(documents));
      for (let round = 0; round <= rounds; round++) {
        for (let count = 0; count < queries; count++) await compare(randomSuggestionQuery(random));
        for (let update = 0; update < updates; update++) {
          const put = Array.from({ length: random.int(4) }, make);
          const gone = [randomMemberId(random, members), randomMemberId(random, members)];
          await both((search) => search.put(put));
          await both((search) => search.remove(gone));
        }
      }

      async function compare(query: SuggestionQuery): Promise<void> {
        const suggested = await driver.suggest(query);
        expect({ query, suggested }).toEqual({ query, suggested: await reference.suggest(query) });
        const totals = await Promise.all(suggested.map(async (suggestion) => {
          const next = suggestedQuery(query, suggestion);
          return (await driver.find({ ...next, sort: "recent", offset: 0, limit: 0 })).total;
        }));
        expect({ query, totals }).toEqual({ query, totals: suggested.map(({ count }) => count) });
      }
    },
  );
}
