import type { Database } from "../../events/database.ts";
import { tokenDigest } from "./secret-token.ts";

/** What a token was made for: it is good for nothing else. */
export type TokenKind = "reset-password" | "verify-email";

/** Secrets that are mailed to a member: stored hashed, good for one use. */
export interface Tokens {
  issue(kind: TokenKind, token: string, memberId: string): Promise<void>;
  /** Whose live token this is; it stays good. */
  peek(kind: TokenKind, token: string): Promise<string | undefined>;
  /**
   * Whose live token this was; of several who ask at once, one gets the answer. Every other token
   * of this kind and member ends with it.
   */
  consume(kind: TokenKind, token: string): Promise<string | undefined>;
  /** Deletes what has expired. */
  purge(): Promise<void>;
}

const lifetimeMs: Record<TokenKind, number> = {
  "reset-password": 60 * 60 * 1000,
  "verify-email": 24 * 60 * 60 * 1000,
};

export function createTokens(database: Database, now: () => Date): Tokens {
  const live = "digest = ? AND kind = ? AND expires_at_ms > ?";
  const args = (kind: TokenKind, token: string) => [tokenDigest(token), kind, now().getTime()];

  return {
    async issue(kind, token, memberId) {
      await database.write([
        {
          sql: "INSERT INTO tokens (digest, kind, member_id, expires_at_ms) VALUES (?, ?, ?, ?)",
          args: [tokenDigest(token), kind, memberId, now().getTime() + lifetimeMs[kind]],
        },
      ]);
    },
    async peek(kind, token) {
      const [row] = await database.read(
        `SELECT member_id FROM tokens WHERE ${live}`,
        args(kind, token),
      );
      return row === undefined ? undefined : String(row.member_id);
    },
    async consume(kind, token) {
      const [result] = await database.write([
        {
          sql: `DELETE FROM tokens
                WHERE kind = ? AND member_id = (SELECT member_id FROM tokens WHERE ${live})
                RETURNING member_id`,
          args: [kind, ...args(kind, token)],
        },
      ]);
      const row = result?.rows[0];
      return row === undefined ? undefined : String(row.member_id);
    },
    async purge() {
      await database.write([
        { sql: "DELETE FROM tokens WHERE expires_at_ms <= ?", args: [now().getTime()] },
      ]);
    },
  };
}
