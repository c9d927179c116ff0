/** Work on all data: read tables, index, keys and pictures. */
import { openEvents } from "../../../../events/open.ts";
import {
  reindex,
  ReindexBusy,
  ReindexInterrupted,
} from "../../../../search/meilisearch/reindex.ts";
import { createMeilisearchServer } from "../../../../search/meilisearch/server.ts";
import { SearchUnavailable } from "../../../../search/profile-search.ts";
import { readEnvironment } from "../../../config/env.ts";
import { version } from "../../../config/version.ts";
import { openStores } from "../../../node/stores.ts";
import { isOurStore } from "../../../objects/mark.ts";
import { createSweep, isFew } from "../../../objects/sweep.ts";
import { subscriptionsOf } from "../../../search/remote.ts";
import { type Command, defineCommand, onData } from "../command.ts";
import { listenForInterrupts } from "../interrupt.ts";
import { newId, now } from "../open-data.ts";
import { flag } from "../options.ts";
import { confirm, createProgress, TaskError } from "../task.ts";

export const maintenance = {
  rebuild: onData({
    summary: "rebuild the read tables from the log",
    help: `Rebuild the read tables from the log, beside the current ones, then switch.

  npm run admin -- rebuild

The service can keep running, and uses the current ones until then. If the command is interrupted,
nothing has changed. No data is lost: everything in the read tables comes from the log.`,
    async run({ log, readModel }) {
      const progress = createProgress("Log position", await log.lastPosition());
      await readModel.rebuild(progress.report);
      progress.end();
      const position = await readModel.position();
      return `Rebuilt the read tables up to log position ${position}.`;
    },
  }),

  reindex: defineCommand({
    summary: "refill the index on Meilisearch",
    help: `Refill the index on Meilisearch.

  npm run admin -- reindex          fill a new index, then switch to it
  npm run admin -- reindex --key    print a key for the product's indexes only

Searches keep working. You can stop it with Ctrl-C; run it again to continue. The built-in search
engine doesn't need it.`,
    options: { key: flag },
    async run(options) {
      const environment = readEnvironment();
      const { meilisearch } = environment;
      if (meilisearch === undefined) {
        if (options.key) throw new TaskError("SEARCH: must be meilisearch for --key");
        return "There is nothing to do. The built-in search engine keeps its index up to date.";
      }
      const server = createMeilisearchServer(meilisearch);
      if (options.key) return await explained(server.scopedKey());
      const stores = await openStores(environment);
      const { log, readModel } = await openEvents({ ...stores, now, newId });
      const last = await log.lastPosition();
      const progress = createProgress("Log position", last);
      let tenths = 0;
      const { documents, position, resumedAt } = await explained(reindex({
        server,
        ...subscriptionsOf(server, stores.database, () => Date.now()),
        changes: readModel.members,
        now: () => Date.now(),
        report(reached) {
          progress.report(reached);
          // Without a terminal, a line for each tenth.
          if (Deno.stderr.isTerminal() || Math.floor(reached / last * 10) === tenths) return;
          tenths = Math.floor(reached / last * 10);
          console.error(`Log position: ${reached} of ${last}`);
        },
        onWait: (why) => console.error(`${why}, waiting for up to a minute`),
        isInterrupted: listenForInterrupts(),
      }));
      progress.end();
      stores.close();
      const resumed = resumedAt && `, from ${resumedAt}, where the last run was interrupted`;
      return `Reindexed up to log position ${position}${
        resumed || ""
      }: ${documents} profiles can be found.`;
    },
  }),

  sweep: onData({
    summary: "remove pictures that no one uses, even when there are many",
    help: `Remove pictures that no one uses anymore, and uploads that were never used.

  npm run admin -- sweep

The service runs this every 15 minutes, unless it would remove more than a few percent of all
pictures. That usually means an old log, or the wrong folder or bucket. In that case this command
asks first, or takes --yes. Removed pictures stay in trash/ beside the others for a week. The
service restores them if someone still uses them.`,
    options: { yes: flag },
    async run({ openObjects, readModel, log, keys, installation }, { yes }) {
      const objects = await openObjects();
      const isOurs = () => isOurStore(objects, installation);
      if (!await isOurs()) {
        throw new TaskError(
          "The picture storage belongs to another installation. Nothing was moved.",
        );
      }
      let moved = 0;
      const run = createSweep({
        objects,
        isOurs,
        table: readModel.members,
        eventLog: log,
        isPresent: async (memberId) => !await keys.isErased(memberId),
        now,
        log: () => {},
      });
      await run(async (count, total) => {
        if (!isFew(count, total)) {
          await confirm(`Move ${count} of ${total} pictures to the trash?`, yes);
        }
        moved = count;
        return true;
      });
      return `Moved ${moved} pictures to the trash.`;
    },
  }),

  version: defineCommand({
    summary: "print the version of the product",
    help: `Print the version of the product.

  npm run admin -- version`,
    run: async () => version,
  }),
} as const satisfies Readonly<Record<string, Command>>;

/** @throws {TaskError} For errors that people can fix. */
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
