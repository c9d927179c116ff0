import { createHmac } from "node:crypto";
import type { Database } from "../../events/database.ts";
import { tokenDigest } from "./secret-token.ts";

/** `link-generations.ts` has `conversation-links`, `reply-addresses.ts` `reply-address`. */
export type TokenKind =
  | "reset-password"
  | "verify-email"
  | "invitation"
  | "conversation-links"
  | "reply-address"
  | "first-staff";

/** Secrets mailed to a member: stored as hashes, valid for one use. */
export type Tokens = ReturnType<typeof createTokens>;

export const tokenLifetimeMs: Readonly<Record<TokenKind, number>> = {
  "reset-password": 60 * 60 * 1000,
  "verify-email": 7 * 24 * 60 * 60 * 1000,
  "first-staff": 7 * 24 * 60 * 60 * 1000,
  invitation: 14 * 24 * 60 * 60 * 1000,
  "conversation-links": 30 * 24 * 60 * 60 * 1000,
  "reply-address": 30 * 24 * 60 * 60 * 1000,
};

export function createTokens(database: Database, now: () => Date) {
  const live = "digest = ? AND kind = ? AND expires_at_ms > ?";
  const args = (kind: TokenKind, token: string) => [tokenDigest(token), kind, now().getTime()];
  const write = async (sql: string, ...args: (string | number | null)[]): Promise<void> => {
    await database.write([{ sql, args }]);
  };

  return {
    /** Issues a token, or restarts its lifetime. @param boundTo A text that it requires. */
    issue: (kind: TokenKind, token: string, memberId: string, boundTo?: string): Promise<void> =>
      write(
        `INSERT INTO tokens (digest, kind, member_id, expires_at_ms, bound_to)
         VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (digest) DO UPDATE SET expires_at_ms = excluded.expires_at_ms`,
        ...[tokenDigest(token), kind, memberId, now().getTime() + tokenLifetimeMs[kind]],
        boundTo === undefined ? null : bindingOf(token, boundTo),
      ),
    /** The member of a live token. An expired one is deleted, so no clock change revives it. */
    async peek(kind: TokenKind, token: string): Promise<string | undefined> {
      const [row] = await database.read(
        "SELECT member_id, expires_at_ms FROM tokens WHERE digest = ? AND kind = ?",
        [tokenDigest(token), kind],
      );
      if (row === undefined) return undefined;
      if (Number(row.expires_at_ms) > now().getTime()) return String(row.member_id);
      await write("DELETE FROM tokens WHERE digest = ?", tokenDigest(token));
      return undefined;
    },
    async isBoundTo(kind: TokenKind, token: string, text: string): Promise<boolean> {
      const rows = await database.read(
        `SELECT 1 FROM tokens WHERE ${live} AND bound_to = ?`,
        [...args(kind, token), bindingOf(token, text)],
      );
      return rows.length > 0;
    },
    /** Ends the member's older tokens of the same kind. */
    endOlder: (kind: TokenKind, token: string): Promise<void> =>
      write(
        `DELETE FROM tokens WHERE rowid IN (
           SELECT older.rowid FROM tokens AS older
           JOIN tokens AS one ON one.member_id = older.member_id AND one.kind = older.kind
           WHERE one.digest = ? AND one.kind = ? AND older.rowid < one.rowid)`,
        tokenDigest(token),
        kind,
      ),
    endAll: (kind: TokenKind, memberId: string): Promise<void> =>
      write("DELETE FROM tokens WHERE kind = ? AND member_id = ?", kind, memberId),
    /** Uses up a live token, and ends the member's others. Of several callers, one succeeds. */
    async consume(kind: TokenKind, token: string): Promise<string | undefined> {
      const [used] = await database.write([{
        sql: `DELETE FROM tokens
              WHERE kind = ? AND member_id = (SELECT member_id FROM tokens WHERE ${live})
              RETURNING member_id`,
        args: [kind, ...args(kind, token)],
      }]);
      const [row] = used?.rows ?? [];
      return row && String(row.member_id);
    },
    purge: (): Promise<void> =>
      write("DELETE FROM tokens WHERE expires_at_ms <= ?", now().getTime()),
  };
}

/** Keyed by the token, which isn't stored, so the address can't be read from it. */
function bindingOf(token: string, text: string): string {
  return createHmac("sha256", token).update(text).digest("hex");
}
