import { openEvents } from "../../../../events/open.ts";
import {
  reindex as fillAnew,
  ReindexBusy,
  ReindexInterrupted,
} from "../../../../search/meilisearch/reindex.ts";
import { createSynonyms } from "../../../../search/synonyms.ts";
import { createMeilisearchServer } from "../../../../search/meilisearch/server.ts";
import { SearchUnavailable } from "../../../../search/profile-search.ts";
import { subscriptionsOf } from "../../../search/remote.ts";
import { readEnvironment } from "../../../config/env.ts";
import { openStores } from "../../../node/stores.ts";
import { defineCommand } from "../command.ts";
import { listenForInterrupts } from "../interrupt.ts";
import { createProgress, TaskError } from "../task.ts";

export const reindex = defineCommand({
  summary: "refill the index on Meilisearch",
  help: `Refill the index on Meilisearch.

  npm run admin -- reindex          fill a new index, then switch to it
  npm run admin -- reindex --key    print a key for the product's indexes only

Searches keep working. You can stop it with Ctrl-C; run it again to continue. The built-in search
engine doesn't need it.`,
  options: { key: { type: "boolean" } },
  async run(options) {
    const environment = readEnvironment();
    const { meilisearch } = environment;
    if (meilisearch === undefined) {
      if (options.key) throw new TaskError("SEARCH: must be meilisearch for --key");
      return console.log(
        "There is nothing to do. The built-in search engine keeps its index up to date.",
      );
    }
    const server = createMeilisearchServer(meilisearch, createSynonyms(environment.synonyms));
    if (options.key) return console.log(await explained(server.scopedKey()));

    const stores = await openStores(environment);
    const now = () => new Date();
    const newId = () => crypto.randomUUID();
    const { log, readModel } = await openEvents({ ...stores, now, newId });
    await readModel.catchUp();
    const last = await log.lastPosition();
    const progress = createProgress("Log position", last);
    let tenths = 0;
    const isInterrupted = listenForInterrupts();
    const { documents, position, resumedAt } = await explained(fillAnew({
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
      isInterrupted,
    }));
    progress.end();
    stores.close();
    const resumed = resumedAt > 0 ? `, from ${resumedAt}, where the last run was interrupted` : "";
    console.log(
      `Reindexed up to log position ${position}${resumed}: ${documents} profiles can be found.`,
    );
  },
});

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ReindexInterrupted) {
      throw new TaskError('Interrupted. Run "npm run reindex" to continue.');
    }
    if (error instanceof ReindexBusy) throw new TaskError(`${error.message}. Try again later.`);
    if (!(error instanceof SearchUnavailable)) throw error;
    const why = error.cause instanceof Error ? `: ${error.cause.message}` : "";
    throw new TaskError(
      `${error.message}${why}.\nCheck MEILI_URL and MEILI_KEY, then run it again.`,
    );
  }
}
