import { type Database, isConstraintError, type Statement } from "../../events/database.ts";
import { noteBegun, type Work } from "../../events/vault/pending-work.ts";

/** Password hashes in the vault, never in the log. */
export type Credentials = ReturnType<typeof createCredentials>;

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
        noteBegun({ memberId, work: "registration", requestId, begunAtMs }),
      ]);
    },
    /**
     * Replaces a hash, ends the member's mailed links, and notes that the log doesn't have the change yet. Runs
     * `also` in the same transaction. Does nothing if the hash has changed since.
     *
     * @returns Whether it was replaced.
     */
    async replace({ memberId, from, to, requestId, also }: {
      readonly memberId: string;
      readonly from: string;
      readonly to: string;
      readonly requestId: string;
      readonly also: readonly Statement[];
    }): Promise<boolean> {
      const atMs = now().getTime();
      const work: Work = "password-change";
      try {
        const [replaced] = await database.write([
          {
            // An account always has a password, so this insert is refused where another was set first.
            sql: `UPDATE credentials SET changed_at_ms = ?, password_hash =
                    CASE WHEN password_hash = ? THEN ? END WHERE member_id = ?`,
            args: [atMs, from, to, memberId],
          },
          {
            sql: `DELETE FROM tokens
                  WHERE kind IN ('reset-password', 'conversation-links') AND member_id = ?`,
            args: [memberId],
          },
          {
            sql: `INSERT INTO unfinished (member_id, work, request_id, begun_at_ms)
                  SELECT member_id, ?, ?, ? FROM credentials WHERE member_id = ?`,
            args: [work, requestId, atMs, memberId],
          },
          ...also,
        ]);
        return replaced?.rowsAffected === 1;
      } catch (error) {
        if (isConstraintError(error)) return false;
        throw error;
      }
    },
  };
}
