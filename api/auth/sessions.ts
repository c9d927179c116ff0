import { createHash } from "node:crypto";
import { type Compilable, type Selectable, sql } from "kysely";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import type { Database, Statement } from "../../events/store/database.ts";
import { DatabaseNotWritable } from "../../events/store/database-errors.ts";
import { dayMs } from "../../events/day.ts";
import {
  compiledOnce,
  parsed,
  required,
  rowsOf,
  statement,
  tables,
  tablesOf,
} from "../../events/store/queries.ts";
import type { StoredSession, Tables } from "../../events/store/tables.ts";
import type { Session } from "../contract/account.ts";
import type { ProofKind, ProofTimes } from "./proofs/proofs.ts";
import { newToken, tokenDigest } from "./secret-token.ts";

export interface LiveSession {
  /** Public id of the session, for its owner; it can't be used to sign in. */
  readonly id: string;
  readonly proofs: ProofTimes;
  /** Whether the program requires two proofs of its member, who is staff. */
  readonly needsTwo?: boolean;
}

interface Beginning {
  /** Short name of the browser. */
  readonly browser?: string | undefined;
  /** The proofs at its start. */
  readonly proofs?: readonly ProofKind[];
}

export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** A session as shown to its owner. `lastSeenAt` is rounded to an hour. */
export type SessionSummary = Omit<Session, "isCurrent"> & Pick<LiveSession, "proofs">;

export type Sessions = ReturnType<typeof createSessions>;

type Stored = Omit<StoredSession, "memberId">;

declare module "lucia" {
  interface Register {
    Lucia: Lucia<Stored>;
    DatabaseSessionAttributes: Stored;
  }
}

/**
 * A power cut may lose the newest sessions, because waiting for the disk would delay every sign-in. Ending a session is
 * durable, so that it can't come back.
 */
const newSessions = "normal";
const idleMs = 7 * dayMs;
const absoluteMs = 30 * dayMs;
/** A session is extended at most this often, so that reading a page rarely writes. */
const extendEveryMs = 60 * 60 * 1000;

/**
 * Sessions in the database. They end after 7 days without a visit, or after 30 days. The stored id is
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
  const endingAll = async (memberId: string, exceptId?: string) =>
    statement(
      tables.deleteFrom("sessions").where("member_id", "=", memberId)
        .where("sid", "<>", await storedIdOf(memberId, exceptId)),
    );

  /** Prepares a session for the transaction of the change that starts it. */
  function beginning(
    memberId: string,
    { browser, proofs = [] }: Beginning = {},
  ): { readonly session: NewSession; readonly statement: Statement } {
    const token = newToken();
    const createdAtMs = now().getTime();
    const attributes: Stored = {
      createdAtMs,
      proofs: Object.fromEntries(proofs.map((kind) => [kind, createdAtMs])),
      ...(browser !== undefined && { browser }),
    };
    return {
      session: { token, expiresAt: new Date(createdAtMs + idleMs) },
      statement: statement(inserted(tokenDigest(token), memberId, attributes)),
    };
  }

  return {
    beginning,
    /** Starts a session together with other statements, both or neither. */
    async create(
      memberId: string,
      begins?: Beginning,
      along: readonly Statement[] = [],
    ): Promise<NewSession> {
      const { session, statement } = beginning(memberId, begins);
      await database.write([...along, statement], newSessions);
      return session;
    },
    async validate(token: string): Promise<
      | { readonly memberId: string; readonly session: LiveSession; readonly expiresAt?: Date }
      | undefined
    > {
      const { session: found } = await lucia.validateSession(tokenDigest(token));
      if (found === null) return undefined;
      const { id: sid, userId: memberId, createdAtMs } = found;
      const { seenAtMs = createdAtMs, proofs } = found;
      const nowMs = now().getTime();
      // Computed lazily, because few pages show it and a digest takes a while.
      const session = {
        get id() {
          return publicId(sid);
        },
        proofs,
      };
      if (nowMs - seenAtMs < extendEveryMs) return { memberId, session };
      const extendedMs = Math.min(nowMs + idleMs, createdAtMs + absoluteMs);
      const extended = tables.updateTable("sessions").where("sid", "=", sid)
        .set({ expire: extendedMs, sess: sql`json_set(sess, '$.seenAtMs', ${nowMs})` });
      const isExtended = await database.write([statement(extended)], newSessions).then(
        () => true,
        (error) => {
          // People can still read on a full disk.
          if (error instanceof DatabaseNotWritable) return false;
          throw error;
        },
      );
      return { memberId, session, ...isExtended && { expiresAt: new Date(extendedMs) } };
    },
    /** Adds a proof to a session, in the transaction that uses the proof up. */
    async proving(
      memberId: string,
      before: LiveSession,
      kind: ProofKind,
    ): Promise<{ readonly session: LiveSession; readonly statement: Statement }> {
      const atMs = now().getTime();
      const sid = await storedIdOf(memberId, before.id);
      const proved = tables.updateTable("sessions").where("sid", "=", sid)
        .set({ sess: sql`json_set(sess, ${`$.proofs."${kind}"`}, ${atMs})` });
      const session = { ...before, proofs: { ...before.proofs, [kind]: atMs } };
      return { session, statement: statement(proved) };
    },
    /** Fails its transaction if a session has ended. */
    async requiring(memberId: string, sessionId: string | undefined): Promise<Statement> {
      const sid = await storedIdOf(memberId, sessionId);
      return required(tables.selectFrom("sessions").select("sid").where("sid", "=", sid));
    },
    async list(memberId: string): Promise<SessionSummary[]> {
      return (await lucia.getUserSessions(memberId)).map((
        { id, createdAtMs, seenAtMs = createdAtMs, browser = null, proofs },
      ) => ({
        proofs,
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
    /** Statements for the transaction of the event that ends them. */
    endingAll,
    purge: (): Promise<void> => lucia.deleteExpiredSessions(),
  };
}

/** A digest of the stored id, which is a digest itself, so a page reveals nothing usable. */
function publicId(sid: string): string {
  return createHash("sha256").update(sid).digest("hex").slice(0, 32);
}

/** Runs on every request. */
const sessionById = compiledOnce((args: { sid: string }) =>
  tables.selectFrom("sessions").selectAll().where("sid", "=", args.sid)
);

function inserted(sid: string, memberId: string, attributes: Stored) {
  return tables.insertInto("sessions").values({
    sid,
    sess: JSON.stringify({ memberId, ...attributes }),
    member_id: memberId,
    expire: attributes.createdAtMs + idleMs,
  });
}

function createAdapter(database: Database, now: () => Date): Adapter {
  const write = async (query: Compilable) => {
    await database.write([statement(query)]);
  };
  const ended = tables.deleteFrom("sessions");
  /** Converts to the system's clock, which Lucia uses. */
  const asSystemTime = (session: DatabaseSession): DatabaseSession => {
    const leftMs = session.expiresAt.getTime() - now().getTime();
    return { ...session, expiresAt: new Date(Date.now() + leftMs) };
  };
  return {
    async getSessionAndUser(sid) {
      const [row] = await rowsOf(database, sessionById({ sid }));
      if (row === undefined) return [null, null];
      const session = toSession(row);
      // The caller checks whether the member still exists.
      return [asSystemTime(session), { id: session.userId, attributes: {} }];
    },
    async getUserSessions(memberId) {
      const rows = await tablesOf(database).selectFrom("sessions").selectAll()
        .where("member_id", "=", memberId).execute();
      return rows.map(toSession).map(asSystemTime);
    },
    // Sessions start in the transaction that uses up their proof: see `beginning`.
    async setSession() {},
    // Lucia would extend sessions forever, and only late: `validate` extends them instead.
    async updateSessionExpiration() {},
    deleteSession: (sid) => write(ended.where("sid", "=", sid)),
    deleteUserSessions: (memberId) => write(ended.where("member_id", "=", memberId)),
    deleteExpiredSessions: () => write(ended.where("expire", "<=", now().getTime())),
  };
}

function toSession(row: Selectable<Tables["sessions"]>): DatabaseSession {
  const { memberId: _, ...attributes } = parsed(row.sess);
  return {
    id: row.sid,
    userId: row.member_id,
    expiresAt: new Date(row.expire),
    attributes,
  };
}
