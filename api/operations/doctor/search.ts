import { countDocuments, liveIndex } from "../../../search/meilisearch/indexes.ts";
import { createMeilisearchServer } from "../../../search/meilisearch/server.ts";
import { subscriptionsOf } from "../../search/remote.ts";
import { about, type Check, type Finding, kindOf } from "./finding.ts";

const { ok, warn, fail } = about("search");

/** Whether the engine that is configured can answer, and has everything. */
export const checkSearch: Check = async ({ environment: { meilisearch }, opened, now }) => {
  if (meilisearch === undefined) return [ok("the embedded engine answers; it needs nothing")];
  const server = createMeilisearchServer(meilisearch);
  let count: number | undefined;
  try {
    await server.ask((client) => client.health());
    count = await countDocuments(server, liveIndex(server));
  } catch (error) {
    return [fail(
      `Meilisearch does not answer as it should at ${meilisearch.url} (${kindOf(error)}): the ` +
        "embedded engine stands in for it",
      "check that it runs, MEILI_URL, and MEILI_KEY",
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
      "MEILI_KEY may do everything on the server",
      'set it to what "npm run reindex -- --key" prints: a key for these indexes alone',
    ));
  }
  if (count === undefined) {
    findings.push(warn("there is no index yet", 'run "npm run reindex"'));
  } else if (opened !== undefined) {
    const { live } = subscriptionsOf(server, opened.databases.events, () => now().getTime());
    const behind = await opened.log.lastPosition() - (await live.read()).position;
    findings.push(
      behind < 100 ? ok(`the index has ${count} profiles and follows the log`) : warn(
        `the index is ${behind} events behind the log`,
        'start the service, which brings it up to it; "npm run reindex" fills it anew',
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
