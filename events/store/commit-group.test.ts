import { join } from "node:path";
import { LibsqlError } from "@libsql/client";
import { expect, it, onTestFinished } from "vitest";
import type { Statement } from "./database-port.ts";
import { temporaryFolder } from "../testing/database.ts";
import { commit } from "./commit-group.ts";
import { FileConnection } from "./file-connection.ts";

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

const refused = (code: string) => expect.objectContaining({ code });

it.each([
  ["alone", []],
  ["in a group", [[insert("a")]]],
])("loses a number of the file with the write that set it, %s", async (_, others) => {
  const connection = await words();
  const note = { sql: "PRAGMA user_version = 7" };
  const missing = { sql: "INSERT INTO missing VALUES (1)" };
  const lose = () => commit(connection, [[note, missing], ...others]);
  if (others.length === 0) expect(lose).toThrow(refused("SQLITE_ERROR"));
  else expect(lose()[0]).toEqual(refused("SQLITE_ERROR"));
  expect(connection.run("PRAGMA user_version").rows).toEqual([{ user_version: 0 }]);
  commit(connection, [[note], ...others]);
  expect(connection.run("PRAGMA user_version").rows).toEqual([{ user_version: 7 }]);
});

it("writes nothing of a single refused batch", async () => {
  const connection = await words();
  expect(() => commit(connection, [[insert("one"), insert("one")]]))
    .toThrow(refused("SQLITE_CONSTRAINT"));
  expect(wordsIn(connection)).toEqual([]);
});

it("rolls back only the refused batch, for any refusal", async () => {
  const connection = await words();
  connection.run(`CREATE TRIGGER no_x BEFORE INSERT ON words WHEN NEW.word = 'x'
    BEGIN SELECT RAISE(ABORT, 'no x'); END`);
  const unknown = { sql: "INSERT INTO words VALUES (?)", args: [undefined as unknown as string] };
  const outcomes = commit(connection, [
    [insert("a")],
    [insert("b"), insert("a")],
    [insert("b"), insert("x")],
    [insert("b"), unknown],
    [insert("b"), { sql: "INSERT INTO" }],
    [insert("b"), insert("c")],
  ], Infinity);
  const written = { rows: [], rowsAffected: 1 };
  expect(outcomes).toEqual([
    [written],
    refused("SQLITE_CONSTRAINT"),
    expect.objectContaining({ message: expect.stringContaining("no x") }),
    expect.any(TypeError),
    refused("SQLITE_ERROR"),
    [written, written],
  ]);
  expect(wordsIn(connection)).toEqual(["a", "b", "c"]);
});

it("leaves batches to the next group after a long one", async () => {
  const connection = await words();
  // Some 50 ms.
  const long = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500000)
    SELECT count(*) FROM n`;
  const batches = [[insert("a")], [insert("b"), { sql: long }], [insert("c")]];
  expect(commit(connection, batches)).toHaveLength(2);
  expect(wordsIn(connection)).toEqual(["a", "b"]);
});

it("writes no batch when the disk fills up in the middle of one", async () => {
  const connection = await words();
  connection.run("PRAGMA max_page_count = 8");
  const batches = [[insert("one")], [insert("two"), insert("x".repeat(100_000))], [
    insert("three"),
  ]];
  expect(() => commit(connection, batches)).toThrow(refused("SQLITE_FULL"));
  expect(wordsIn(connection)).toEqual([]);
  commit(connection, [[insert("a")]]);
  expect(wordsIn(connection)).toEqual(["a"]);
});

it("writes no batch when the commit fails", async () => {
  const connection = await words();
  const run = connection.run.bind(connection);
  connection.run = (statement) => {
    if (statement === "COMMIT") throw new LibsqlError("No sync", "SQLITE_IOERR_FSYNC");
    return run(statement);
  };
  expect(() => commit(connection, [[insert("one")], [insert("two")]]))
    .toThrow(refused("SQLITE_IOERR_FSYNC"));
  expect(wordsIn(connection)).toEqual([]);
});
