import { createHash } from "node:crypto";
import type { Row } from "../database-port.ts";
import type { Database, Statement } from "../database.ts";
import { DatabaseUnfit } from "../database-errors.ts";
import { type Key, newKey, open, seal } from "./seal.ts";

/** One key for each member. Without it nothing personal of that member can be read. */
export interface MemberKeys {
  ensure(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>>;
  load(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>>;
  /** The key in a row with `keyColumns` and the member's id. */
  keyIn(row: Row): Key | undefined;
}

/** For queries that join `member_keys`, so that what is sealed is read with its key. */
export const keyColumns = "wrapped_key, kek_id";

const rewrapBatch = 500;

/** Keys in the vault, each wrapped by a key-encryption key: the first, or one that may still wrap some. */
export function createVaultKeys(database: Database, keks: readonly [Key, ...Key[]]) {
  const [current] = keks;
  const currentId = kekIdOf(current);
  const byId = new Map(keks.map((kek) => [kekIdOf(kek), kek]));

  function unwrap(row: Row): Key {
    const kek = byId.get(String(row.kek_id));
    if (kek === undefined || !(row.wrapped_key instanceof ArrayBuffer)) {
      throw otherKek();
    }
    return open(kek, String(row.member_id), new Uint8Array(row.wrapped_key));
  }

  async function load(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>> {
    if (memberIds.length === 0) return new Map();
    const rows = await database.read(
      `SELECT member_id, wrapped_key, kek_id FROM member_keys
       WHERE member_id IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(memberIds)],
    );
    return new Map(rows.map((row) => [String(row.member_id), unwrap(row)]));
  }

  return {
    load,
    keyIn: (row: Row): Key | undefined => row.wrapped_key == null ? undefined : unwrap(row),
    /** @throws {DatabaseUnfit} When keys are wrapped by an unknown key-encryption key. */
    async check(): Promise<void> {
      const [unknown] = await database.read(
        "SELECT 1 FROM member_keys WHERE kek_id NOT IN (SELECT value FROM json_each(?)) LIMIT 1",
        [JSON.stringify([...byId.keys()])],
      );
      if (unknown !== undefined) throw otherKek();
    },
    async ensure(memberIds: readonly string[]): Promise<ReadonlyMap<string, Key>> {
      const found = await load(memberIds);
      const missing = memberIds.filter((memberId) => !found.has(memberId));
      if (missing.length === 0) return found;
      await database.write(missing.map((memberId) => ({
        // Two requests can make a key for one member at once: both use the first.
        sql: "INSERT OR IGNORE INTO member_keys (member_id, wrapped_key, kek_id) VALUES (?, ?, ?)",
        args: [memberId, seal(current, memberId, newKey()), currentId],
      })));
      return await load(memberIds);
    },
    /** Wraps every key under the current key-encryption key, beside readers and writers; returns how many. */
    async rewrap(report?: (done: number) => void): Promise<number> {
      for (let done = 0;;) {
        const rows = await database.read(
          "SELECT member_id, wrapped_key, kek_id FROM member_keys WHERE kek_id <> ? LIMIT ?",
          [currentId, rewrapBatch],
        );
        if (rows.length === 0) {
          // The file must not contain the old wrapped keys, either.
          await database.forgetDeleted();
          return done;
        }
        const rewrapped = rows.map((row): Statement => ({
          // Only if unchanged since it was read: an erased member's key stays destroyed.
          sql: `UPDATE member_keys SET wrapped_key = ?, kek_id = ?
                WHERE member_id = ? AND kek_id = ?`,
          args: [
            seal(current, String(row.member_id), unwrap(row)),
            currentId,
            String(row.member_id),
            String(row.kek_id),
          ],
        }));
        await database.write([...rewrapped, ...database.noteDeletion()]);
        done += rows.length;
        report?.(done);
      }
    },
  };
}

function otherKek(): DatabaseUnfit {
  return new DatabaseUnfit(
    "The vault's keys were wrapped by another key-encryption key: check KEK_FILE",
  );
}

/** Identifies a key-encryption key without revealing it. */
export function kekIdOf(kek: Key): string {
  return createHash("sha256").update(kek).digest("hex").slice(0, 16);
}
