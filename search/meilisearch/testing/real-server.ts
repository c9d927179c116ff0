/**
 * A real Meilisearch for tests, if `MEILI_URL` and `MEILI_KEY` name one. Names of its indexes begin
 * with
 * `test-`.
 *
 * @module
 */
import process from "node:process";
import { afterAll, describe } from "vitest";
import type { ProfileSearch } from "../../profile-search.ts";
import { liveIndex, prepareIndex } from "../indexes.ts";
import { createMeilisearch } from "../meilisearch.ts";
import { createMeilisearchServer, type MeilisearchServer } from "../server.ts";

const { MEILI_URL: url = "", MEILI_KEY: key = "" } = process.env;
const isSet = url !== "" && key !== "";

/** A `describe` that is skipped, saying so in one line, without a server. */
export function describeWithServer(name: string, tests: () => void): void {
  if (!isSet) console.log(`${name}: skipped, since MEILI_URL and MEILI_KEY are not both set`);
  describe.skipIf(!isSet)(name, () => {
    afterAll(removeIndexes);
    tests();
  });
}

const opened: MeilisearchServer[] = [];

export function openServer(
  changes: { readonly url?: string; readonly key?: string; readonly prefix?: string } = {},
): MeilisearchServer {
  const server = createMeilisearchServer({
    url,
    key,
    prefix: "test-driver-",
    timeoutMs: 5000,
    ...changes,
  });
  opened.push(server);
  return server;
}

/** One index for all tests of a file, emptied for each, since making one takes long. */
let prepared: Promise<MeilisearchServer> | undefined;

export async function openEmptyIndex(): Promise<
  { readonly server: MeilisearchServer; readonly search: ProfileSearch }
> {
  prepared ??= prepare();
  const server = await prepared;
  const search = createMeilisearch(server, liveIndex(server));
  await search.clear();
  return { server, search };
}

async function prepare(): Promise<MeilisearchServer> {
  const server = openServer();
  await prepareIndex(server, liveIndex(server));
  return server;
}

/** Removes what the tests of this file made: files run at the same time have other prefixes. */
async function removeIndexes(): Promise<void> {
  for (const server of opened.splice(0)) {
    const { results } = await server.ask((client) => client.getRawIndexes({ limit: 1000 }));
    for (const { uid } of results) {
      if (uid.startsWith(server.prefix)) await server.run((client) => client.deleteIndex(uid));
    }
  }
}
