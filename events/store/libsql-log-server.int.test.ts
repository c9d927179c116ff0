import { expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { DatabaseUnavailable } from "./database-errors.ts";
import { commit, someEvent } from "../testing/commits.ts";
import {
  databaseOnServer,
  describeWithLibsqlServer,
  startLibsqlServer,
} from "../testing/libsql-server.ts";
import { describeEventLog } from "./event-log.contract.ts";
import { itKeepsHistory } from "./history.contract.ts";
import { openLibsqlLog } from "./libsql-log.ts";
import { describeOutbox } from "./outbox.contract.ts";
import { createSubscription } from "./subscriptions.ts";

const opened = async (url: string, now = () => 1) =>
  await openLibsqlLog(await openDatabase({ url, durability: "full" }), now);

describeWithLibsqlServer("on a libSQL server", () => {
  const create = async (now: () => number) => openLibsqlLog(await databaseOnServer(), now);
  describeEventLog("libSQL server", create);
  describeOutbox("libSQL server", create);

  itKeepsHistory(databaseOnServer);

  it("gets its tables once, when several nodes start at the same time", async () => {
    const { url } = await startLibsqlServer();
    const logs = await Promise.all(Array.from({ length: 6 }, () => opened(url)));
    expect(await Promise.all(logs.map((log) => log.lastPosition()))).toEqual(Array(6).fill(0));
  });

  it("lets nodes with different clocks append at once without losing an event", async () => {
    const { url } = await startLibsqlServer();
    const logs = await Promise.all([1, 2, 3].map((hour) => opened(url, () => hour * 3_600_000)));
    await Promise.all(logs.map(async (log, node) => {
      for (let turn = 0; turn < 20; turn++) {
        await log.append([commit(`${node}-${turn}`, `${node}-${turn}`)]);
      }
    }));
    const events = await logs[0]!.read({ after: 0, limit: 100 });
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(60);
  });

  it("gives a lease to one node at a time", async () => {
    const { url } = await startLibsqlServer();
    await opened(url);
    const nodes = await Promise.all(
      Array.from(
        { length: 5 },
        async () =>
          createSubscription(
            await openDatabase({ url, durability: "full" }),
            "indexer",
            () => 1000,
          ),
      ),
    );
    const leases = await Promise.all(nodes.map((node) => node.acquire(30_000)));
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  it("reads more than one answer can contain", async () => {
    const { url } = await startLibsqlServer({ args: ["--max-response-size", "100KB"] });
    const log = await opened(url);
    for (let number = 0; number < 8; number++) {
      const event = { ...someEvent(`e${number}`), sealed: new Uint8Array(20_000).fill(number) };
      await log.append([{ ...commit(`m${number}`), events: [event] }]);
    }
    const ids: string[] = [];
    for (let after = 0;;) {
      const page = await log.read({ after, limit: 1000 });
      if (page.length === 0) break;
      ids.push(...page.map(({ eventId }) => eventId));
      after = page.at(-1)!.position;
    }
    expect(ids).toEqual(Array.from({ length: 8 }, (_, number) => `e${number}`));
  });

  it("waits for a restarted server, and appends once", async () => {
    const server = await startLibsqlServer();
    const log = await opened(server.url);
    await log.append([commit("a", "1")]);
    await server.kill();
    const appended = log.append([commit("b", "2")]);
    await server.start();
    expect((await appended).map(({ eventId }) => eventId)).toEqual(["2"]);
    expect(await log.lastPosition()).toBe(2);
  });

  it("reports an unavailable server in bounded time, and continues when it is back", async () => {
    const server = await startLibsqlServer();
    const log = await opened(server.url);
    await server.kill();
    await expect(log.readStream("a")).rejects.toThrow(DatabaseUnavailable);
    await expect(log.append([commit("a", "1")])).rejects.toThrow(DatabaseUnavailable);
    await server.start();
    await log.append([commit("a", "2")]);
    expect(await log.readStream("a")).toHaveLength(1);
    await server.pause();
    await expect(log.readStream("a")).rejects.toThrow(DatabaseUnavailable);
    server.resume();
    expect(await log.readStream("a")).toHaveLength(1);
  });
});
