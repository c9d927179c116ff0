import { endTurn } from "../../events/turn.ts";
import { createMemberIndexer, skipBroken } from "../../search/index-members.ts";
import { AnswerCache } from "../answers/answer-cache.ts";
import { describeError } from "../node/log.ts";
import { createUpdate } from "../node/update.ts";
import { isOutage } from "../node/outages.ts";
import { createRemoteSearch } from "../search/remote.ts";
import type { ProductDependencies } from "./dependencies.ts";
import type { OpenRecord } from "./record.ts";

export type Following = ReturnType<typeof openFollowing>;

/** The index and what else follows members' changes; empty until the first update. */
export function openFollowing(
  deps: ProductDependencies,
  { readModel }: Pick<OpenRecord, "readModel">,
) {
  const { database, search, log, meilisearch } = deps;
  const table = readModel.members;
  const answers = new AnswerCache(() => {
    const { position, generation } = table.version();
    // No caching while the index is behind the tables, nor with Meilisearch, which changes on its own.
    const isKnown = position === indexer.position() && meilisearch === undefined;
    return isKnown ? `${generation}.${position}` : undefined;
  });
  const index = skipBroken(
    search,
    (error) =>
      log({ level: "error", event: "the index left out a profile", ...describeError(error) }),
  );
  const indexer = createMemberIndexer(table, index);
  const listeners: (() => void)[] = [() => answers.forgetOld()];
  const update = createUpdate(async () => {
    await readModel.settings.refresh();
    await indexer.update();
    // Reading any member updates the tables' version, which public pages need, too.
    await table.byId("");
    for (const listener of listeners) listener();
  }, () => {
    endTurn();
    return database.version();
  });
  return {
    indexer,
    /** Empty after each change, once the index has it. */
    answers,
    remoteSearch: meilisearch && createRemoteSearch({
      ...deps,
      settings: meilisearch,
      embedded: search,
      embeddedIndexer: indexer,
      changes: table,
      database,
    }),
    /** Regularly, for what other processes recorded. */
    update,
    /** After a recorded change: searches and live pages have it then. An outage delays them. */
    updateIndex: (): Promise<void> =>
      update().catch((error) => {
        if (!isOutage(error)) throw error;
      }),
    onChange: (listener: () => void): void => void listeners.push(listener),
  };
}
