import { describe, expect, it } from "vitest";
import { temporaryDatabase } from "../testing/database.ts";
import { fillVault, lastChange, numberedTables, readVault } from "./copy-vault.ts";
import { newKey } from "./seal.ts";
import { openVault } from "./vault.ts";

async function aVault() {
  const database = await temporaryDatabase();
  const vault = await openVault({ database, kek: newKey() });
  const setPassword = (memberId: string, hash: string) =>
    database.write([{
      sql: `INSERT INTO credentials VALUES (?, ?, 1)
            ON CONFLICT DO UPDATE SET password_hash = excluded.password_hash`,
      args: [memberId, hash],
    }]);
  /** Whose rows are noted as changed after this change. */
  const changedAfter = async (change: number) => {
    const sql = "SELECT member_id FROM changes WHERE change > ? ORDER BY member_id";
    return (await database.read(sql, [change])).map((row) => row.member_id);
  };
  return { database, vault, setPassword, changedAfter };
}

describe("changes of the vault", () => {
  it("are those of keys and passwords, of each member the last one", async () => {
    const { database, vault, setPassword, changedAfter } = await aVault();
    await vault.keys.ensure(["pat", "kim"]);
    await setPassword("pat", "a hash");
    const before = await lastChange(database);
    expect(await changedAfter(0)).toEqual(["kim", "pat"]);
    expect(await changedAfter(before)).toEqual([]);
    await setPassword("pat", "another");
    expect(await changedAfter(before)).toEqual(["pat"]);
    expect(await lastChange(database)).toBeGreaterThan(before);
  });

  it("also come when a statement lets conflicts pass", async () => {
    const { database, vault, changedAfter } = await aVault();
    await vault.keys.ensure(["pat"]);
    const before = await lastChange(database);
    await database.write([{
      sql: "INSERT OR IGNORE INTO credentials VALUES ('pat', 'a hash', 1)",
    }]);
    await database.write([{ sql: "UPDATE OR IGNORE credentials SET changed_at_ms = 2" }]);
    expect(await changedAfter(before)).toEqual(["pat"]);
  });

  it("have nothing of forgotten members", async () => {
    const { database, vault, setPassword } = await aVault();
    await vault.keys.ensure(["pat", "kim"]);
    await setPassword("pat", "a hash");
    const before = await lastChange(database);
    await vault.forget("pat");
    const left = await database.read("SELECT member_id FROM changes");
    expect(left.map((row) => row.member_id)).toEqual(["kim"]);
    expect(await lastChange(database)).toBeGreaterThanOrEqual(before);
  });

  it("and a copy of them fill another vault", async () => {
    const one = await aVault();
    await one.vault.keys.ensure(["ann", "ben", "cat", "dan", "eve"]);
    await one.setPassword("ann", "a hash");
    const other = await aVault();
    await other.vault.keys.ensure(["fay"]);
    await fillVault(other.database, await readVault(one.database, numberedTables));
    for (const table of ["member_keys", "credentials"]) {
      const of = (database: typeof one.database) =>
        database.read(`SELECT * FROM ${table} ORDER BY member_id`);
      expect(await of(other.database)).toEqual(await of(one.database));
    }
  });
});
