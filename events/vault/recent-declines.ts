import { createHmac } from "node:crypto";
import type { Database } from "../database.ts";
import { normalName } from "../members/claims.ts";

/**
 * Recent declines of requests whose asker deleted the account: a new account can't ask again at
 * once. Keyed hashes of address and mentor, which expire and are deleted with the mentor's account.
 */
export type RecentDeclines = ReturnType<typeof createRecentDeclines>;

export function createRecentDeclines(
  database: Database,
  claimKey: Uint8Array,
  now: () => Date,
) {
  const digestOf = (email: string, mentorId: string) =>
    createHmac("sha256", claimKey).update(`no:${normalName(email)}:${mentorId}`).digest("hex");
  return {
    async add(email: string, mentorId: string, untilMs: number): Promise<void> {
      await database.write([{
        sql: `INSERT OR REPLACE INTO tokens (digest, kind, member_id, expires_at_ms)
              VALUES (?, 'recent-no', ?, ?)`,
        args: [digestOf(email, mentorId), mentorId, untilMs],
      }]);
    },
    /** Whether this mentor declined this address, and it still counts. */
    async has(email: string, mentorId: string): Promise<boolean> {
      const rows = await database.read(
        "SELECT 1 FROM tokens WHERE digest = ? AND kind = 'recent-no' AND expires_at_ms > ?",
        [digestOf(email, mentorId), now().getTime()],
      );
      return rows.length > 0;
    },
  };
}
