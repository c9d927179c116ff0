import { endTurn } from "../../events/turn.ts";
import { createMemberIndexer, skipBroken } from "../../search/index-members.ts";
import { AnswerCache } from "../answers/answer-cache.ts";
import { describeError } from "../log.ts";
import { createCatchUpAll } from "../node/follow.ts";
import { Staleness } from "../node/staleness.ts";
import { isOutage } from "../problems.ts";
import { createRemoteSearch } from "../search/remote.ts";
import type { ProductDependencies } from "./dependencies.ts";
import type { OpenRecord } from "./record.ts";

export type Following = Awaited<ReturnType<typeof openFollowing>>;

/** Both are behind the log until they catch up. */
export async function openFollowing(
  deps: ProductDependencies,
  { readModel, log: eventLog }: Pick<OpenRecord, "readModel" | "log">,
) {
  const { database, search, clock, log, meilisearch } = deps;
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
  const clockFollower = { catchUp: async () => clock.notBefore(await eventLog.lastAtMs()) };
  const listeners: (() => void)[] = [() => answers.forgetOld()];
  const teller = {
    async catchUp() {
      // Reading any member updates the tables' version, which public pages need, too.
      await table.byId("");
      for (const listener of listeners) listener();
    },
  };
  const followAll = createCatchUpAll([readModel, indexer, clockFollower, teller], () => {
    endTurn();
    return database.version();
  });
  const staleness = new Staleness(() => performance.now());
  const catchUpAll = (): Promise<void> => staleness.track(followAll);
  return {
    indexer,
    /** Empty after each change, once the index and the read tables have it. */
    answers,
    remoteSearch: meilisearch && createRemoteSearch({
      ...deps,
      settings: meilisearch,
      embedded: search,
      embeddedIndexer: indexer,
      changes: table,
      database,
    }),
    staleness,
    /** Resolves once reads and searches include everything recorded before the call. */
    catchUpAll,
    /** After a recorded change. Returns false if tables can't follow now, as on a full disk: they do later. */
    followChange: (): Promise<boolean> =>
      catchUpAll().then(() => true, (error) => {
        if (!isOutage(error)) throw error;
        return false;
      }),
    onFollowed: (listener: () => void): void => void listeners.push(listener),
  };
}
