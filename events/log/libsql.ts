import { type Database, isConstraintError, type Statement } from "../database.ts";
import { DatabaseUnavailable, readFewer } from "../database-errors.ts";
import { migrate } from "../migrate.ts";
import { canonical } from "./canonical.ts";
import { chainAll, type Chained, eventIds } from "./chain.ts";
import {
  ClaimTaken,
  type Commit,
  emptyStream,
  type EventLog,
  type Head,
  type Recorded,
  VersionConflict,
} from "./event-log.ts";
import { forgetErased } from "./forget-erased.ts";
import { createLibsqlOutbox, insertMails } from "./libsql-outbox.ts";
import { insertedColumns, insertedValues, toRecorded } from "./recorded-row.ts";
import { logSchema } from "./schema.ts";

/** How often an append is retried because another process recorded a later time. */
const maxTries = 12;
/** How long an append waits for a server that is away, and the pause between attempts. */
const patienceMs = 3000;
const retryMs = 250;

/** The log in a libSQL database. Creates or upgrades its tables first. */
export async function openLibsqlLog(database: Database, now: () => number): Promise<EventLog> {
  const isNew = (await database.read("SELECT 1 FROM sqlite_master LIMIT 1")).length === 0;
  await migrate(database, logSchema);
  // Marks a new file as owing no cleanup: without the note it would look like one of an earlier version.
  if (isNew) await database.forgetDeleted();

  /**
   * The latest time in the log, as far as this process knows. If another process recorded a later one, the
   * database refuses the append.
   */
  let lastAtMs = 0;

  async function readLastTime(): Promise<number> {
    const [last] = await database.read(lastTime);
    return Number(last?.at_ms ?? 0);
  }

  /** @param aheadMs Minimum distance from the latest time. */
  async function appendOnce(commits: readonly Commit[], aheadMs: number): Promise<Recorded[]> {
    // No await between choosing a time and entering the writer's queue, so both have the same order.
    const chained = chainAll(commits, lastAtMs + aheadMs, now);
    const events = chained.flat();
    for (const { atMs } of events) lastAtMs = Math.max(lastAtMs, atMs);
    const results = await database.write([
      ...commits.flatMap((commit, index) => statementsOf(commit, chained[index] ?? [], now())),
      ...commits.some(({ erase }) => erase) ? database.noteDeletion() : [],
    ]);
    const positions = results.flatMap(({ rows }) => rows.map(({ position }) => Number(position)));
    const erased = new Set(commits.flatMap(({ erase = [] }) => erase));
    return events.map((event, index): Recorded => ({
      ...event,
      position: positions[index] ?? 0,
      // Returned as they would be read, so that a fold gets the same text from both.
      facts: JSON.parse(canonical(event.facts)),
      sealed: erased.has(event.memberId) ? null : event.sealed,
    }));
  }

  /** Why the database refused an append; `undefined` if a retry may help. */
  async function reasonOf(commits: readonly Commit[]): Promise<Recorded[] | Error | undefined> {
    const ids = eventIds(commits);
    const known = await database.read(
      `${selectEvents} WHERE event_id IN (SELECT value FROM json_each(?)) ORDER BY e.position`,
      [JSON.stringify(ids)],
    );
    if (known.length > 0 && known.length === ids.length) return known.map(toRecorded);
    if (known.length > 0 || new Set(ids).size < ids.length) return new VersionConflict();
    if (await hasStaleHead(database, commits)) return new VersionConflict();
    return await takenClaim(database, commits);
  }

  return {
    outbox: createLibsqlOutbox(database, now),
    async append(commits) {
      if (eventIds(commits).length === 0) return [];
      const giveUpAtMs = performance.now() + patienceMs;
      for (let conflicts = 0;;) {
        try {
          // Other processes may be ahead again: each retry moves further.
          return await appendOnce(commits, conflicts < 2 ? 0 : 2 ** conflicts);
        } catch (error) {
          if (error instanceof DatabaseUnavailable && performance.now() < giveUpAtMs) {
            // It may be recorded or not. Repeating it with the same ids records it exactly once.
            await new Promise((resolve) => setTimeout(resolve, retryMs));
            continue;
          }
          if (!isConstraintError(error)) throw error;
          const reason = await reasonOf(commits);
          if (Array.isArray(reason)) return reason;
          if (reason !== undefined) throw reason;
          if (++conflicts === maxTries) throw error;
          lastAtMs = Math.max(lastAtMs, await readLastTime());
        }
      }
    },
    async readStream(memberId, after = 0) {
      const rows = await database.read(
        `${selectEvents} WHERE e.member_id = ? AND e.version > ? ORDER BY e.version`,
        [memberId, after],
      );
      return rows.map(toRecorded);
    },
    async readStreams(streams) {
      const rows = await database.read(
        `${selectEvents} WHERE e.member_id IN (SELECT value FROM json_each(?)) ORDER BY e.position`,
        [JSON.stringify(streams)],
      );
      return rows.map(toRecorded);
    },
    async readAt(positions) {
      const rows = await database.read(
        `${selectEvents} WHERE e.position IN (SELECT value FROM json_each(?)) ORDER BY e.position`,
        [JSON.stringify(positions)],
      );
      return rows.map(toRecorded);
    },
    async read({ after, limit }) {
      const rows = await readFewer(limit, (count) =>
        database.read(
          `${selectEvents} WHERE e.position > ? ORDER BY e.position LIMIT ?`,
          [after, count],
        ));
      return rows.map(toRecorded);
    },
    async lastPosition() {
      const [row] = await database.read("SELECT max(position) AS position FROM events");
      return Number(row?.position ?? 0);
    },
    lastAtMs: readLastTime,
    async forget({ positions }) {
      const these = "position IN (SELECT value FROM json_each(?))";
      await database.write([
        {
          sql: `INSERT OR IGNORE INTO forgotten_payloads
            SELECT position FROM sealed_payloads WHERE ${these}`,
          args: [JSON.stringify(positions)],
        },
        // A server doesn't overwrite deleted data, so a row of the same size replaces it first.
        {
          sql: `INSERT OR REPLACE INTO sealed_payloads
            SELECT position, member_id, zeroblob(length(payload)) FROM sealed_payloads WHERE ${these}`,
          args: [JSON.stringify(positions)],
        },
        { sql: `DELETE FROM sealed_payloads WHERE ${these}`, args: [JSON.stringify(positions)] },
        ...database.noteDeletion(),
      ]);
      await database.truncateWriteAheadLog();
    },
    forgetErased: () => forgetErased(database),
  };
}

const lastTime = `SELECT max(at_ms) AS at_ms FROM (
  SELECT * FROM (SELECT at_ms FROM events ORDER BY position DESC LIMIT 1)
  UNION ALL
  SELECT * FROM (SELECT at_ms FROM events INDEXED BY events_timed
    WHERE at_ms % 86400000 <> 0 ORDER BY position DESC LIMIT 1))`;

const selectEvents =
  "SELECT e.*, s.payload FROM events e LEFT JOIN sealed_payloads s ON s.position = e.position";

function statementsOf(
  commit: Commit,
  chained: readonly Chained[],
  atMs: number,
): Statement[] {
  const { memberId, head, claim = [], release = [], unchanged = [], mail = [], erase = [] } =
    commit;
  return [
    ...unchanged.map(refuseChanged),
    ...chained.flatMap((event, index) => [
      insertEvent(event, chained[index - 1]?.hash ?? head.hash),
      // The rowid of the inserted event is its position.
      ...(event.sealed === null ? [] : [{
        sql: "INSERT INTO sealed_payloads VALUES (last_insert_rowid(), ?, ?)",
        args: [memberId, event.sealed],
      }]),
    ]),
    ...insertMails(memberId, mail, atMs),
    ...(erase.length > 0 ? erasureOf(erase, memberId) : []),
    ...release.map(({ kind, digest }) => ({
      sql: "DELETE FROM claims WHERE kind = ? AND digest = ? AND member_id = ?",
      args: [kind, digest, memberId],
    })),
    ...claim.map(({ kind, digest }) => ({
      sql: "INSERT INTO claims (kind, digest, member_id) VALUES (?, ?, ?)",
      args: [kind, digest, memberId],
    })),
  ];
}

/**
 * Inserts an event. Triggers refuse one that doesn't follow its stream, or is earlier than the latest time.
 */
function insertEvent(event: Chained, previousHash: string): Statement {
  return {
    sql: `INSERT INTO events (${insertedColumns})
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING position`,
    args: insertedValues(event, previousHash),
  };
}

/**
 * A claim without a holder violates a constraint of the table, which rolls back the transaction.
 */
function refuseChanged({ memberId, head }: Pick<Commit, "memberId" | "head">): Statement {
  return {
    sql: `INSERT INTO claims (kind, digest, member_id) SELECT 'unchanged', '', NULL
      WHERE EXISTS (SELECT 1 FROM events WHERE member_id = ? AND version > ?)`,
    args: [memberId, head.version],
  };
}

function erasureOf(streams: readonly string[], memberId: string): Statement[] {
  const these = "member_id IN (SELECT value FROM json_each(?))";
  const args = [JSON.stringify(streams)];
  return [
    // Only in the member's own stream does an erasure at the end explain missing payloads.
    {
      sql: `INSERT OR IGNORE INTO forgotten_payloads
        SELECT position FROM sealed_payloads WHERE ${these} AND member_id <> ?`,
      args: [...args, memberId],
    },
    ...["sealed_payloads", "claims", "outbox"].map((table) => ({
      sql: `DELETE FROM ${table} WHERE ${these}`,
      args,
    })),
  ];
}

async function headsOf(
  database: Database,
  streams: readonly string[],
): Promise<Map<string, Head>> {
  const rows = await database.read(
    `SELECT e.member_id, e.version, e.hash FROM json_each(?) AS wanted JOIN events e
       ON e.member_id = wanted.value
       AND e.version = (SELECT max(version) FROM events v WHERE v.member_id = wanted.value)`,
    [JSON.stringify(streams)],
  );
  return new Map(rows.map((row) => [
    String(row.member_id),
    { version: Number(row.version), hash: String(row.hash) },
  ]));
}

async function hasStaleHead(database: Database, commits: readonly Commit[]): Promise<boolean> {
  const streams = commits.flatMap(({ unchanged = [], ...commit }) => [commit, ...unchanged]);
  const heads = await headsOf(database, streams.map(({ memberId }) => memberId));
  return streams.some(({ memberId, head }) => {
    const found = heads.get(memberId) ?? emptyStream;
    return found.version !== head.version || found.hash !== head.hash;
  });
}

async function takenClaim(
  database: Database,
  commits: readonly Commit[],
): Promise<ClaimTaken | undefined> {
  const wanted = commits.flatMap(({ claim = [] }) => claim);
  const seen = new Set<string>();
  for (const { kind, digest } of wanted) {
    const key = `${kind}:${digest}`;
    const [holder] = await database.read(
      "SELECT member_id FROM claims WHERE kind = ? AND digest = ?",
      [kind, digest],
    );
    if (holder !== undefined || seen.has(key)) return new ClaimTaken(kind);
    seen.add(key);
  }
  return undefined;
}
