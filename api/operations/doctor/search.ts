import { countDocuments, liveIndex } from "../../../search/meilisearch/indexes.ts";
import { createMeilisearchServer } from "../../../search/meilisearch/server.ts";
import { subscriptionsOf } from "../../search/remote.ts";
import { type Check, kindOf } from "./finding.ts";

export const checkSearch: Check = async ({ environment: { meilisearch }, opened, now }, say) => {
  if (meilisearch === undefined) {
    return say.ok("the built-in search engine responds and needs no setup");
  }
  const { url } = meilisearch;
  const server = createMeilisearchServer(meilisearch);
  let count: number | undefined;
  try {
    await server.ask((client) => client.health());
    count = await countDocuments(server, liveIndex(server));
  } catch (error) {
    return say.fail(
      `Meilisearch doesn't respond correctly at ${url} (${
        kindOf(error)
      }), so the built-in engine is used instead`,
      "check that it's running, and check MEILI_URL and MEILI_KEY",
    );
  }
  say.ok("Meilisearch answers");
  if (count === undefined) return say.warn("there's no index yet", 'run "npm run reindex"');
  if (opened === undefined) return;
  const { live } = subscriptionsOf(server, opened.databases.events, () => now().getTime());
  const behind = await opened.log.lastPosition() - (await live.read()).position;
  if (behind < 100) return say.ok(`the index has ${count} profiles and is up to date`);
  say.warn(
    `the index is ${behind} events behind the log`,
    'start the service, which catches up; "npm run reindex" fills it again',
  );
};
