/**
 * Fills a new index on Meilisearch beside the live one, and swaps the two; the service may run and
 * search meanwhile. Interrupted, it goes on where it was when it is run again.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { openEvents } from "../../events/open.ts";
import { reindex, ReindexBusy, ReindexInterrupted } from "../../search/meilisearch/reindex.ts";
import { createMeilisearchServer } from "../../search/meilisearch/server.ts";
import { SearchUnavailable } from "../../search/profile-search.ts";
import { subscriptionsOf } from "../search/remote.ts";
import { openStores } from "../stores.ts";
import { createProgress, runTask, TaskError } from "./task.ts";

const help = `Fill the index on Meilisearch anew.

  npm run reindex            fill a new index beside the live one, then swap the two
  npm run reindex -- --key   print a key that may touch the product's indexes only

Searches go on meanwhile. Ctrl-C interrupts it; run again, it goes on where it was.`;

await runTask(async (environment) => {
  const options = parse(Deno.args);
  if (options.help) return console.log(help);
  const { meilisearch } = environment;
  if (meilisearch === undefined) {
    throw new TaskError("SEARCH: must be meilisearch; the embedded index needs no reindexing");
  }
  const server = createMeilisearchServer(meilisearch);
  if (options.key) return console.log(await explained(server.scopedKey()));

  const stores = await openStores(environment);
  const now = () => new Date();
  const newId = () => crypto.randomUUID();
  const { log, readModel } = await openEvents({ ...stores, now, newId });
  await readModel.catchUp();
  const last = await log.lastPosition();
  const progress = createProgress("Log position", last);
  let tenths = 0;
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      if (isInterrupted) Deno.exit(130);
      isInterrupted = true;
    });
  }
  const { documents, position, resumedAt } = await explained(reindex({
    server,
    ...subscriptionsOf(server, stores.databases.events, () => Date.now()),
    changes: {
      async changedSince(position, limit) {
        // What was recorded while this runs is part of it.
        await readModel.catchUp();
        return await readModel.members.changedSince(position, limit);
      },
    },
    now: () => Date.now(),
    report(reached) {
      progress.report(reached);
      // Where no line can be written over, one for each tenth.
      if (Deno.stderr.isTerminal() || Math.floor(reached / last * 10) === tenths) return;
      tenths = Math.floor(reached / last * 10);
      console.error(`Log position: ${reached} of ${last}`);
    },
    onWait: (why) => console.error(`${why}, waiting for up to a minute`),
    isInterrupted: () => isInterrupted,
  }));
  progress.end();
  stores.close();
  const resumed = resumedAt > 0 ? `, from ${resumedAt}, where the last run was interrupted` : "";
  console.log(
    `Reindexed up to log position ${position}${resumed}: ${documents} profiles can be found.`,
  );
});

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ReindexInterrupted) {
      throw new TaskError('Interrupted. "npm run reindex" goes on from here.');
    }
    if (error instanceof ReindexBusy) throw new TaskError(`${error.message}. Try again later.`);
    if (!(error instanceof SearchUnavailable)) throw error;
    const why = error.cause instanceof Error ? `: ${error.cause.message}` : "";
    throw new TaskError(
      `${error.message}${why}.\nLook at MEILI_URL and MEILI_KEY, then run it again.`,
    );
  }
}

function parse(args: readonly string[]) {
  try {
    const options = { key: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new TaskError(`${(error as Error).message}\n\n${help}`);
  }
}
