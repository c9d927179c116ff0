/** Search on Meilisearch with the embedded engine as its fallback, and the work that updates it. */
import type { Database } from "../../events/store/database.ts";
import { createSubscription, type Subscription } from "../../events/store/subscriptions.ts";
import { createFailover } from "../../search/failover.ts";
import type { MemberChanges, MemberIndexer } from "../../search/index-members.ts";
import { createMeilisearchFollower } from "../../search/meilisearch/follow-members.ts";
import { liveIndex } from "../../search/meilisearch/indexes.ts";
import { createMeilisearch } from "../../search/meilisearch/meilisearch.ts";
import {
  createMeilisearchServer,
  type MeilisearchServer,
  type MeilisearchSettings,
} from "../../search/meilisearch/server.ts";
import { noFilters } from "../../search/profile-search.ts";
import type { SuggestingSearch } from "../../search/suggestions.ts";
import type { Synonyms } from "../../search/synonyms.ts";
import type { Log } from "../node/log.ts";
import { createOutage } from "./outage.ts";

export type RemoteSearch = ReturnType<typeof createRemoteSearch>;

export interface RemoteSearchDependencies {
  readonly settings: MeilisearchSettings;
  /** The embedded engine and its updates. */
  readonly embedded: {
    readonly search: SuggestingSearch & { readonly synonyms: Synonyms };
    readonly indexer: MemberIndexer;
  };
  readonly changes: MemberChanges;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

export function createRemoteSearch(deps: RemoteSearchDependencies) {
  const { settings, embedded: { search, indexer }, changes, database, log } = deps;
  const now = () => deps.now().getTime();
  // A monotonic clock, so that setting the wall clock doesn't delay retries.
  const steadyNow = () => performance.now();
  const outage = createOutage(log, steadyNow);
  const server = createMeilisearchServer(settings, search.synonyms);
  const follower = createMeilisearchFollower({
    server,
    subscription: subscriptionsOf(server, database, now).live,
    changes,
    async expected() {
      const position = indexer.position();
      const everything = { text: "", filters: noFilters, sort: "recent" } as const;
      const { total } = await search.find({ ...everything, offset: 0, limit: 0 });
      return { count: total, position };
    },
    now,
    steadyNow,
  });
  const failover = createFailover({
    preferred: createMeilisearch(server, liveIndex(server)),
    standIn: search,
    isCurrent: () => follower.position() >= indexer.position(),
    now: steadyNow,
    timeoutMs: settings.timeoutMs,
    onChange: (change) => change.is === "back" ? outage.recovered() : outage.failed(change.error),
  });

  return {
    ...failover,
    /** Position up to which Meilisearch is complete; -1 while unknown. */
    position: follower.position,
    /** Ends indexing soon. */
    stop: follower.stop,
    /** Call it regularly, like `watch`. */
    async index(): Promise<void> {
      try {
        if (await follower.run() && failover.prefers()) outage.recovered();
      } catch (error) {
        outage.failed(error);
      }
    },
  };
}

/** Positions of the indexes. */
export function subscriptionsOf(
  server: MeilisearchServer,
  database: Database,
  now: () => number,
): Readonly<Record<"live" | "next", Subscription>> {
  const name = `search:${liveIndex(server)}`;
  return {
    live: createSubscription(database, name, now),
    next: createSubscription(database, `${name}:next`, now),
  };
}
