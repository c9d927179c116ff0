import { endTurn } from "../../events/turn.ts";
import { createMemberIndexer, skipBroken } from "../../search/index-members.ts";
import { AnswerCache } from "../answers/answer-cache.ts";
import { describeError, type Log } from "../node/log.ts";
import { createUpdate } from "../node/update.ts";
import { isOutage } from "../node/outages.ts";
import { createRemoteSearch } from "./remote.ts";
import type { Database } from "../../events/store/database.ts";
import type { ChangedMember } from "../../events/read/members.ts";
import type { ReadModel } from "../../events/read/read-model.ts";
import type { EmbeddedSearch } from "../../search/embedded/embedded.ts";
import type { MeilisearchSettings } from "../../search/meilisearch/server.ts";

export type Following = ReturnType<typeof openFollowing>;

interface FollowingParts {
  readonly database: Database;
  readonly tables: Pick<ReadModel, "members" | "settings">;
  readonly search: EmbeddedSearch;
  readonly meilisearch: MeilisearchSettings | undefined;
  readonly log: Log;
  readonly now: () => Date;
}

/** The index and other followers of members' changes. Empty until the first update. */
export function openFollowing(
  { database, tables, search, meilisearch, log, now }: FollowingParts,
) {
  const table = tables.members;
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
  const followers: ((page: readonly ChangedMember[]) => void)[] = [];
  const indexer = createMemberIndexer(table, index, {
    alongside(page) {
      for (const follow of followers) follow(page);
    },
  });
  const listeners: (() => void)[] = [() => answers.forgetOld()];
  const update = createUpdate(async () => {
    await tables.settings.refresh();
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
    /** Cleared after each change, once the index has it. */
    answers,
    remoteSearch: meilisearch && createRemoteSearch({
      log,
      now,
      settings: meilisearch,
      embedded: { search, indexer },
      changes: table,
      database,
    }),
    /** Call it regularly, for changes by other processes. */
    update,
    /** Call it after a stored change. Searches and live pages have it then, unless an outage delays them. */
    updateIndex: (): Promise<void> =>
      update().catch((error) => {
        if (!isOutage(error)) throw error;
      }),
    /** Passes all changes from the start to a follower, like the index. */
    alongside: (follow: (page: readonly ChangedMember[]) => void): void =>
      void followers.push(follow),
    onChange: (listener: () => void): void => void listeners.push(listener),
  };
}
