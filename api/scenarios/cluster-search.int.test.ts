import process from "node:process";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../events/store/database.ts";
import { describeWithLibsqlServer } from "../../events/testing/libsql-server.ts";
import { someProfile } from "../testing/app.ts";
import { send, signUp } from "../testing/calls.ts";
import { found, readyz, startNodes } from "../testing/cluster.ts";
import type { RunningProduct } from "../testing/process.ts";

/** Enough for an index to follow and for a lease to expire. */
const slowly = { timeout: 60_000, interval: 200 };

async function metrics(node: RunningProduct): Promise<string> {
  const address = /Metrics are at (\S+)/.exec(node.written())?.[1] ?? "";
  return await (await fetch(address)).text();
}

describeWithLibsqlServer("several nodes with Meilisearch", () => {
  // Needs MEILI_URL and MEILI_KEY, too.
  it.skipIf(!process.env.MEILI_URL || !process.env.MEILI_KEY)(
    "keep one index on Meilisearch, one at a time, also when that one is killed",
    async () => {
      const environment = {
        SEARCH: "meilisearch",
        MEILI_URL: process.env.MEILI_URL ?? "",
        MEILI_KEY: process.env.MEILI_KEY ?? "",
        METRICS_PORT: "0",
      };
      const indexPrefix = `test-cluster-${Math.random().toString(36).slice(2)}-`;
      const options = { choices: { indexPrefix } };
      const { cluster, first, second } = await startNodes(2, environment, options);
      const log = await openDatabase({ url: cluster.database.url, durability: "full" });
      onTestFinished(() => log.close());
      const subscription = async () => {
        const [row] = await log.read("SELECT position FROM subscriptions");
        const [last] = await log.read("SELECT max(position) AS position FROM events");
        return { isCurrent: row?.position === last?.position };
      };
      const save = async (node: RunningProduct, username: string) => {
        const { cookie } = await signUp(node, username);
        await send(node, "POST", "/api/profile", { cookie, body: someProfile });
      };
      for (let number = 0; number < 5; number++) {
        await save(first, `first${number}`);
        await save(second, `second${number}`);
      }
      await expect.poll(subscription, slowly).toEqual({ isCurrent: true });
      await first.stop("SIGKILL");
      const third = await cluster.addNode(environment, options);
      await save(second, "after");
      // A killed process holds its lease for half a minute.
      await expect.poll(subscription, slowly).toEqual({ isCurrent: true });
      for (const node of [second, third]) {
        await expect.poll(() => readyz(node), slowly).toBe("200 ready");
        const behind = async () => (await metrics(node)).match(/_search_behind_events (\d+)/)?.[1];
        await expect.poll(behind, slowly).toBe("0");
      }
      const reader = await signUp(third, "reader");
      expect(await found(third, reader, "")).toBe(11);
    },
  );
});
