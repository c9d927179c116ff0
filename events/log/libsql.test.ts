import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../database-errors.ts";
import { databaseIn, temporaryDatabase, temporaryFolder } from "../testing/database.ts";
import { emptyStream } from "./event-log.ts";
import { describeEventLog } from "./event-log.contract.ts";
import { openLibsqlLog } from "./libsql.ts";
import { describeOutbox } from "./outbox.contract.ts";

const create = async (now: () => number) => openLibsqlLog(await temporaryDatabase(), now);

describeEventLog("libSQL", create);
describeOutbox("libSQL", create);

const cause = { actorId: "someone", correlationId: "request", causationId: "request" };
const commit = (memberId: string, eventId: string) => ({
  memberId,
  head: emptyStream,
  events: [{
    eventId,
    type: "SomethingHappened",
    schemaVersion: 1,
    facts: {},
    sealed: new Uint8Array([1]),
  }],
  cause,
});

describe("the log's database", () => {
  it("refuses to change or delete what happened", async () => {
    const database = await temporaryDatabase();
    const log = await openLibsqlLog(database, () => 1);
    await log.append([commit("a", "1")]);
    for (
      const sql of [
        "UPDATE events SET type = 'Other'",
        "DELETE FROM events",
        "UPDATE sealed_payloads SET payload = x'00'",
      ]
    ) {
      await expect(database.write([{ sql }])).rejects.toThrow(/never/);
    }
  });

  it("has two processes append at once without losing an event", async () => {
    const folder = await temporaryFolder();
    const logs = await Promise.all(
      [1, 2].map(async (offset) =>
        openLibsqlLog(await databaseIn(folder, "log.db"), () =>
          // Clocks that differ: the one behind must not be refused for ever.
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

  it("has an append once whose answer was lost on its way", async () => {
    const database = await temporaryDatabase();
    let isLost = true;
    const log = await openLibsqlLog(database, () => 1);
    const lossy = await openLibsqlLog({
      ...database,
      async write(statements) {
        const results = await database.write(statements);
        const isAppend = statements.some(({ sql }) => sql.startsWith("INSERT INTO events"));
        if (!isAppend || !isLost) return results;
        isLost = false;
        throw new DatabaseUnavailable("The connection broke");
      },
    }, () => 1);
    const [recorded] = await lossy.append([commit("a", "1")]);
    expect(recorded?.eventId).toBe("1");
    expect(await log.readStream("a")).toEqual([recorded]);
  });

  it("is there again after closing", async () => {
    const folder = await temporaryFolder();
    const first = await databaseIn(folder, "log.db");
    await (await openLibsqlLog(first, () => 1)).append([commit("a", "1")]);
    first.close();
    const again = await openLibsqlLog(await databaseIn(folder, "log.db"), () => 1);
    expect(await again.readStream("a")).toHaveLength(1);
  });
});
