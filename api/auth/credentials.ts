import { type Database, isConstraintError, type Statement } from "../../events/database.ts";
import { notePending } from "../../events/vault/pending-work.ts";
import { tokenDigest } from "./secret-token.ts";

export type Credentials = ReturnType<typeof createCredentials>;

interface NewPassword {
  readonly memberId: string;
  readonly passwordHash: string;
  readonly requestId: string;
  /** A mailed token, or the hash of the password that the member has just entered. */
  readonly proof:
    | { readonly kind: "reset-password" | "invitation"; readonly token: string }
    | { readonly currentHash: string };
  readonly endSessions?: Statement;
}

export function createCredentials(database: Database, now: () => Date) {
  return {
    async passwordHash(memberId: string): Promise<string | undefined> {
      const [row] = await database.read(
        "SELECT password_hash FROM credentials WHERE member_id = ?",
        [memberId],
      );
      return row === undefined ? undefined : String(row.password_hash);
    },
    /** Stores the password of a new member, and notes that the log doesn't have the member yet. */
    async add(memberId: string, passwordHash: string, requestId: string): Promise<void> {
      const begunAtMs = now().getTime();
      await database.write([
        {
          sql: "INSERT INTO credentials (member_id, password_hash, changed_at_ms) VALUES (?, ?, ?)",
          args: [memberId, passwordHash, begunAtMs],
        },
        notePending({ memberId, work: "registration", requestId, begunAtMs }),
      ]);
    },
    /**
     * Sets a password if the proof is still valid, and returns whether it did. The same transaction
     * ends mailed links and sessions, and notes that the log lacks the change.
     */
    async setPassword(
      { memberId, passwordHash, requestId, proof, endSessions }: NewPassword,
    ): Promise<boolean> {
      const begunAtMs = now().getTime();
      const isMailed = "token" in proof;
      const proved = isMailed
        ? {
          sql: "SELECT 1 FROM tokens WHERE digest = ? AND kind = ? AND expires_at_ms > ?",
          args: [tokenDigest(proof.token), proof.kind, begunAtMs],
        }
        : { sql: "SELECT 1 FROM credentials WHERE password_hash = ?", args: [proof.currentHash] };
      const work = isMailed ? "password-reset" : "password-change";
      try {
        await database.write([
          {
            // Without proof the hash is NULL. The table refuses that, and with it the whole transaction.
            sql: `INSERT INTO credentials (member_id, password_hash, changed_at_ms)
                  VALUES (?, iif(EXISTS (${proved.sql} AND member_id = ?), ?, NULL), ?)
                  ON CONFLICT (member_id) DO UPDATE SET
                    password_hash = excluded.password_hash,
                    changed_at_ms = excluded.changed_at_ms`,
            args: [memberId, ...proved.args, memberId, passwordHash, begunAtMs],
          },
          {
            sql: `DELETE FROM tokens
                  WHERE kind IN ('reset-password', 'conversation-links', ?) AND member_id = ?`,
            args: [isMailed ? proof.kind : "reset-password", memberId],
          },
          endSessions ?? { sql: "DELETE FROM sessions WHERE member_id = ?", args: [memberId] },
          notePending({ memberId, work, requestId, begunAtMs }),
        ]);
        return true;
      } catch (error) {
        if (isConstraintError(error)) return false;
        throw error;
      }
    },
  };
}
