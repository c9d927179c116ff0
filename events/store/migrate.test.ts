import { expect, it } from "vitest";
import { DatabaseUnfit } from "./database-errors.ts";
import { migrate, tableNamesOf } from "./migrate.ts";
import { databaseIn, temporaryDatabase, temporaryFolder } from "../testing/database.ts";

const first = {
  "0001-words": ["CREATE TABLE words (word TEXT)", "INSERT INTO words VALUES ('a')"],
};
const both = { ...first, "0002-more": ["INSERT INTO words VALUES ('b')"] };
const wordsIn = "SELECT word FROM words ORDER BY word";

it("applies each step once, even when two processes start at once", async () => {
  const folder = await temporaryFolder();
  const [one, other] = [await databaseIn(folder, "a.db"), await databaseIn(folder, "a.db")];
  await Promise.all([migrate(one, first), migrate(other, first)]);
  expect(await one.read(wordsIn)).toEqual([{ word: "a" }]);
  await Promise.all([migrate(one, both), migrate(other, both), migrate(other, both)]);
  expect(await one.read(wordsIn)).toEqual([{ word: "a" }, { word: "b" }]);
});

it("applies nothing if a step fails, and gives the reason", async () => {
  const database = await temporaryDatabase();
  const broken = { ...first, "0002-broken": ["INSERT INTO words VALUES ('b')", "no SQL"] };
  await expect(migrate(database, broken)).rejects.toThrow("syntax error");
  expect(await tableNamesOf(database)).not.toContain("words");
  await migrate(database, both);
  expect(await database.read(wordsIn)).toEqual([{ word: "a" }, { word: "b" }]);
});

it("refuses a database of a later version or another product, and changes nothing", async () => {
  const database = await temporaryDatabase();
  await migrate(database, both);
  await expect(migrate(database, first)).rejects.toThrow(/step "0002-more"/);
  const foreign = await temporaryDatabase();
  await foreign.write([{ sql: "CREATE TABLE notes (text TEXT)" }]);
  await expect(migrate(foreign, first)).rejects.toThrow(DatabaseUnfit);
  expect(await tableNamesOf(foreign)).toEqual(["notes"]);
});
