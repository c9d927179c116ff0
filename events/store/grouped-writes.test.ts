import { spawn } from "node:child_process";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Database, Statement } from "./database.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";
import { countPairs, pairOf, pairTables } from "../testing/pairs.ts";

async function pairsIn(folder: string, name: string): Promise<Database> {
  const database = await databaseIn(folder, name);
  await database.write([...pairTables, {
    sql: `CREATE TRIGGER no_seven BEFORE INSERT ON rights WHEN NEW.number = 7
      BEGIN SELECT RAISE(ABORT, 'no seven'); END`,
  }]);
  return database;
}

const rowsOf = (database: Database) =>
  database.read("SELECT l.number, l.at, r.at AS other FROM lefts l JOIN rights r USING (number)");

/** Outcome of a write for its caller. */
const outcomeOf = (write: Promise<unknown>) => write.catch((error: Error) => error.message);

describe("writes that wait at the same time", () => {
  const number = fc.integer({ min: 0, max: 12 });
  const broken: Statement[] = [...pairOf(100), { sql: "INSERT INTO missing VALUES (1)" }];
  const batch: fc.Arbitrary<Statement[]> = fc.oneof(
    { weight: 5, arbitrary: number.map((one) => pairOf(one)) },
    {
      weight: 2,
      arbitrary: fc.tuple(number, number).map((two) => two.flatMap((one) => pairOf(one))),
    },
    fc.constant(broken),
    number.map((one) =>
      ["lefts", "rights"].map((name) => ({
        sql: `DELETE FROM ${name} WHERE number = ?`,
        args: [one],
      }))
    ),
  );
  const step = fc.record({
    batch,
    isNormal: fc.boolean(),
    then: fc.constantFrom("go on", "go on", "go on", "read", "wait", "empty the log"),
  });

  it("give the same result as one after the other, and are never read in part", async () => {
    const folder = await temporaryFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 40 }), async (steps) => {
        run += 1;
        const together = await pairsIn(folder, `together${run}.db`);
        const inTurn = await pairsIn(folder, `in-turn${run}.db`);
        const others: Promise<unknown>[] = [];
        const read = async () => {
          const [counts] = await together.read(countPairs);
          expect(counts?.lefts).toBe(counts?.rights);
        };
        const writes: Promise<unknown>[] = [];
        for (const { batch, isNormal, then } of steps) {
          const write = together.write(batch, ...isNormal ? ["normal" as const] : []);
          writes.push(outcomeOf(write));
          others.push(write.then(read, read));
          if (then === "wait") await setImmediate();
          if (then === "read") others.push(read());
          if (then === "empty the log") others.push(together.truncateWriteAheadLog());
        }
        const outcomes = await Promise.all(writes);
        await Promise.all(others);
        const expected: unknown[] = [];
        for (const { batch } of steps) expected.push(await outcomeOf(inTurn.write(batch)));
        expect(outcomes).toEqual(expected);
        expect(await rowsOf(together)).toEqual(await rowsOf(inTurn));
        for (const database of [together, inTurn]) database.close();
      }),
      { numRuns: 40 },
    );
  });

  it(
    "are complete, and none that was confirmed is lost, when their process is killed",
    async () => {
      const folder = await temporaryFolder();
      const database = await pairsIn(folder, "killed.db");
      await database.write(pairOf(1));
      const answered: number[] = [1];
      for (let round = 1; round <= 4; round++) {
        answered.push(...await writeUntilKilled(join(folder, "killed.db"), round * 1_000_000 + 1));
        const rows = await rowsOf(database);
        const [counts] = await database.read(countPairs);
        expect(counts).toEqual({ lefts: rows.length, rights: rows.length });
        const numbers = new Set(rows.map(({ number }) => number));
        expect(answered.filter((one) => !numbers.has(one))).toEqual([]);
        // In the order of their calls, which end with those in flight.
        expect(rows.map(({ at }) => at)).toEqual([...rows.keys()]);
      }
      expect(answered.length).toBeGreaterThan(400);
    },
  );
});

/** Kills the process after some hundred batches, at any point. */
async function writeUntilKilled(path: string, first: number): Promise<number[]> {
  const script = fileURLToPath(new URL("../testing/write-until-killed.ts", import.meta.url));
  const child = spawn(Deno.execPath(), ["run", "-A", script, `file:${path}`, String(first)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let written = "";
  const ended = new Promise((resolve) => child.once("close", resolve));
  const enough = 1000 + Math.random() * 2000;
  child.stdout.on("data", (text) => {
    written += text;
    if (written.length > enough) child.kill("SIGKILL");
  });
  await ended;
  // Its last line may be incomplete.
  return written.split("\n").slice(0, -1).map(Number);
}
