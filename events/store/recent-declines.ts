import { createHmac } from "node:crypto";
import type { Database, Statement } from "./database.ts";
import { normalName } from "../members/claims.ts";
import { statement, tables, tablesOf } from "./queries.ts";

/**
 * Recent declines of requests whose asker deleted their account, so that a new account can't ask
 * again immediately. Stored as keyed hashes of address and mentor, which expire and are deleted
 * with
 * the mentor's account.
 */
export type RecentDeclines = ReturnType<typeof createRecentDeclines>;

const kind = "recent-no";

export function createRecentDeclines(
  database: Database,
  claimKey: Uint8Array,
  now: () => Date,
) {
  const db = tablesOf(database);
  const digestOf = (email: string, mentorId: string) =>
    createHmac("sha256", claimKey).update(`no:${normalName(email)}:${mentorId}`).digest("hex");
  return {
    adding: (email: string, mentorId: string, untilMs: number): Statement =>
      statement(
        tables.replaceInto("tokens").values({
          digest: digestOf(email, mentorId),
          kind,
          member_id: mentorId,
          expires_at_ms: untilMs,
        }),
      ),
    /** Whether this mentor declined this address, and it still counts. */
    async has(email: string, mentorId: string): Promise<boolean> {
      const rows = await db.selectFrom("tokens").select("digest")
        .where("digest", "=", digestOf(email, mentorId)).where("kind", "=", kind)
        .where("expires_at_ms", ">", now().getTime()).execute();
      return rows.length > 0;
    },
  };
}
