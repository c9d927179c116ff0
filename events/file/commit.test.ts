import { join } from "node:path";
import { LibsqlError } from "@libsql/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../testing/database.ts";
import { commitTogether, type Outcome, type Write } from "./commit.ts";
import { type FileConnection, openConnection } from "./connection.ts";

const insert = (word: string): Write => [{ sql: "INSERT INTO words VALUES (?)", args: [word] }];

async function words(): Promise<FileConnection> {
  const connection = openConnection(`file:${join(await temporaryFolder(), "words.db")}`, 0);
  onTestFinished(() => connection.close());
  connection.run("CREATE TABLE words (word TEXT PRIMARY KEY)");
  return connection;
}

const wordsIn = (connection: FileConnection) =>
  connection.run("SELECT word FROM words ORDER BY rowid").rows.map(({ word }) => word);

const isRecorded = (outcome: Outcome) => "results" in outcome;

describe("writes in one transaction", () => {
  it("lose one that breaks a rule, alone and with all of its statements", async () => {
    const connection = await words();
    const outcomes = commitTogether(connection, [
      insert("one"),
      [...insert("half"), ...insert("one")],
      insert("two"),
      [...insert("other half"), { sql: "INSERT INTO missing VALUES (1)" }],
      [...insert("last half"), { sql: "INSERT INTO words VALUES (?)", args: [undefined as never] }],
      insert("three"),
    ]);
    expect(outcomes.map(isRecorded)).toEqual([true, false, true, false, false, true]);
    expect(outcomes[1]).toMatchObject({ error: { code: "SQLITE_CONSTRAINT" } });
    expect(wordsIn(connection)).toEqual(["one", "two", "three"]);
  });

  it("lose a number of the file with the write that set it", async () => {
    const connection = await words();
    const note = { sql: "PRAGMA user_version = 7" };
    commitTogether(connection, [[note, { sql: "INSERT INTO missing VALUES (1)" }], insert("one")]);
    expect(connection.run("PRAGMA user_version").rows).toEqual([{ user_version: 0 }]);
    commitTogether(connection, [[note], insert("one")]);
    expect(connection.run("PRAGMA user_version").rows).toEqual([{ user_version: 7 }]);
  });

  it("are none of them recorded when the disk is full in the middle", async () => {
    const connection = await words();
    connection.run("PRAGMA max_page_count = 8");
    const writes = [insert("one"), insert("x".repeat(100_000)), insert("two")];
    expect(() => commitTogether(connection, writes))
      .toThrow(expect.objectContaining({ code: "SQLITE_FULL" }));
    expect(wordsIn(connection)).toEqual([]);
    expect(commitTogether(connection, [insert("a"), insert("b")]).map(isRecorded))
      .toEqual([true, true]);
  });

  it("are none of them recorded when the commit fails", async () => {
    const connection = await words();
    const failing: FileConnection = {
      ...connection,
      run(statement) {
        if (statement === "COMMIT") throw new LibsqlError("No sync", "SQLITE_IOERR_FSYNC");
        return connection.run(statement);
      },
    };
    expect(() => commitTogether(failing, [insert("one"), insert("one"), insert("two")]))
      .toThrow(expect.objectContaining({ code: "SQLITE_IOERR_FSYNC" }));
    expect(wordsIn(connection)).toEqual([]);
  });
});
