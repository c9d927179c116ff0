import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "./database-errors.ts";
import { commit } from "../testing/commits.ts";
import {
  appendsEvents,
  changedDatabase,
  databaseIn,
  temporaryDatabase,
  temporaryFolder,
} from "../testing/database.ts";
import { describeEventLog } from "./event-log.contract.ts";
import { itKeepsHistory } from "./history.contract.ts";
import { openLibsqlLog } from "./libsql-log.ts";
import { describeOutbox } from "./outbox.contract.ts";

const create = async (now: () => number) => openLibsqlLog(await temporaryDatabase(), now);

describeEventLog("libSQL", create);
describeOutbox("libSQL", create);

describe("the log's database", () => {
  itKeepsHistory(temporaryDatabase);

  it("lets two processes append at once without losing an event", async () => {
    const folder = await temporaryFolder();
    const logs = await Promise.all(
      [1, 2].map(async (offset) =>
        openLibsqlLog(await databaseIn(folder, "log.db"), () =>
          // Clocks that differ: the one behind must not be refused forever.
          1000 * offset)
      ),
    );
    await Promise.all(logs.map(async (log, process) => {
      for (let turn = 0; turn < 40; turn++) {
        await log.append([commit(`${process}-${turn}`, `${process}-${turn}`)]);
      }
    }));
    expect(await logs[0]?.lastPosition()).toBe(80);
  });

  it("overwrites forgotten texts, even without secure deletion, as on a server", async () => {
    const folder = await temporaryFolder();
    const log = await openLibsqlLog(await databaseIn(folder, "log.db"), () => 1);
    const text = "someone's sealed words";
    const sealed = new TextEncoder().encode(text);
    const one = commit("a", "1", "2");
    await log.append([{ ...one, events: one.events.map((event) => ({ ...event, sealed })) }]);
    const careless = await databaseIn(folder, "log.db");
    const lax = await openLibsqlLog(
      changedDatabase(careless, {
        write: async (statements) =>
          (await careless.write([{ sql: "PRAGMA secure_delete = OFF" }, ...statements])).slice(1),
      }),
      () => 1,
    );
    await lax.forget({ positions: [1, 2] });
    const { stdout } = await promisify(execFile)("cat", [join(folder, "log.db")]);
    expect(stdout).not.toContain(text);
  });

  it("stores an append once if its answer was lost", async () => {
    const database = await temporaryDatabase();
    let isLost = true;
    const log = await openLibsqlLog(database, () => 1);
    const lossy = await openLibsqlLog(
      changedDatabase(database, {
        async write(statements) {
          const results = await database.write(statements);
          if (!appendsEvents(statements) || !isLost) return results;
          isLost = false;
          throw new DatabaseUnavailable("The connection broke");
        },
      }),
      () => 1,
    );
    const [stored] = await lossy.append([commit("a", "1")]);
    expect(stored?.eventId).toBe("1");
    expect(await log.readStream("a")).toEqual([stored]);
  });

  it("never lets time run backwards within a process", async () => {
    let clock = 5000;
    const log = await openLibsqlLog(await temporaryDatabase(), () => clock);
    await log.append([commit("a", "1")]);
    clock = 3000;
    const [second] = await log.append([commit("b", "2")]);
    expect([second?.atMs, log.time(), await log.lastAtMs()]).toEqual([5000, 5000, 5000]);
  });

  it("persists after closing", async () => {
    const folder = await temporaryFolder();
    const first = await databaseIn(folder, "log.db");
    await (await openLibsqlLog(first, () => 1)).append([commit("a", "1")]);
    first.close();
    const again = await openLibsqlLog(await databaseIn(folder, "log.db"), () => 1);
    expect(await again.readStream("a")).toHaveLength(1);
  });
});
