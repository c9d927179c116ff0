import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LibsqlError } from "@libsql/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type DatabaseOptions,
  isConstraintError,
  openDatabase,
  type Statement,
} from "./database.ts";
import { DatabaseNotWritable } from "./database-errors.ts";
import { FileConnection } from "./file-connection.ts";
import { temporaryFolder } from "../testing/database.ts";
import { holdLock } from "../testing/hold-lock.ts";

async function openAt(path: string, options: Omit<Partial<DatabaseOptions>, "url"> = {}) {
  const database = await openDatabase({ url: `file:${path}`, durability: "full", ...options });
  onTestFinished(() => database.close());
  return database;
}

describe("a database file", () => {
  const open = async () => {
    const database = await openAt(join(await temporaryFolder(), "things.db"));
    await database.write([{ sql: "CREATE TABLE things (name TEXT UNIQUE, bytes BLOB)" }]);
    const insert = (name: string) =>
      database.write([{
        sql: "INSERT INTO things VALUES (?, ?) RETURNING bytes",
        args: [name, new Uint8Array([7, 8])],
      }]);
    return { database, insert };
  };

  it("returns each of several concurrent writes its own result, and shows them to the next read", async () => {
    const { database, insert } = await open();
    const settled = await Promise.allSettled(["a", "b", "a", "c"].map(insert));
    expect(settled.map(({ status }) => status))
      .toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    const [first, , third] = settled;
    const bytes = new Uint8Array([7, 8]).buffer;
    expect(first).toMatchObject({ value: [{ rows: [{ bytes }] }] });
    const { reason } = third as PromiseRejectedResult;
    expect(isConstraintError(reason)).toBe(true);
    expect(reason.message).toMatch(/^SQLITE_CONSTRAINT: UNIQUE constraint failed: things.name$/);
    expect(await database.read("SELECT count(*) AS count FROM things")).toEqual([{ count: 3 }]);
    const version = database.version();
    await insert("d");
    expect(database.version()).not.toBe(version);
  });
});

describe("a database that survives power cuts", () => {
  it("skips the sync only for writes that allow it", async () => {
    const database = await openAt(join(await temporaryFolder(), "durable.db"));
    // 1 is normal, 2 is full.
    const ask = [{ sql: "PRAGMA synchronous" }];
    const durabilityOf = async (...how: ["normal"?]) =>
      (await database.write(ask, ...how)).map(({ rows: [row] }) => row?.synchronous);
    expect(await durabilityOf()).toEqual([2]);
    expect(await durabilityOf("normal")).toEqual([1]);
    await expect(database.write([{ sql: "INSERT INTO missing VALUES (1)" }], "normal")).rejects
      .toThrow("no such table");
    // Writes that are committed together get the strictest durability.
    expect(await Promise.all([durabilityOf("normal"), durabilityOf(), durabilityOf("normal")]))
      .toEqual([[2], [2], [2]]);
    expect(await Promise.all([durabilityOf("normal"), durabilityOf("normal")])).toEqual([[1], [1]]);
  });
});

describe("writes that are committed together while the disk fails", () => {
  it.each([[1, 3], [2, 0]])(
    "are retried once together: after %i failures, %i of 3 are stored",
    async (failures, count) => {
      const database = await openAt(join(await temporaryFolder(), "failing.db"));
      await database.write([{ sql: "CREATE TABLE words (word TEXT)" }]);
      let commits = 0;
      const { run } = FileConnection.prototype;
      const failing = vi.spyOn(FileConnection.prototype, "run").mockImplementation(
        function (this: FileConnection, given: string | Statement) {
          if (given === "COMMIT" && ++commits <= failures) {
            throw new LibsqlError("No sync", "SQLITE_IOERR_FSYNC");
          }
          return run.call(this, given);
        },
      );
      onTestFinished(() => failing.mockRestore());
      const insert = (word: string) =>
        database.write([{ sql: "INSERT INTO words VALUES (?)", args: [word] }]);
      const settled = await Promise.allSettled(["a", "b", "c"].map(insert));
      for (const one of settled) {
        if (count > 0) expect(one.status).toBe("fulfilled");
        else expect(one).toMatchObject({ reason: expect.any(DatabaseNotWritable) });
      }
      expect(commits).toBe(2);
      expect(await database.read("SELECT count(*) AS count FROM words")).toEqual([{ count }]);
      await insert("d");
    },
  );
});

describe("a database whose file is gone", () => {
  it.each<[string, (path: string) => Promise<unknown>]>([
    ["deleted", (path) => rm(path)],
    ["deleted with its folder", (path) => rm(dirname(path), { recursive: true })],
    ["replaced", async (path) => {
      await writeFile(`${path}-new`, "");
      await rename(`${path}-new`, path);
    }],
  ])("refuses writes that would be lost: %s", async (_, remove) => {
    const path = join(await temporaryFolder(), "folder", "gone.db");
    await mkdir(dirname(path));
    const database = await openAt(path);
    await database.write([{ sql: "CREATE TABLE words (word TEXT)" }]);
    await database.check();
    await remove(path);
    await expect(database.write([{ sql: "INSERT INTO words VALUES ('lost')" }])).rejects
      .toThrow(DatabaseNotWritable);
    await expect(database.check()).rejects.toThrow(DatabaseNotWritable);
  });
});

describe("a database that another program keeps locked", () => {
  it("is opened once that program releases it", async () => {
    const path = join(await temporaryFolder(), "new.db");
    const lock = await holdLock(path);
    let busy = 0;
    const database = await openAt(path, {
      durability: "normal",
      // Release the lock after the first refusal.
      onBusy: () => busy++ === 0 && void lock.release(),
    });
    expect(busy).toBeGreaterThan(0);
    expect(await database.read("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
  });

  it("lets queued calls wait no longer than the first, and accepts the next", async () => {
    const path = join(await temporaryFolder(), "locked.db");
    let busy = 0;
    const database = await openAt(path, { durability: "normal", onBusy: () => busy++ });
    await database.write([{ sql: "CREATE TABLE words (word TEXT)" }]);
    const lock = await holdLock(path);

    const insert = (word: string) =>
      database.write([{ sql: "INSERT INTO words VALUES (?)", args: [word] }]);
    const first = insert("first").catch((error) => error);
    const others = ["second", "third", "fourth"].map((word) =>
      insert(word).catch((error) => error)
    );
    expect(await first).toMatchObject({ code: "SQLITE_BUSY" });
    expect(busy).toBeGreaterThan(3);
    const triesOfFirst = busy;
    expect(await database.read("SELECT count(*) AS count FROM words")).toEqual([{ count: 0 }]);
    for (const one of await Promise.all(others)) expect(one).toMatchObject({ code: "SQLITE_BUSY" });
    // Their time ended with that of the first: each has tried at most once.
    expect(busy - triesOfFirst).toBeLessThanOrEqual(others.length);

    await lock.release();
    await insert("after");
    expect(await database.read("SELECT word FROM words")).toEqual([{ word: "after" }]);
  });
});
