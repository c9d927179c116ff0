import { createHash } from "node:crypto";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { Database } from "../../events/database.ts";
import { cachedUntilWritten } from "../../events/cached-until-written.ts";
import { newToken, tokenDigest } from "./secret-token.ts";

/** A session that a request came with. */
export interface LiveSession {
  /** Names the session to its owner; nobody can sign in with it. */
  readonly id: string;
  /** When the password was last given in it, in milliseconds since 1970. */
  readonly confirmedAtMs: number;
}

/** A session as its owner sees it. */
export interface SessionSummary {
  readonly id: string;
  /** Browser, roughly, such as `Firefox on Windows`; `null` when it did not say. */
  readonly browser: string | null;
  readonly createdAt: Date;
  /** To an hour. */
  readonly lastSeenAt: Date;
}

export type Sessions = ReturnType<typeof createSessions>;

/** What is stored of a session, as JSON; the rest are columns. */
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
 * A power cut may lose the newest sessions, and their people sign in again: waiting for the disk at
 * each login holds up everyone's requests. What ends a session survives it, or it would come back.
 */
const newSessions = "normal";
const dayMs = 24 * 60 * 60 * 1000;
const idleMs = 7 * dayMs;
const absoluteMs = 30 * dayMs;
/** A session is extended at most this often, so that reading a page rarely writes. */
const extendEveryMs = 60 * 60 * 1000;

/**
 * Sessions in the vault: 7 days without a visit end one, and 30 days in any case. The stored id is
 * a hash of the cookie's token. The only module that knows Lucia, which nobody maintains any longer;
 * it does the lifecycle only.
 *
 * @param now A clock that does not run backwards: what has expired stays expired.
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
    /** @param browser As its owner shall see it. */
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
    /**
     * Whose live session this is. `expiresAt` is there when the session was extended.
     */
    async validate(token: string): Promise<
      | { readonly memberId: string; readonly session: LiveSession; readonly expiresAt?: Date }
      | undefined
    > {
      const { session: found } = await lucia.validateSession(tokenDigest(token));
      if (found === null) return undefined;
      const { id: sid, userId: memberId, createdAtMs } = found;
      const { seenAtMs = createdAtMs, confirmedAtMs = createdAtMs } = found;
      const nowMs = now().getTime();
      const session = { id: publicId(sid), confirmedAtMs };
      if (nowMs - seenAtMs < extendEveryMs) return { memberId, session };
      const extendedMs = Math.min(nowMs + idleMs, createdAtMs + absoluteMs);
      await database.write([{
        sql: "UPDATE sessions SET expire = ?, sess = json_set(sess, '$.seenAtMs', ?) WHERE sid = ?",
        args: [extendedMs, nowMs, sid],
      }], newSessions);
      return { memberId, session, expiresAt: new Date(extendedMs) };
    },
    /** Notes that the password was given in this session just now. */
    async confirm(memberId: string, sessionId: string): Promise<LiveSession> {
      const confirmedAtMs = now().getTime();
      await database.write([{
        sql: "UPDATE sessions SET sess = json_set(sess, '$.confirmedAtMs', ?) WHERE sid = ?",
        args: [confirmedAtMs, await storedIdOf(memberId, sessionId)],
      }]);
      return { id: sessionId, confirmedAtMs };
    },
    /** A member's live sessions, the one seen last first. */
    async list(memberId: string): Promise<SessionSummary[]> {
      return (await lucia.getUserSessions(memberId)).map((
        { id, createdAtMs, seenAtMs = createdAtMs, browser = null },
      ) => ({
        id: publicId(id),
        browser,
        createdAt: new Date(createdAtMs),
        lastSeenAt: new Date(seenAtMs),
      }))
        .sort((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime());
    },
    /** Unknown tokens are passed over. */
    end: (token: string): Promise<void> => lucia.invalidateSession(tokenDigest(token)),
    /** Ends one session of a member; an unknown one is passed over. */
    async endOne(memberId: string, sessionId: string): Promise<void> {
      await lucia.invalidateSession(await storedIdOf(memberId, sessionId));
    },
    /**
     * Ends a member's sessions; all but one, when that is named.
     *
     * @returns How many there were.
     */
    async endAll(memberId: string, exceptId?: string): Promise<number> {
      const [result] = await database.write([await endingAll(memberId, exceptId)]);
      return result?.rowsAffected ?? 0;
    },
    /** The statement that does so, to stand in one transaction with the reason. */
    endingAll,
    /** Deletes what has expired. */
    purge: (): Promise<void> => lucia.deleteExpiredSessions(),
  };
}

/** A digest of what is stored, which is itself one: what an owner's page shows leads back to nothing. */
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
  /** Lucia asks the system's clock: it is told when, by that clock, the session ends. */
  const asSystemTime = (session: DatabaseSession): DatabaseSession => {
    const leftMs = session.expiresAt.getTime() - now().getTime();
    return { ...session, expiresAt: new Date(Date.now() + leftMs) };
  };
  // A logout, wherever it happens, is a write.
  const sessions = cachedUntilWritten(database, async ([sid = ""]) => {
    const rows = await database.read(
      "SELECT sid, sess, member_id, expire FROM sessions WHERE sid = ?",
      [sid],
    );
    return new Map(rows.map((row) => [sid, toSession(row)]));
  });
  return {
    async getSessionAndUser(sid) {
      const session = (await sessions([sid])).get(sid);
      if (session === undefined) return [null, null];
      // Whether the member still exists is asked by whoever needs the member.
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
    // Lucia extends in the second half of the idle time only, and for ever: `validate` does it.
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
