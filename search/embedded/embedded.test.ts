import { describe } from "vitest";
import { describeProfileSearch } from "../profile-search.contract.ts";
import { itAgreesWithTheReference, itSuggestsAsTheReference } from "../testing/agreement.ts";
import { describeSuggestions } from "../suggestions.contract.ts";
import { createEmbeddedSearch } from "./embedded.ts";

const create = async () => createEmbeddedSearch();

describeProfileSearch("embedded", create);

describeSuggestions("embedded", create);

describe("embedded search and the reference", () => {
  for (const seed of [1, 2, 3]) {
    const small = { members: 60, fill: 60, rounds: 15, updates: 15, queries: 15 };
    itSuggestsAsTheReference(create, { seed, ...small });
  }

  itSuggestsAsTheReference(create, {
    seed: 4,
    members: 1200,
    fill: 1200,
    rounds: 2,
    updates: 200,
    queries: 8,
  });

  for (const seed of [1, 2, 3]) {
    itAgreesWithTheReference(create, {
      seed,
      members: 120,
      fill: 150,
      rounds: 40,
      updates: 30,
      queries: 20,
    });
  }

  itAgreesWithTheReference(create, {
    seed: 4,
    members: 1200,
    fill: 1200,
    rounds: 15,
    updates: 200,
    queries: 20,
  });

  itAgreesWithTheReference(create, {
    seed: 5,
    members: 10_000,
    fill: 20_000,
    rounds: 2,
    updates: 400,
    queries: 10,
  });
});
