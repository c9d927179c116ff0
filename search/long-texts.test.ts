import { expect, it } from "vitest";
import { longTexts } from "../events/testing/long-texts.ts";
import { costlierThan } from "../events/testing/processor.ts";
import { createEmbeddedSearch } from "./embedded/embedded.ts";
import { searchesFor } from "./meilisearch/queries.ts";
import { noFilters, type ProfileQuery } from "./profile-search.ts";
import { createSynonyms } from "./synonyms.ts";
import { randomDocument } from "./testing/documents.ts";
import { createRandom } from "../events/testing/random.ts";

it(
  "a search of half a megabyte of any character takes next to no time, in any driver",
  async () => {
    const search = createEmbeddedSearch();
    const random = createRandom(1);
    await search.put(Array.from({ length: 2000 }, () => randomDocument(random, 2000)));
    const query = (text: string): ProfileQuery => ({
      text,
      filters: noFilters,
      sort: "relevance",
      offset: 0,
      limit: 24,
    });
    const filtered = (value: string): ProfileQuery => ({
      ...query("army"),
      filters: { ...noFilters, industries: [value], helpTopics: [value, "Made up"] },
    });
    const tasks = longTexts.flatMap(([name, text]) => [
      [`find ${name}`, () => search.find(query(text))] as const,
      [`suggest ${name}`, () => search.suggest(query(text))] as const,
      [`ask for ${name}`, () => searchesFor("profiles", query(text), createSynonyms())] as const,
      [`filter by ${name}`, () => search.find(filtered(text))] as const,
      [`suggest among ${name}`, () => search.suggest(filtered(text))] as const,
      [
        `ask for those with ${name}`,
        () => searchesFor("profiles", filtered(text), createSynonyms()),
      ] as const,
    ]);
    expect(await costlierThan(50, tasks)).toEqual([]);
  },
);
