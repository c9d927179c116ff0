import { stat } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { createClient } from "@libsql/client";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Database } from "./database.ts";
import { cachedUntilWritten } from "./cached-until-written.ts";
import { startTurn } from "./turn.ts";
import { databaseIn, temporaryFolder } from "./testing/database.ts";

/** Two connections to one file, as two processes have them, and who counts questions. */
async function given() {
  const folder = await temporaryFolder();
  const here = await databaseIn(folder, "one.db");
  const there = await databaseIn(folder, "one.db");
  await here.write([{ sql: "CREATE TABLE places (name TEXT PRIMARY KEY, town TEXT)" }]);
  let questions = 0;
  const read = readerOf(here);
  const cached = cachedUntilWritten(here, (names) => {
    questions++;
    return read(names);
  });
  return { folder, here, there, cached, questions: () => questions };
}

function readerOf(database: Database) {
  return async (names: readonly string[]) => {
    const rows = await database.read(
      "SELECT name, town FROM places WHERE name IN (SELECT value FROM json_each(?))",
      [JSON.stringify(names)],
    );
    return new Map(rows.map(({ name, town }) => [String(name), String(town)]));
  };
}

const put = (name: string, town: string) => ({
  sql: "INSERT INTO places VALUES (?, ?) ON CONFLICT DO UPDATE SET town = excluded.town",
  args: [name, town],
});
const remove = (name: string) => ({ sql: "DELETE FROM places WHERE name = ?", args: [name] });

describe("reads that are cached until a write", () => {
  it("is asked for once, and again after a write through either connection", async () => {
    const { here, there, cached, questions } = await given();
    await here.write([put("a", "Waco")]);
    expect(await cached(["a"])).toEqual(new Map([["a", "Waco"]]));
    expect(await cached(["a"])).toEqual(new Map([["a", "Waco"]]));
    expect(questions()).toBe(1);
    await here.write([put("a", "Austin")]);
    expect(await cached(["a"])).toEqual(new Map([["a", "Austin"]]));
    await there.write([remove("a")]);
    expect(await cached(["a"])).toEqual(new Map());
    expect(questions()).toBe(3);
  });

  it("is always what the database says, no matter who writes what in which order", async () => {
    const { here, there, cached } = await given();
    const name = fc.constantFrom("a", "b", "c");
    const step = fc.oneof(
      fc.record({ by: fc.constantFrom(here, there), put: name, town: fc.string() }),
      fc.record({ by: fc.constantFrom(here, there), remove: name }),
      fc.record({ read: fc.uniqueArray(name, { minLength: 1 }) }),
      fc.constant({ comes: "a request" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const step of steps) {
          if ("comes" in step) startTurn();
          else if ("put" in step) await step.by.write([put(step.put, step.town)]);
          else if ("remove" in step) await step.by.write([remove(step.remove)]);
          else expect(await cached(step.read)).toEqual(await readerOf(here)(step.read));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("has nothing that was read while someone wrote", async () => {
    const { here, there } = await given();
    await here.write([put("a", "Waco")]);
    const read = readerOf(here);
    let asked = 0;
    const cached = cachedUntilWritten(here, async (names) => {
      const found = await read(names);
      if (asked++ === 0) await there.write([put("a", "Austin")]);
      return found;
    });
    await cached(["a"]);
    expect(await cached(["a"])).toEqual(new Map([["a", "Austin"]]));
  });

  it("is nothing where the database cannot tell", async () => {
    let asked = 0;
    const cached = cachedUntilWritten({ version: () => undefined }, async () => {
      return new Map([["a", ++asked]]);
    });
    await cached(["a"]);
    expect(await cached(["a"])).toEqual(new Map([["a", 2]]));
  });
});

describe("the version of a database", () => {
  it("stays while no one writes, and does not hinder that the write-ahead log is emptied", async () => {
    const { folder, here, there } = await given();
    const version = here.version();
    expect(version).toEqual(expect.any(Number));
    await readerOf(there)(["a"]);
    expect(here.version()).toBe(version);
    await there.truncateWriteAheadLog();
    expect((await stat(join(folder, "one.db-wal"))).size).toBe(0);
    const emptied = here.version();
    await there.write([put("a", "Austin")]);
    expect(here.version()).not.toBe(emptied);
  });

  it("is asked for once in a turn, which ends with the next request, a wait and a refused write", async () => {
    const folder = await temporaryFolder();
    const here = await databaseIn(folder, "one.db");
    // As another process has it: its writes end no turn here.
    const there = createClient({ url: `file:${join(folder, "one.db")}` });
    onTestFinished(() => there.close());
    await there.execute("CREATE TABLE places (name TEXT PRIMARY KEY)");
    const other = await databaseIn(folder, "two.db");
    const refused = { sql: "INSERT INTO missing VALUES (1)" };
    let towns = 0;
    for (
      const end of [
        startTurn,
        () => new Promise((resolve) => setTimeout(resolve)),
        () => other.write([refused]).catch(() => {}),
      ]
    ) {
      startTurn();
      const version = here.version();
      await there.execute(`INSERT INTO places VALUES ('town ${++towns}')`);
      expect(here.version()).toBe(version);
      await end();
      expect(here.version()).toBeGreaterThan(version ?? Infinity);
    }
  });
});
