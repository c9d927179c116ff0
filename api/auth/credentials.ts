import type { Database } from "../../events/database.ts";
import { noteBegun } from "../../events/vault/unfinished.ts";

/** Password hashes, in the vault: never in the log. */
export interface Credentials {
  passwordHash(memberId: string): Promise<string | undefined>;
  /** Sets the password of a new member, and notes that the log does not know them yet. */
  add(memberId: string, passwordHash: string, requestId: string): Promise<void>;
}

export function createCredentials(database: Database, now: () => Date): Credentials {
  return {
    async passwordHash(memberId) {
      const [row] = await database.read(
        "SELECT password_hash FROM credentials WHERE member_id = ?",
        [memberId],
      );
      return row === undefined ? undefined : String(row.password_hash);
    },
    async add(memberId, passwordHash, requestId) {
      const begunAtMs = now().getTime();
      await database.write([
        {
          sql: "INSERT INTO credentials (member_id, password_hash, changed_at_ms) VALUES (?, ?, ?)",
          args: [memberId, passwordHash, begunAtMs],
        },
        noteBegun({ memberId, work: "registration", requestId, begunAtMs }),
      ]);
    },
  };
}
