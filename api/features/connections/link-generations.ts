import type { Database } from "../../../events/database.ts";
import { newToken } from "../../auth/secret-token.ts";
import { tokenLifetimeMs } from "../../auth/tokens.ts";

/**
 * Generations of mailed links: one random value for each member, among the vault's tokens. Once it
 * is deleted, by `Tokens.endAll`, an erasure or a restore, no older link works.
 */
export type LinkGenerations = ReturnType<typeof createLinkGenerations>;

const kind = "conversation-links";
/** A generation is extended at most once in this time, so that few mails cost a write. */
const renewAfterMs = 24 * 60 * 60 * 1000;

export function createLinkGenerations(database: Database, now: () => Date) {
  async function find(memberId: string) {
    const [row] = await database.read(
      "SELECT digest, expires_at_ms FROM tokens WHERE kind = ? AND member_id = ?",
      [kind, memberId],
    );
    return row && { generation: String(row.digest), expiresAtMs: Number(row.expires_at_ms) };
  }

  return {
    /** The generation for new links, created if missing. Empty for an erased member. */
    async current(memberId: string): Promise<string> {
      const untilMs = now().getTime() + tokenLifetimeMs[kind];
      const found = await find(memberId);
      if (found !== undefined && found.expiresAtMs > untilMs - renewAfterMs) {
        return found.generation;
      }
      const results = await database.write([
        // Only one of several processes makes it.
        {
          sql: `INSERT INTO tokens (digest, kind, member_id, expires_at_ms)
                SELECT ?, ?, member_id, ? FROM member_keys WHERE member_id = ? AND NOT EXISTS
                  (SELECT 1 FROM tokens WHERE kind = ? AND member_id = ?)`,
          args: [newToken(), kind, untilMs, memberId, kind, memberId],
        },
        {
          sql: `UPDATE tokens SET expires_at_ms = max(expires_at_ms, ?)
                WHERE kind = ? AND member_id = ? RETURNING digest`,
          args: [untilMs, kind, memberId],
        },
      ]);
      return String(results.at(-1)?.rows[0]?.digest ?? "");
    },
    /** `undefined` without recently mailed links. */
    async existing(memberId: string): Promise<string | undefined> {
      return (await find(memberId))?.generation;
    },
  };
}
