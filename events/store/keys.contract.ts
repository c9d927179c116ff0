import { describe, expect, it } from "vitest";
import type { Database } from "./database.ts";
import { forgetting } from "./forgetting.ts";
import { openSchema } from "./schema.ts";
import { newKey } from "./seal.ts";
import { createKeys } from "./keys.ts";
import { changeSecret, SecretChangeRefused, secretInUse, startSecret } from "./secrets.ts";

/** The contract of keys, for files and servers. */
export function describeKeys(where: string, make: () => Promise<Database>): void {
  async function create(): Promise<Database> {
    const database = await make();
    await openSchema(database);
    return database;
  }

  describe(`member keys in ${where}`, () => {
    it("are made once and stay the same, even for concurrent calls", async () => {
      const keys = createKeys(await create(), { kek: newKey() });
      const [one, two] = await Promise.all([keys.ensure(["a", "b"]), keys.ensure(["a"])]);
      expect(one.get("a")).toEqual(two.get("a"));
      expect(one.get("a")).not.toEqual(one.get("b"));
      expect(await keys.load(["a", "nobody"])).toEqual(new Map([["a", one.get("a")]]));
    });

    it("are wrapped by the key-encryption key, and open with no other", async () => {
      const database = await create();
      const keys = createKeys(database, { kek: newKey() });
      await keys.ensure(["a"]);
      const other = createKeys(database, { kek: newKey() });
      await expect(other.load(["a"])).rejects.toThrow("check SECRET_FILE");
    });

    it(
      "are rewrapped for another secret all at once, and open only with that",
      async () => {
        const database = await create();
        const [from, to, now] = [newKey(), newKey(), new Date(1)];
        const claimKey = await startSecret(database, from, now);
        const old = createKeys(database, { kek: from });
        // More than one statement can replace.
        const ids = Array.from({ length: 4500 }, (_, at) => `member ${at}`);
        const before = await old.ensure(ids);
        await database.write(forgetting("member 7"));
        expect(await changeSecret(database, { from, to, claimKey, now })).toBe(4499);
        const after = createKeys(database, { kek: to });
        await after.check();
        const present = [...before].filter(([id]) => id !== "member 7");
        expect(await after.load(ids)).toEqual(new Map(present));
        expect([await after.erasedIds(), await after.isErased("member 8")]).toEqual([
          ["member 7"],
          false,
        ]);
        expect((await secretInUse(database))?.openClaimKey(to)).toEqual(claimKey);
        await expect(old.check()).rejects.toThrow("check SECRET_FILE");
        await expect(old.load(["member 1"])).rejects.toThrow("check SECRET_FILE");

        // A process that missed the change can't make keys under the old secret.
        await expect(old.ensure(["late"])).rejects.toThrow("the secret was changed");
        const again = changeSecret(database, { from, to: newKey(), claimKey, now });
        await expect(again).rejects.toThrow(SecretChangeRefused);
        await after.check();
      },
    );

    it("are stored with the other statements, or not at all", async () => {
      const database = await create();
      const keys = createKeys(database, { kek: newKey() });
      const one = await keys.make(["a"]);
      const other = await keys.make(["a"]);
      expect(await keys.load(["a"])).toEqual(new Map());
      await database.write(one.statements);
      await expect(database.write(other.statements)).rejects.toThrow("UNIQUE");
      expect(await keys.load(["a"])).toEqual(one.keys);
      expect(await keys.make(["a"])).toEqual({ keys: one.keys, statements: [] });
    });

    it("are overwritten permanently, with all other data of a forgotten member", async () => {
      const database = await create();
      const keys = createKeys(database, { kek: newKey() });
      await keys.ensure(["a", "b"]);
      const insertAll = ["a", "b"].flatMap((memberId) => {
        const args = [memberId];
        return [
          {
            sql: `INSERT INTO credentials (member_id, password_hash, changed_at_ms)
                  VALUES (?1, 'hash', 1)`,
            args,
          },
          { sql: "INSERT INTO passkeys VALUES ('id ' || ?1, ?1, x'01', 0, 0, x'01', 1, 1)", args },
          { sql: "INSERT INTO sessions VALUES ('sid ' || ?1, '{}', ?1, 1)", args },
          {
            sql: `INSERT INTO tokens (digest, kind, member_id, expires_at_ms)
                  VALUES ('digest ' || ?1, 'r', ?1, 1)`,
            args,
          },
        ];
      });
      const left = async () =>
        (await database.read(
          `SELECT 'credentials' AS what, member_id AS whose FROM credentials
           UNION SELECT 'passkeys', member_id FROM passkeys
           UNION SELECT 'sessions', member_id FROM sessions
           UNION SELECT 'tokens', member_id FROM tokens ORDER BY what, whose`,
        )).map(({ what, whose }) => `${what} of ${whose}`);
      await database.write(insertAll);
      const rowOf = async (memberId: string) =>
        (await database.read("SELECT id, wrapped FROM member_keys WHERE member_id = ?", [memberId]))
          .map(({ id, wrapped }) => ({ id, wrapped: Buffer.from(wrapped as ArrayBuffer) }));
      const [before] = await rowOf("a");
      await database.write(forgetting("a"));
      await database.write(forgetting("a"));
      expect(await rowOf("a")).toEqual([{ id: before?.id, wrapped: Buffer.alloc(60) }]);
      const ofB = ["credentials of b", "passkeys of b", "sessions of b", "tokens of b"];
      expect(await left()).toEqual(ofB);

      // They get no new key, and late rows aren't stored.
      expect([...(await keys.ensure(["a", "b"])).keys()]).toEqual(["b"]);
      await database.write(insertAll.slice(0, 4));
      expect(await left()).toEqual(ofB);
      expect([await keys.erasedIds(), await keys.isErased("b")]).toEqual([["a"], false]);
    });
  });
}
