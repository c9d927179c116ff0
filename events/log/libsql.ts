import { type Database, isConstraintError, refuseIf, type Statement } from "../database.ts";
import { DatabaseUnavailable, readFewer } from "../database-errors.ts";
import {
  ClaimTaken,
  type Commit,
  type EventLog,
  type Recorded,
  VersionConflict,
} from "./event-log.ts";
import { forgetErased } from "./forget-erased.ts";
import { createLibsqlOutbox, insertMails } from "./libsql-outbox.ts";
import { eventIds, numberAll, type Numbered } from "./numbered.ts";
import { insertedColumns, insertedValues, toRecorded } from "./recorded-row.ts";
import { openSchema } from "../schema.ts";

/** How long an append waits for an unavailable server, and the pause between attempts. */
const patienceMs = 3000;
const retryMs = 250;

/** The log in a libSQL database. Creates or upgrades its tables first. */
export async function openLibsqlLog(database: Database, now: () => number): Promise<EventLog> {
  await openSchema(database);

  let lastAtMs = 0;
  const time = () => lastAtMs = Math.max(lastAtMs, now());

  /** @param rest Condition, order and limit. */
  async function select(rest: string, args: Statement["args"]): Promise<Recorded[]> {
    const rows = await database.read(`${selectEvents} ${rest}`, args);
    return rows.map(toRecorded);
  }

  async function readNumber(sql: string): Promise<number> {
    const [row] = await database.read(sql);
    return Number(row?.number ?? 0);
  }

  async function appendOnce(commits: readonly Commit[]): Promise<Recorded[]> {
    const numbered = numberAll(commits, time());
    const events = numbered.flat();
    const results = await database.write([
      ...commits.flatMap((commit, index) => statementsOf(commit, numbered[index] ?? [], now())),
      ...commits.flatMap(({ along = [] }) => along),
      ...commits.some(({ erase }) => erase) ? database.noteDeletion() : [],
    ]);
    const positions = results.flatMap(({ rows }) => rows.map(({ position }) => Number(position)));
    const erased = new Set(commits.flatMap(({ erase = [] }) => erase));
    return events.map((event, index): Recorded => ({
      ...event,
      position: positions[index] ?? 0,
      // Returned as they would be read, so that a fold gets the same text from both.
      facts: JSON.parse(JSON.stringify(event.facts)),
      ...event.authorId !== null && erased.has(event.authorId) && { authorId: null, sealed: null },
    }));
  }

  /** Why the database refused an append; `undefined` if not for its commits. */
  async function reasonOf(commits: readonly Commit[]): Promise<Recorded[] | Error | undefined> {
    const ids = eventIds(commits);
    const known = await select(`WHERE event_id IN ${among} ORDER BY e.position`, [
      JSON.stringify(ids),
    ]);
    if (known.length > 0 && known.length === ids.length) return known;
    if (known.length > 0 || new Set(ids).size < ids.length) return new VersionConflict();
    if (await hasStaleHead(database, commits)) return new VersionConflict();
    if (await areAcquainted(database, commits)) return new VersionConflict();
    return await takenClaim(database, commits);
  }

  return {
    outbox: createLibsqlOutbox(database, now),
    time,
    async append(commits) {
      if (commits.every(({ events, along = [] }) => events.length + along.length === 0)) return [];
      const giveUpAtMs = performance.now() + patienceMs;
      for (;;) {
        try {
          return await appendOnce(commits);
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
          if (commits.every(({ along }) => along === undefined)) throw error;
          throw new VersionConflict("A row has changed", { cause: error });
        }
      }
    },
    readStream: (stream, after = 0) =>
      select("WHERE e.stream = ? AND e.version > ? ORDER BY e.version", [stream, after]),
    readBy: (authorId) => select("WHERE p.member_id = ? ORDER BY e.position", [authorId]),
    async between([lowId, highId]) {
      const [row] = await database.read(
        `SELECT stream, (SELECT max(version) FROM events WHERE stream = two.stream) AS version
         FROM acquaintances two WHERE low_id = ? AND high_id = ?`,
        [lowId, highId],
      );
      return row && { stream: String(row.stream), version: Number(row.version) };
    },
    async headOf(stream) {
      const sql = "SELECT max(version) AS version FROM events WHERE stream = ?";
      const [row] = await database.read(sql, [stream]);
      return { version: Number(row?.version) };
    },
    readAt: (positions) =>
      select(`WHERE e.position IN ${among} ORDER BY e.position`, [JSON.stringify(positions)]),
    read: async ({ after, limit }) => [
      ...await readFewer(
        limit,
        (count) => select("WHERE e.position > ? ORDER BY e.position LIMIT ?", [after, count]),
      ),
    ],
    lastPosition: () => readNumber("SELECT max(position) AS number FROM events"),
    lastAtMs: () => readNumber("SELECT max(at_ms) AS number FROM events"),
    async forget({ positions }) {
      // A row of the same size stays in its place, so that no copy is left anywhere.
      await database.write([{
        sql: `UPDATE personal SET sealed = zeroblob(length(sealed)) WHERE position IN ${among}`,
        args: [JSON.stringify(positions)],
      }]);
      await database.truncateWriteAheadLog();
    },
    forgetErased: () => forgetErased(database),
  };
}

/** The values of a list, passed as JSON. */
const among = "(SELECT value FROM json_each(?))";

const selectEvents = `SELECT e.*, p.member_id AS author_id, p.sealed
  FROM events e LEFT JOIN personal p ON p.position = e.position`;

function statementsOf(
  commit: Commit,
  events: readonly Numbered[],
  atMs: number,
): Statement[] {
  const {
    authorId: memberId = commit.stream,
    claim = [],
    release = [],
    unchanged = [],
    mail = [],
    erase = [],
  } = commit;
  return [
    ...unchanged.map(refuseChanged),
    ...events.flatMap((event) => [
      insertEvent(event),
      // The rowid of the inserted event is its position.
      ...(event.sealed === null ? [] : [{
        sql: "INSERT INTO personal VALUES (last_insert_rowid(), ?, ?)",
        args: [memberId, event.sealed],
      }]),
    ]),
    ...commit.begins === undefined ? [] : [{
      sql: "INSERT INTO acquaintances (low_id, high_id, stream) VALUES (?, ?, ?)",
      args: [...commit.begins, commit.stream],
    }],
    ...insertMails(memberId, mail, atMs),
    ...(erase.length > 0 ? erasureOf(erase) : []),
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

/** A trigger refuses one that doesn't follow its stream. */
function insertEvent(event: Numbered): Statement {
  return {
    sql: `INSERT INTO events (${insertedColumns})
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING position`,
    args: insertedValues(event),
  };
}

function refuseChanged({ stream, head }: Pick<Commit, "stream" | "head">): Statement {
  return refuseIf("EXISTS (SELECT 1 FROM events WHERE stream = ? AND version > ?)", [
    stream,
    head.version,
  ]);
}

function erasureOf(memberIds: readonly string[]): Statement[] {
  const args = [JSON.stringify(memberIds)];
  return [
    ...["personal", "claims", "outbox"].map((table) =>
      `DELETE FROM ${table} WHERE member_id IN ${among}`
    ),
    ...["low_id", "high_id"].map((id) => `DELETE FROM acquaintances WHERE ${id} IN ${among}`),
  ].map((sql) => ({ sql, args }));
}

/** Whether the end of a stream in this commit has changed. */
async function hasStaleHead(database: Database, commits: readonly Commit[]): Promise<boolean> {
  const streams = commits.flatMap(({ unchanged = [], ...commit }) => [commit, ...unchanged]);
  const stale = await database.read(
    `SELECT 1 FROM json_each(?) AS stream WHERE value ->> 1 <> coalesce((
       SELECT max(version) FROM events WHERE stream = value ->> 0), 0) LIMIT 1`,
    [JSON.stringify(streams.map(({ stream, head }) => [stream, head.version]))],
  );
  return stale.length > 0;
}

async function areAcquainted(database: Database, commits: readonly Commit[]): Promise<boolean> {
  const begun = await database.read(
    `SELECT 1 FROM acquaintances JOIN json_each(?) AS two
       ON low_id = two.value ->> 0 AND high_id = two.value ->> 1 LIMIT 1`,
    [JSON.stringify(commits.flatMap(({ begins }) => begins === undefined ? [] : [begins]))],
  );
  return begun.length > 0;
}

async function takenClaim(
  database: Database,
  commits: readonly Commit[],
): Promise<ClaimTaken | undefined> {
  const wanted = commits.flatMap(({ claim = [] }) => claim);
  for (const [at, { kind, digest }] of wanted.entries()) {
    const isTwice = wanted.slice(0, at).some((one) => one.kind === kind && one.digest === digest);
    const holders = await database.read("SELECT 1 FROM claims WHERE kind = ? AND digest = ?", [
      kind,
      digest,
    ]);
    if (isTwice || holders.length > 0) return new ClaimTaken(kind);
  }
  return undefined;
}
