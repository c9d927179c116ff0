import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { Database } from "../../events/database.ts";
import { keptWhileUnchanged } from "../../events/kept-while-unchanged.ts";
import { together } from "../../events/together.ts";
import { newToken, tokenDigest } from "./secret-token.ts";

export interface Sessions {
  create(memberId: string): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /**
   * Whose live session this is. `expiresAt` is there when the session was extended.
   */
  validate(
    token: string,
  ): Promise<{ readonly memberId: string; readonly expiresAt?: Date } | undefined>;
  /** Unknown tokens are passed over. */
  end(token: string): Promise<void>;
  endAll(memberId: string): Promise<void>;
  /** Deletes what has expired. */
  purge(): Promise<void>;
}

interface SessionAttributes {
  readonly createdAtMs: number;
  /** As stored; Lucia's own `expiresAt` is what it would like it to be. */
  readonly expiresAtMs?: number;
}

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

/**
 * A power cut may lose the newest sessions, and their people sign in again: waiting for the disk at
 * each login holds up everyone's requests. What ends a session survives it, or it would come back.
 */
const newSessions = "normal";
const idleDays = 7;
const absoluteDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
/** A session is extended at most this often, so that reading a page rarely writes. */
const extendEveryMs = 60 * 60 * 1000;

/**
 * Sessions in the vault: 7 days without a visit end one, and 30 days in any case. The stored id is
 * a hash of the cookie's token. The only module that knows Lucia, which nobody maintains any longer;
 * it does the lifecycle only.
 */
export function createSessions(database: Database): Sessions {
  const adapter = createAdapter(database);
  const lucia = new Lucia<SessionAttributes>(adapter, {
    sessionExpiresIn: new TimeSpan(idleDays, "d"),
    getSessionAttributes: ({ createdAtMs, expiresAtMs }) => ({
      createdAtMs,
      ...(expiresAtMs !== undefined && { expiresAtMs }),
    }),
  });

  return {
    async create(memberId) {
      const token = newToken();
      const { expiresAt } = await lucia.createSession(memberId, { createdAtMs: Date.now() }, {
        sessionId: tokenDigest(token),
      });
      return { token, expiresAt };
    },
    async validate(token) {
      const { session } = await lucia.validateSession(tokenDigest(token));
      if (session === null) return undefined;
      const { id, userId: memberId, createdAtMs, expiresAtMs = 0 } = session;
      const extendedMs = Math.min(
        Date.now() + idleDays * dayMs,
        createdAtMs + absoluteDays * dayMs,
      );
      if (extendedMs - expiresAtMs < extendEveryMs) return { memberId };
      const sql = "UPDATE sessions SET expire = ? WHERE sid = ?";
      await database.write([{ sql, args: [extendedMs, id] }], newSessions);
      return { memberId, expiresAt: new Date(extendedMs) };
    },
    end: (token) => lucia.invalidateSession(tokenDigest(token)),
    endAll: (memberId) => lucia.invalidateUserSessions(memberId),
    purge: () => lucia.deleteExpiredSessions(),
  };
}

function createAdapter(database: Database): Adapter {
  const write = async (
    sql: string,
    args: (string | number)[],
    durability?: typeof newSessions,
  ) => {
    await database.write([{ sql, args }], durability);
  };
  // A logout, wherever it happens, is a write.
  const sessionOf = together(keptWhileUnchanged(database, async (sids) => {
    const rows = await database.read(
      `SELECT sid, sess, member_id, expire FROM sessions
       WHERE sid IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(sids)],
    );
    return new Map(rows.map((row) => [String(row.sid), toSession(row)]));
  }));
  return {
    async getSessionAndUser(sid) {
      const session = await sessionOf(sid);
      if (session === undefined) return [null, null];
      // Whether the member still exists is asked by whoever needs the member.
      return [session, { id: session.userId, attributes: {} }];
    },
    async getUserSessions(memberId) {
      const rows = await database.read(
        "SELECT sid, sess, member_id, expire FROM sessions WHERE member_id = ?",
        [memberId],
      );
      return rows.map(toSession);
    },
    setSession({ id, userId, expiresAt, attributes: { createdAtMs } }) {
      const sql = "INSERT INTO sessions (sid, sess, member_id, expire) VALUES (?, ?, ?, ?)";
      const sess = JSON.stringify({ memberId: userId, createdAtMs });
      return write(sql, [id, sess, userId, expiresAt.getTime()], newSessions);
    },
    // Lucia extends in the second half of the idle time only, and for ever: `validate` does it.
    async updateSessionExpiration() {},
    deleteSession: (sid) => write("DELETE FROM sessions WHERE sid = ?", [sid]),
    deleteUserSessions: (memberId) => write("DELETE FROM sessions WHERE member_id = ?", [memberId]),
    deleteExpiredSessions: () => write("DELETE FROM sessions WHERE expire <= ?", [Date.now()]),
  };
}

function toSession(row: Record<string, unknown>): DatabaseSession {
  const { createdAtMs } = JSON.parse(String(row.sess)) as SessionAttributes;
  const expiresAtMs = Number(row.expire);
  return {
    id: String(row.sid),
    userId: String(row.member_id),
    expiresAt: new Date(expiresAtMs),
    attributes: { createdAtMs, expiresAtMs },
  };
}
