import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { createRandom } from "./testing/random.ts";
import { FileConnection } from "./file/connection.ts";
import { databaseIn, temporaryFolder } from "./testing/database.ts";

it("leaves no byte of what was deleted, over any pages it was moved", async () => {
  // Rows of many sizes make SQLite move them between pages; with this seed copies stay behind.
  const random = createRandom(2);
  const folder = await temporaryFolder();
  const database = await databaseIn(folder, "people.db");
  await database.write([
    {
      sql: `CREATE TABLE people (id TEXT PRIMARY KEY, position INTEGER NOT NULL, username TEXT,
        email TEXT, record TEXT) STRICT`,
    },
    ...["position", "username", "email"].map((column) => ({
      sql: `CREATE INDEX people_${column} ON people (${column})`,
    })),
  ]);
  const names = new Map<string, string>();
  const erased = new Set<string>();

  async function save(id: string, position: number, name: string) {
    const record = name + "y".repeat(random.int(600));
    await database.write([{
      sql: `INSERT INTO people VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
        position = excluded.position, username = excluded.username, record = excluded.record`,
      args: [id, position, `${name}.t${position}`, `${name}@example.com`, record],
    }]);
  }

  async function erase(id: string, position: number) {
    await database.write([{
      sql: `UPDATE people SET position = ?, username = NULL, email = NULL, record = NULL
        WHERE id = ?`,
      args: [position, id],
    }]);
    await database.forgetDeleted();
  }

  for (let position = 1; position < 3000; position++) {
    const roll = random.int(100);
    const id = roll < 15 || names.size === 0 ? random.uuid() : random.pick([...names.keys()]);
    const name = names.get(id) ?? `zq${random.uuid().replaceAll("-", "").slice(0, 12)}`;
    if (roll < 88 || names.size < 12) {
      names.set(id, name);
      await save(id, position, name);
      continue;
    }
    names.delete(id);
    erased.add(name);
    await erase(id, position);
    const files = ["people.db", "people.db-wal"].map((file) =>
      readFile(join(folder, file), "latin1")
    );
    const found = (await Promise.all(files)).join().match(/zq[0-9a-f]{12}/g) ?? [];
    expect(found.filter((one) => erased.has(one))).toEqual([]);
  }
  expect(erased.size).toBeGreaterThan(200);
}, 60_000);

it("is owed from a deletion on until it was done, no matter who does it, and before anyone has said so", async () => {
  const folder = await temporaryFolder();
  const [killed, other] = [await databaseIn(folder, "p.db"), await databaseIn(folder, "p.db")];
  await killed.write([{ sql: "CREATE TABLE people (id TEXT PRIMARY KEY) STRICT" }]);
  expect(await other.owesForgetting()).toBe(true);
  await other.forgetDeleted();
  expect(await other.owesForgetting()).toBe(false);

  await killed.write([{ sql: "DELETE FROM people" }, ...killed.noteDeletion()]);
  expect(await other.owesForgetting()).toBe(true);
  await other.forgetDeleted();
  expect([await killed.owesForgetting(), await other.owesForgetting()]).toEqual([false, false]);

  const refused = killed.write([...killed.noteDeletion(), { sql: "DELETE FROM nowhere" }]);
  await expect(refused).rejects.toThrow("no such table");
  expect(await other.owesForgetting()).toBe(false);
});

it("waits for no one who reads from the write-ahead log, and says so; others write meanwhile", async () => {
  const folder = await temporaryFolder();
  const database = await databaseIn(folder, "people.db");
  await database.write([{ sql: "CREATE TABLE people (name TEXT) STRICT" }]);
  const reader = new FileConnection({
    url: `file:${join(folder, "people.db")}`,
    durability: "normal",
  });
  onTestFinished(() => reader.close());
  reader.run("BEGIN");
  reader.run("SELECT * FROM people");
  const emptied = database.truncateWriteAheadLog();
  await database.write([{ sql: "INSERT INTO people VALUES ('Zanzibar')" }]);
  expect(await emptied).toBe(false);
  await database.write([{ sql: "DELETE FROM people" }]);
  reader.run("COMMIT");
  expect(await database.truncateWriteAheadLog()).toBe(true);
  const { stdout } = await promisify(execFile)("cat", [join(folder, "people.db-wal")]);
  expect(stdout).toBe("");
});
