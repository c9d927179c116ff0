import { createHash } from "node:crypto";
import type { Database } from "../database.ts";
import { type Key, newKey, open, seal } from "./seal.ts";

/** One key a member. Whoever loses it can read nothing personal of that member again. */
export interface MemberKeys {
  /** The keys of these members; makes those that are missing. */
  ensure(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>>;
  /** The keys of these members, as far as there are any. */
  load(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>>;
}

/**
 * Keys in the vault's database, each wrapped by the key-encryption key.
 *
 * @throws {Error} On load, when a key was wrapped by another key-encryption key.
 */
export function createVaultKeys(database: Database, kek: Key): MemberKeys {
  const kekId = createHash("sha256").update(kek).digest("hex").slice(0, 16);

  async function load(memberIds: readonly string[]): Promise<Map<string, Key>> {
    if (memberIds.length === 0) return new Map();
    const rows = await database.read(
      `SELECT member_id, wrapped_key, kek_id FROM member_keys
       WHERE member_id IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(memberIds)],
    );
    return new Map(rows.map((row) => {
      if (row.kek_id !== kekId || !(row.wrapped_key instanceof ArrayBuffer)) {
        throw new Error(
          "The vault's keys were wrapped by another key-encryption key: check KEK_FILE",
        );
      }
      const memberId = String(row.member_id);
      return [memberId, open(kek, memberId, new Uint8Array(row.wrapped_key))];
    }));
  }

  return {
    load,
    async ensure(memberIds) {
      const found = await load(memberIds);
      const missing = memberIds.filter((memberId) => !found.has(memberId));
      if (missing.length === 0) return found;
      await database.write(missing.map((memberId) => ({
        // Two requests may make a key for one member at once: the first one counts for both.
        sql: "INSERT OR IGNORE INTO member_keys (member_id, wrapped_key, kek_id) VALUES (?, ?, ?)",
        args: [memberId, seal(kek, memberId, newKey()), kekId],
      })));
      return await load(memberIds);
    },
  };
}

/** Keys in this process, for tests. */
export function createMemoryKeys(): MemberKeys & { destroy(memberId: string): void } {
  const keys = new Map<string, Key>();
  const load = async (memberIds: readonly string[]) =>
    new Map(memberIds.flatMap((memberId) => {
      const key = keys.get(memberId);
      return key === undefined ? [] : [[memberId, key] as const];
    }));
  return {
    load,
    ensure(memberIds) {
      for (const memberId of memberIds) keys.set(memberId, keys.get(memberId) ?? newKey());
      return load(memberIds);
    },
    destroy(memberId) {
      keys.delete(memberId);
    },
  };
}
