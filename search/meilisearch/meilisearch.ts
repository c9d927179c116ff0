/** Driver of the search port on Meilisearch. The README lists differences from the embedded engine. */
import type { ProfileSearch } from "../profile-search.ts";
import { type IndexedDocument, indexedDocument } from "./index-documents.ts";
import { searchesFor, toHits } from "./queries.ts";
import type { MeilisearchServer } from "./server.ts";

/** @param index An existing index with the settings of `settings.ts`. */
export function createMeilisearch(server: MeilisearchServer, index: string): ProfileSearch {
  return {
    async put(documents) {
      if (documents.length === 0) return;
      const indexed = documents.map((document) => indexedDocument(document, server.synonyms));
      await server.run((client) =>
        client.index<IndexedDocument>(index).addDocuments(indexed, { primaryKey: "memberId" })
      );
    },
    async remove(memberIds) {
      if (memberIds.length === 0) return;
      await server.run((client) => client.index(index).deleteDocuments([...memberIds]));
    },
    async clear() {
      await server.run((client) => client.index(index).deleteAllDocuments());
    },
    async find(query) {
      return await server.search(async (client) =>
        toHits(
          await client.multiSearch({ queries: searchesFor(index, query, server.synonyms) }),
          query,
        )
      );
    },
  };
}
