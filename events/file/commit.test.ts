import { join } from "node:path";
import { LibsqlError } from "@libsql/client";
import { expect, it, onTestFinished } from "vitest";
import type { Statement } from "../database-port.ts";
import { temporaryFolder } from "../testing/database.ts";
import { commit } from "./commit.ts";
import { FileConnection } from "./connection.ts";

const insert = (word: string): Statement => ({
  sql: "INSERT INTO words VALUES (?)",
  args: [word],
});

async function words(): Promise<FileConnection> {
  const url = `file:${join(await temporaryFolder(), "words.db")}`;
  const connection = new FileConnection({ url, durability: "normal" });
  onTestFinished(() => connection.close());
  connection.run("CREATE TABLE words (word TEXT PRIMARY KEY)");
  return connection;
}

const wordsIn = (connection: FileConnection) =>
  connection.run("SELECT word FROM words ORDER BY rowid").rows.map(({ word }) => word);

it("loses a number of the file with the write that set it", async () => {
  const connection = await words();
  const note = { sql: "PRAGMA user_version = 7" };
  expect(() => commit(connection, [note, { sql: "INSERT INTO missing VALUES (1)" }])).toThrow();
  expect(connection.run("PRAGMA user_version").rows).toEqual([{ user_version: 0 }]);
  commit(connection, [note]);
  expect(connection.run("PRAGMA user_version").rows).toEqual([{ user_version: 7 }]);
});

it.each([
  ["a statement breaks a rule", [insert("one"), insert("one")], "SQLITE_CONSTRAINT"],
  ["the disk is full in the middle", [insert("one"), insert("x".repeat(100_000))], "SQLITE_FULL"],
])("records nothing when %s", async (_, statements, code) => {
  const connection = await words();
  connection.run("PRAGMA max_page_count = 8");
  expect(() => commit(connection, statements)).toThrow(expect.objectContaining({ code }));
  expect(wordsIn(connection)).toEqual([]);
  commit(connection, [insert("a")]);
  expect(wordsIn(connection)).toEqual(["a"]);
});

it("records nothing when the commit fails", async () => {
  const connection = await words();
  const run = connection.run.bind(connection);
  connection.run = (statement) => {
    if (statement === "COMMIT") throw new LibsqlError("No sync", "SQLITE_IOERR_FSYNC");
    return run(statement);
  };
  expect(() => commit(connection, [insert("one"), insert("two")]))
    .toThrow(expect.objectContaining({ code: "SQLITE_IOERR_FSYNC" }));
  expect(wordsIn(connection)).toEqual([]);
});
