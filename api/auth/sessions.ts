import { createHash } from "node:crypto";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { Database } from "../../events/database.ts";
import { DatabaseNotWritable } from "../../events/database-errors.ts";
import { dayMs } from "../../events/log/day.ts";
import type { Session } from "../contract/account.ts";
import { newToken, tokenDigest } from "./secret-token.ts";

export interface LiveSession {
  /** Public id of the session, for its owner; it can't be used to sign in. */
  readonly id: string;
  /** Time of the latest password check, in milliseconds since 1970. */
  readonly confirmedAtMs: number;
}

/** A session as shown to its owner. `lastSeenAt` is rounded to an hour. */
export type SessionSummary = Omit<Session, "isCurrent">;

export type Sessions = ReturnType<typeof createSessions>;

interface Stored {
  readonly createdAtMs: number;
  readonly seenAtMs?: number;
  readonly confirmedAtMs?: number;
  readonly browser?: string;
}

declare module "lucia" {
  interface Register {
    Lucia: Lucia<Stored>;
    DatabaseSessionAttributes: Stored;
  }
}

/**
 * A power cut may lose the newest sessions: waiting for the disk would delay every sign-in. Ending
 * a session is durable, or it would come back.
 */
const newSessions = "normal";
const idleMs = 7 * dayMs;
const absoluteMs = 30 * dayMs;
/** A session is extended at most this often, so that reading a page rarely writes. */
const extendEveryMs = 60 * 60 * 1000;

/**
 * Sessions in the vault. They end after 7 days without a visit, or after 30 days. The stored id is
 * a hash of the cookie's token. Only this module uses the unmaintained Lucia.
 *
 * @param now A clock that never runs backwards, so that expired sessions stay expired.
 */
export function createSessions(database: Database, now: () => Date) {
  const lucia = new Lucia<Stored>(createAdapter(database, now), {
    sessionExpiresIn: new TimeSpan(idleMs, "ms"),
    getSessionAttributes: (attributes) => attributes,
  });
  const storedIdOf = async (memberId: string, sessionId: string | undefined) => {
    if (sessionId === undefined) return "";
    const sessions = await lucia.getUserSessions(memberId);
    return sessions.find(({ id }) => publicId(id) === sessionId)?.id ?? "";
  };
  const endingAll = async (memberId: string, exceptId?: string) => ({
    sql: "DELETE FROM sessions WHERE member_id = ? AND sid <> ?",
    args: [memberId, await storedIdOf(memberId, exceptId)],
  });

  return {
    async create(
      memberId: string,
      browser?: string,
    ): Promise<{ readonly token: string; readonly expiresAt: Date }> {
      const token = newToken();
      const createdAtMs = now().getTime();
      const attributes = { createdAtMs, ...(browser !== undefined && { browser }) };
      await lucia.createSession(memberId, attributes, { sessionId: tokenDigest(token) });
      return { token, expiresAt: new Date(createdAtMs + idleMs) };
    },
    async validate(token: string): Promise<
      | { readonly memberId: string; readonly session: LiveSession; readonly expiresAt?: Date }
      | undefined
    > {
      const { session: found } = await lucia.validateSession(tokenDigest(token));
      if (found === null) return undefined;
      const { id: sid, userId: memberId, createdAtMs } = found;
      const { seenAtMs = createdAtMs, confirmedAtMs = createdAtMs } = found;
      const nowMs = now().getTime();
      // Few pages show it, and a digest takes a while.
      const session = {
        get id() {
          return publicId(sid);
        },
        confirmedAtMs,
      };
      if (nowMs - seenAtMs < extendEveryMs) return { memberId, session };
      const extendedMs = Math.min(nowMs + idleMs, createdAtMs + absoluteMs);
      const isExtended = await database.write([{
        sql: "UPDATE sessions SET expire = ?, sess = json_set(sess, '$.seenAtMs', ?) WHERE sid = ?",
        args: [extendedMs, nowMs, sid],
      }], newSessions).then(() => true, (error) => {
        // On a full disk people go on reading.
        if (error instanceof DatabaseNotWritable) return false;
        throw error;
      });
      return { memberId, session, ...isExtended && { expiresAt: new Date(extendedMs) } };
    },
    async confirm(memberId: string, sessionId: string): Promise<LiveSession> {
      const confirmedAtMs = now().getTime();
      await database.write([{
        sql: "UPDATE sessions SET sess = json_set(sess, '$.confirmedAtMs', ?) WHERE sid = ?",
        args: [confirmedAtMs, await storedIdOf(memberId, sessionId)],
      }]);
      return { id: sessionId, confirmedAtMs };
    },
    async list(memberId: string): Promise<SessionSummary[]> {
      return (await lucia.getUserSessions(memberId)).map((
        { id, createdAtMs, seenAtMs = createdAtMs, browser = null },
      ) => ({
        id: publicId(id),
        browser,
        createdAt: new Date(createdAtMs).toISOString(),
        lastSeenAt: new Date(seenAtMs).toISOString(),
      }))
        .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
    },
    /** Unknown tokens are ignored. */
    end: (token: string): Promise<void> => lucia.invalidateSession(tokenDigest(token)),
    /** Ends one session of a member; an unknown one is ignored. */
    async endOne(memberId: string, sessionId: string): Promise<void> {
      await lucia.invalidateSession(await storedIdOf(memberId, sessionId));
    },
    /** Ends a member's sessions, except one if given, and counts them. */
    async endAll(memberId: string, exceptId?: string): Promise<number> {
      const [result] = await database.write([await endingAll(memberId, exceptId)]);
      return result?.rowsAffected ?? 0;
    },
    endingAll,
    purge: (): Promise<void> => lucia.deleteExpiredSessions(),
  };
}

/** A digest of the stored id, which is a digest itself, so a page reveals nothing usable. */
function publicId(sid: string): string {
  return createHash("sha256").update(sid).digest("hex").slice(0, 32);
}

function createAdapter(database: Database, now: () => Date): Adapter {
  const write = async (
    sql: string,
    args: (string | number)[],
    durability?: typeof newSessions,
  ) => {
    await database.write([{ sql, args }], durability);
  };
  /** Converts to the system's clock, which Lucia uses. */
  const asSystemTime = (session: DatabaseSession): DatabaseSession => {
    const leftMs = session.expiresAt.getTime() - now().getTime();
    return { ...session, expiresAt: new Date(Date.now() + leftMs) };
  };
  return {
    async getSessionAndUser(sid) {
      const [row] = await database.read(
        "SELECT sid, sess, member_id, expire FROM sessions WHERE sid = ?",
        [sid],
      );
      if (row === undefined) return [null, null];
      const session = toSession(row);
      // The caller checks whether the member still exists.
      return [asSystemTime(session), { id: session.userId, attributes: {} }];
    },
    async getUserSessions(memberId) {
      const rows = await database.read(
        "SELECT sid, sess, member_id, expire FROM sessions WHERE member_id = ?",
        [memberId],
      );
      return rows.map(toSession).map(asSystemTime);
    },
    setSession({ id, userId, attributes }) {
      const sql = "INSERT INTO sessions (sid, sess, member_id, expire) VALUES (?, ?, ?, ?)";
      const sess = JSON.stringify({ memberId: userId, ...attributes });
      return write(sql, [id, sess, userId, attributes.createdAtMs + idleMs], newSessions);
    },
    // Lucia would extend sessions forever, and only late: `validate` extends them instead.
    async updateSessionExpiration() {},
    deleteSession: (sid) => write("DELETE FROM sessions WHERE sid = ?", [sid]),
    deleteUserSessions: (memberId) => write("DELETE FROM sessions WHERE member_id = ?", [memberId]),
    deleteExpiredSessions: () => write("DELETE FROM sessions WHERE expire <= ?", [now().getTime()]),
  };
}

function toSession(row: Record<string, unknown>): DatabaseSession {
  const { memberId: _, ...attributes } = JSON.parse(String(row.sess)) as Stored & {
    memberId: string;
  };
  return {
    id: String(row.sid),
    userId: String(row.member_id),
    expiresAt: new Date(Number(row.expire)),
    attributes,
  };
}
