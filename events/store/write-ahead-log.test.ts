import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { FileConnection } from "./file-connection.ts";
import { databaseIn, temporaryFolder } from "../testing/database.ts";

it("reports a reader of the write-ahead log instead of waiting, while others can write", async () => {
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
