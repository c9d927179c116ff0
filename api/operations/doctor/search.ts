import { countDocuments, liveIndex } from "../../../search/meilisearch/indexes.ts";
import { createMeilisearchServer } from "../../../search/meilisearch/server.ts";
import { subscriptionsOf } from "../../search/remote.ts";
import { type Check, kindOf } from "./finding.ts";

/** Whether the configured engine can answer, and has everything. */
export const checkSearch: Check = async ({ environment: { meilisearch }, opened, now }, found) => {
  if (meilisearch === undefined) return found.add("search-built-in");
  const server = createMeilisearchServer(meilisearch);
  let count: number | undefined;
  try {
    await server.ask((client) => client.health());
    count = await countDocuments(server, liveIndex(server));
  } catch (error) {
    return found.add("search-away", { url: meilisearch.url, kind: kindOf(error) });
  }
  const version = await server.ask((client) => client.getVersion()).then(
    ({ pkgVersion }) => `${pkgVersion} `,
    // A key for some indexes may not be allowed to ask.
    () => "",
  );
  found.add("search-answers", { version });
  if (await mayMakeKeys(meilisearch)) found.add("search-master-key");
  if (count === undefined) return found.add("no-index");
  if (opened === undefined) return;
  const { live } = subscriptionsOf(server, opened.databases.events, () => now().getTime());
  const behind = await opened.log.lastPosition() - (await live.read()).position;
  found.add(behind < 100 ? "index" : "index-behind", { count, behind });
};

async function mayMakeKeys(settings: Parameters<typeof createMeilisearchServer>[0]) {
  const answer = await fetch(new URL("/keys", settings.url), {
    headers: { authorization: `Bearer ${settings.key}` },
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}
