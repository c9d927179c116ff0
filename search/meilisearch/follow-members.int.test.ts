import { describe, expect, it } from "vitest";
import { openLibsqlLog } from "../../events/store/libsql-log.ts";
import { createSubscription } from "../../events/store/subscriptions.ts";
import { temporaryDatabase } from "../../events/testing/database.ts";
import { noFilters } from "../profile-search.ts";
import { ChangingMembers } from "../testing/changing-members.ts";
import { createMeilisearchFollower, type FollowerDependencies } from "./follow-members.ts";
import { countDocuments, liveIndex } from "./indexes.ts";
import { createMeilisearch } from "./meilisearch.ts";
import { reindex, type ReindexDependencies, ReindexInterrupted } from "./reindex.ts";
import type { MeilisearchServer } from "./server.ts";
import { describeWithServer, openServer } from "./testing/real-server.ts";

/** A read table of members, two processes that follow it, and a server without an index. */
async function givenFollowers() {
  const server = openServer({ prefix: `test-follow-${Math.random().toString(36).slice(2)}-` });
  const database = await temporaryDatabase();
  const now = () => Date.now();
  await openLibsqlLog(database, now);
  const changes = new ChangingMembers();
  const subscriptionOf = (name: string) => createSubscription(database, name, now);
  const deps: FollowerDependencies = {
    server,
    subscription: subscriptionOf("live"),
    changes,
    expected: async () => ({
      count: changes.rows.filter(({ member }) => member?.profile?.isVisible).length,
      position: changes.last(),
    }),
    now,
    steadyNow: () => performance.now(),
    countEveryMs: 0,
  };
  const reindexing: ReindexDependencies = {
    server,
    live: deps.subscription,
    next: subscriptionOf("next"),
    changes,
    now,
    pageSize: 2,
  };
  return {
    server,
    deps,
    reindexing,
    one: createMeilisearchFollower(deps),
    other: createMeilisearchFollower({ ...deps, subscription: subscriptionOf("live") }),
    change: (memberId: string, company: string | undefined) => changes.change(memberId, company),
  };
}

async function found(server: MeilisearchServer, text = ""): Promise<readonly string[]> {
  const query = { text, filters: noFilters, sort: "recent", offset: 0, limit: 99 } as const;
  return (await createMeilisearch(server, liveIndex(server)).find(query)).memberIds;
}

describeWithServer("Meilisearch, indexing", () => {
  describe("the follower", () => {
    it("creates and fills the index, and continues from its checkpoint", async () => {
      const { server, one, other, change } = await givenFollowers();
      for (const memberId of ["a", "b", "c"]) change(memberId, "Acme");
      await one.run();
      expect(await found(server, "acme")).toEqual(["a", "b", "c"]);
      expect(one.position()).toBe(3);
      change("b", "Initech");
      change("c", undefined);
      await other.run();
      expect(await found(server, "acme")).toEqual(["a"]);
      expect(await found(server, "initech")).toEqual(["b"]);
      await one.run();
      expect(one.position()).toBe(5);
    });

    it("leaves the work to the process with the lease", async () => {
      const { deps, server, one, other, change } = await givenFollowers();
      change("a", "Acme");
      const lease = await deps.subscription.acquire(60_000);
      await Promise.all([one.run(), other.run()]);
      expect(await countDocuments(server, liveIndex(server))).toBeUndefined();
      expect(one.position()).toBe(-1);
      await deps.subscription.release(lease!);
      await Promise.all([one.run(), other.run()]);
      expect(await found(server)).toEqual(["a"]);
    });

    it("refills the index when it or documents are missing", async () => {
      const { server, one, change } = await givenFollowers();
      for (const memberId of ["a", "b"]) change(memberId, "Acme");
      await one.run();
      await server.run((client) => client.deleteIndex(liveIndex(server)));
      await one.run();
      expect(await found(server)).toEqual(["a", "b"]);
      await createMeilisearch(server, liveIndex(server)).remove(["a"]);
      // Only the second wrong count matters, but the index isn't current from the first one on.
      await one.run();
      expect(one.position()).toBe(-1);
      for (let run = 0; run < 3; run++) await one.run();
      expect(await found(server)).toEqual(["a", "b"]);
      expect(one.position()).toBe(2);
    });
  });

  describe("reindexing", () => {
    it("fills another index and swaps them", async () => {
      const { server, one, reindexing, change } = await givenFollowers();
      for (const memberId of ["a", "b", "c", "d", "e"]) change(memberId, "Acme");
      const reported: number[] = [];
      const done = await reindex({ ...reindexing, report: (position) => reported.push(position) });
      expect(done).toEqual({ documents: 5, position: 5, resumedAt: 0 });
      expect(reported).toEqual([2, 4, 5]);
      expect(await found(server)).toEqual(["a", "b", "c", "d", "e"]);
      await one.run();
      expect(one.position()).toBe(5);
      const { results } = await server.ask((client) => client.getRawIndexes({ limit: 1000 }));
      const names = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(server.prefix));
      expect(names).toEqual([liveIndex(server)]);
    });

    it("continues after an interruption, during searches and indexing", async () => {
      const { server, one, reindexing, change } = await givenFollowers();
      for (const memberId of ["a", "b", "c", "d", "e"]) change(memberId, "Acme");
      await one.run();
      let pages = 0;
      const interrupted = reindex({
        ...reindexing,
        report: () => pages++,
        isInterrupted: () => pages > 0,
      });
      await expect(interrupted).rejects.toThrow(ReindexInterrupted);
      change("b", "Initech");
      await one.run();
      expect(await found(server, "initech")).toEqual(["b"]);
      const done = await reindex(reindexing);
      expect(done).toEqual({ documents: 5, position: 6, resumedAt: 2 });
      expect(await found(server, "initech")).toEqual(["b"]);
      expect(await found(server, "acme")).toEqual(["a", "c", "d", "e"]);
    });
  });
});
