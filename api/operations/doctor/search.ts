import { countDocuments, liveIndex } from "../../../search/meilisearch/indexes.ts";
import { createMeilisearchServer } from "../../../search/meilisearch/server.ts";
import { subscriptionsOf } from "../../search/remote.ts";
import { about, type Check, type Finding, kindOf } from "./finding.ts";

const { ok, warn, fail } = about("search");

/** Whether the engine that is configured can answer, and has everything. */
export const checkSearch: Check = async ({ environment: { meilisearch }, opened, now }) => {
  if (meilisearch === undefined) {
    return [ok("the built-in search engine responds and needs no setup")];
  }
  const server = createMeilisearchServer(meilisearch);
  let count: number | undefined;
  try {
    await server.ask((client) => client.health());
    count = await countDocuments(server, liveIndex(server));
  } catch (error) {
    return [fail(
      `Meilisearch doesn't respond correctly at ${meilisearch.url} (${
        kindOf(error)
      }), so the built-in engine is used instead`,
      "check that it's running, and check MEILI_URL and MEILI_KEY",
    )];
  }
  const findings: Finding[] = [ok(
    await server.ask((client) => client.getVersion()).then(
      ({ pkgVersion }) => `Meilisearch ${pkgVersion} answers`,
      // A key for some indexes need not tell.
      () => "Meilisearch answers",
    ),
  )];
  if (await mayMakeKeys(meilisearch)) {
    findings.push(warn(
      "MEILI_KEY has full access to the server",
      'set it to what "npm run reindex -- --key" prints: a key for these indexes only',
    ));
  }
  if (count === undefined) {
    findings.push(warn("there's no index yet", 'run "npm run reindex"'));
  } else if (opened !== undefined) {
    const { live } = subscriptionsOf(server, opened.databases.events, () => now().getTime());
    const behind = await opened.log.lastPosition() - (await live.read()).position;
    findings.push(
      behind < 100 ? ok(`the index has ${count} profiles and is up to date`) : warn(
        `the index is ${behind} events behind the log`,
        'start the service, which catches up; "npm run reindex" fills it again',
      ),
    );
  }
  return findings;
};

async function mayMakeKeys(settings: Parameters<typeof createMeilisearchServer>[0]) {
  const answer = await fetch(new URL("/keys", settings.url), {
    headers: { authorization: `Bearer ${settings.key}` },
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}
