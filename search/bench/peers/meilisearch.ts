import { randomUUID } from "node:crypto";
import process from "node:process";
import { liveIndex, prepareIndex, removeVersions } from "../../meilisearch/indexes.ts";
import { createMeilisearch } from "../../meilisearch/meilisearch.ts";
import { createMeilisearchServer } from "../../meilisearch/server.ts";
import type { ProfileSearch } from "../../profile-search.ts";

const { MEILI_URL: url, MEILI_KEY: key = "" } = process.env;

/** Whether a server is named that can be measured. */
export const hasMeilisearch = url !== undefined;

/**
 * The product's own driver on a Meilisearch server, in an index of this run's. Called by
 * `bench:search`, where `MEILI_URL` and `MEILI_KEY` name a server on this machine.
 */
export async function createMeilisearchPeer(): Promise<ProfileSearch & AsyncDisposable> {
  if (url === undefined) throw new Error("Set MEILI_URL and MEILI_KEY to measure a Meilisearch");
  // A search that takes long is a figure, and no failure.
  const prefix = `bench-${randomUUID().slice(0, 8)}-`;
  const server = createMeilisearchServer({ url, key, prefix, timeoutMs: 60_000 });
  const index = liveIndex(server);
  await prepareIndex(server, index);
  return {
    ...createMeilisearch(server, index),
    async [Symbol.asyncDispose]() {
      await removeVersions(server);
      await server.run((client) => client.deleteIndex(index));
    },
  };
}
