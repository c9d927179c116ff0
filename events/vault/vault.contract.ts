import { describe, expect, it } from "vitest";
import type { Database } from "../database.ts";
import { newKey } from "./seal.ts";
import { openVault } from "./vault.ts";

/** What the vault promises, wherever its database is. */
export function describeVault(where: string, create: () => Promise<Database>): void {
  describe(`member keys in ${where}`, () => {
    it("are made once and stay the same, also when asked for at once", async () => {
      const { keys } = await openVault({ database: await create(), kek: newKey() });
      const [one, two] = await Promise.all([keys.ensure(["a", "b"]), keys.ensure(["a"])]);
      expect(one.get("a")).toEqual(two.get("a"));
      expect(one.get("a")).not.toEqual(one.get("b"));
      expect(await keys.load(["a", "nobody"])).toEqual(new Map([["a", one.get("a")]]));
    });

    it("stand in the database under the key-encryption key, which has to be the same again", async () => {
      const database = await create();
      const { keys } = await openVault({ database, kek: newKey() });
      await keys.ensure(["a"]);
      const other = await openVault({ database, kek: newKey() });
      await expect(other.keys.load(["a"])).rejects.toThrow("check KEK_FILE");
    });

    it("can be rewrapped, while the old key-encryption key is still known", async () => {
      const database = await create();
      const [oldKek, newKek] = [newKey(), newKey()];
      const before = await (await openVault({ database, kek: oldKek })).keys.ensure(["a", "b"]);
      const both = await openVault({ database, kek: newKek, previousKek: oldKek });
      expect(await both.keys.load(["a", "b"])).toEqual(before);
      await both.keys.ensure(["c"]);
      expect(await both.keys.rewrap()).toBe(2);
      expect(await both.keys.rewrap()).toBe(0);
      const after = await openVault({ database, kek: newKek });
      expect(await after.keys.load(["a", "b"])).toEqual(before);
      const late = await openVault({ database, kek: oldKek });
      await expect(late.keys.load(["a"])).rejects.toThrow("check KEK_FILE");
    });

    it("are gone with everything else of a member who is forgotten, however often", async () => {
      const database = await create();
      const vault = await openVault({ database, kek: newKey() });
      await vault.keys.ensure(["a", "b"]);
      const args = ["a"];
      await database.write([
        { sql: "INSERT INTO credentials VALUES (?, 'hash', 1)", args },
        { sql: "INSERT INTO sessions VALUES ('sid', '{}', ?, 1)", args },
        {
          sql:
            "INSERT INTO tokens (digest, kind, member_id, expires_at_ms) VALUES ('d', 'r', ?, 1)",
          args,
        },
      ]);
      await vault.forget("a");
      await vault.forget("a");
      expect(await vault.memberIds()).toEqual(["b"]);
      expect([...(await vault.keys.load(["a", "b"])).keys()]).toEqual(["b"]);
    });
  });
}
