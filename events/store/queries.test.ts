import { expect, it } from "vitest";
import { openSchema } from "./schema.ts";
import { temporaryDatabase } from "../testing/database.ts";
import { anyOf, compiledOnce, rowsOf, statement, tables, tablesOf } from "./queries.ts";

const token = (digest: string, member_id: string) => ({
  digest,
  kind: "invitation",
  member_id,
  expires_at_ms: 5,
});

async function withTokens() {
  const database = await temporaryDatabase();
  await openSchema(database);
  await database.write([
    statement(tables.insertInto("tokens").values([token("a", "one"), token("b", "two")])),
  ]);
  return database;
}

it("runs a compiled query with new arguments each time", async () => {
  const database = await withTokens();
  const digestsOf = compiledOnce((args: { memberId: string; atMs: number }) =>
    tables.selectFrom("tokens").select("digest")
      .where("expires_at_ms", ">", args.atMs).where("member_id", "=", args.memberId)
  );
  const ask = (memberId: string, atMs: number) => rowsOf(database, digestsOf({ atMs, memberId }));
  expect(await ask("two", 0)).toEqual([{ digest: "b" }]);
  expect(await ask("one", 4)).toEqual([{ digest: "a" }]);
  expect(await ask("one", 5)).toEqual([]);
});

it("finds the rows of a list of any length with one statement", async () => {
  const db = tablesOf(await withTokens());
  const among = (memberIds: readonly string[]) =>
    db.selectFrom("tokens").select("digest").where("member_id", "in", anyOf(memberIds));
  expect(await among([]).execute()).toEqual([]);
  expect(await among(["two", "three"]).execute()).toEqual([{ digest: "b" }]);
  expect(among(["one"]).compile().sql).toBe(among(["one", "two"]).compile().sql);
});

it("changes and returns rows, but opens no transaction", async () => {
  const database = await withTokens();
  const db = tablesOf(database);
  expect(await db.deleteFrom("tokens").where("digest", "=", "a").returning("kind").execute())
    .toEqual([{ kind: "invitation" }]);
  const [result] = await db.deleteFrom("tokens").execute();
  expect(result?.numDeletedRows).toBe(1n);
  await expect(db.transaction().execute(async () => {})).rejects.toThrow("list of statements");
  await expect(tables.selectFrom("tokens").selectAll().execute()).rejects.toThrow("only compiled");
  const reading = tablesOf({ read: (...asked) => database.read(...asked) });
  await expect(reading.deleteFrom("tokens").execute()).rejects.toThrow("only read");
});
