import { sql } from "kysely";
import { type Database, isConstraintError, refuseIf, type Statement } from "./database.ts";
import { DatabaseUnavailable, readFewer } from "./database-errors.ts";
import {
  ClaimTaken,
  type Commit,
  type EventLog,
  type StoredEvent,
  VersionConflict,
} from "./event-log.ts";
import { createLibsqlOutbox, insertMails } from "./libsql-outbox.ts";
import { eventIds, numberAll, type Numbered } from "./numbered.ts";
import { insertedValues, selectEvents, toStoredEvent } from "./stored-event.ts";
import { anyOf, compiledOnce, rowsOf, statement, tables, tablesOf } from "./queries.ts";
import { openSchema } from "./schema.ts";

/** How long an append waits for an unavailable server, and the pause between attempts. */
const patienceMs = 3000;
const retryMs = 250;

/** The log in a libSQL database. Creates or upgrades its tables first. */
export async function openLibsqlLog(database: Database, now: () => number): Promise<EventLog> {
  await openSchema(database);

  let lastAtMs = 0;
  const time = () => lastAtMs = Math.max(lastAtMs, now());

  const db = tablesOf(database);

  async function readEvents(query: typeof selectEvents): Promise<StoredEvent[]> {
    return (await rowsOf(database, statement(query))).map(toStoredEvent);
  }

  const latest = async (column: "position" | "at_ms"): Promise<number> => {
    const row = await db.selectFrom("events")
      .select(({ fn }) => fn.max<number | null>(column).as("latest")).executeTakeFirst();
    return row?.latest ?? 0;
  };

  async function appendOnce(commits: readonly Commit[]): Promise<StoredEvent[]> {
    const numbered = numberAll(commits, time());
    const events = numbered.flat();
    const results = await database.write([
      ...commits.flatMap((commit, index) => statementsOf(commit, numbered[index] ?? [], now())),
      ...commits.flatMap(({ along = [] }) => along),
    ]);
    const positions = results.flatMap(({ rows }) => rows.map(({ position }) => Number(position)));
    const erased = new Set(commits.flatMap(({ erase = [] }) => erase));
    return events.map((event, index): StoredEvent => ({
      ...event,
      position: positions[index] ?? 0,
      // As they will be read, so that a fold gets the same text from both.
      facts: JSON.parse(JSON.stringify(event.facts)),
      ...event.authorId !== null && erased.has(event.authorId) && { authorId: null, sealed: null },
    }));
  }

  /** Why the database refused an append; `undefined` if not for its commits. */
  async function reasonOf(commits: readonly Commit[]): Promise<StoredEvent[] | Error | undefined> {
    const ids = eventIds(commits);
    const known = await readEvents(
      selectEvents.where("event_id", "in", anyOf(ids)).orderBy("e.position"),
    );
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
            // It may be stored or not. Repeating it with the same ids stores it exactly once.
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
      readEvents(
        selectEvents.where("e.stream", "=", stream).where("e.version", ">", after)
          .orderBy("e.version"),
      ),
    readBy: (authorId) =>
      readEvents(selectEvents.where("p.member_id", "=", authorId).orderBy("e.position")),
    async between([lowId, highId]) {
      const [row] = await rowsOf(database, streamOfTwo({ lowId, highId }));
      return row && { stream: row.stream, version: row.version ?? 0 };
    },
    async headOf(stream) {
      const row = await db.selectFrom("events").where("stream", "=", stream)
        .select(({ fn }) => fn.max<number | null>("version").as("version")).executeTakeFirst();
      return { version: row?.version ?? 0 };
    },
    readAt: (positions) =>
      readEvents(selectEvents.where("e.position", "in", anyOf(positions)).orderBy("e.position")),
    read: async ({ after, limit }) => [
      ...await readFewer(
        limit,
        (count) =>
          readEvents(
            selectEvents.where("e.position", ">", after).orderBy("e.position").limit(count),
          ),
      ),
    ],
    lastPosition: () => latest("position"),
    lastAtMs: () => latest("at_ms"),
    async forget({ positions }) {
      // A row of the same size is overwritten in place, so that no copy is left.
      await db.updateTable("personal").set({ sealed: sql`zeroblob(length(sealed))` })
        .where("position", "in", anyOf(positions)).execute();
      await database.truncateWriteAheadLog();
    },
  };
}

const streamOfTwo = compiledOnce((two: { lowId: string; highId: string }) =>
  tables.selectFrom("acquaintances").where("low_id", "=", two.lowId)
    .where("high_id", "=", two.highId)
    .select(({ selectFrom }) => [
      "stream",
      selectFrom("events").whereRef("events.stream", "=", "acquaintances.stream")
        .select(({ fn }) => fn.max("version").as("last")).as("version"),
    ])
);

/** A trigger refuses an event that doesn't continue its stream. */
const insertEvent = compiledOnce((event: ReturnType<typeof insertedValues>) =>
  tables.insertInto("events").values({
    event_id: event.event_id,
    stream: event.stream,
    version: event.version,
    type: event.type,
    schema_version: event.schema_version,
    at_ms: event.at_ms,
    actor_id: event.actor_id,
    correlation_id: event.correlation_id,
    facts: event.facts,
  }).returning("position")
);

/** The rowid of the inserted event is its position. */
const insertPersonal = compiledOnce((personal: { memberId: string; sealed: Uint8Array }) =>
  tables.insertInto("personal").values({
    position: sql`last_insert_rowid()`,
    member_id: personal.memberId,
    sealed: personal.sealed,
  })
);

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
      insertEvent(insertedValues(event)),
      ...event.sealed === null ? [] : [insertPersonal({ memberId, sealed: event.sealed })],
    ]),
    ...commit.begins === undefined ? [] : [begin(commit.begins, commit.stream)],
    ...insertMails(memberId, mail, atMs),
    ...(erase.length > 0 ? erasureOf(erase) : []),
    ...release.map(({ kind, digest }) =>
      statement(
        tables.deleteFrom("claims").where("kind", "=", kind).where("digest", "=", digest)
          .where("member_id", "=", memberId),
      )
    ),
    ...claim.map(({ kind, digest }) =>
      statement(tables.insertInto("claims").values({ kind, digest, member_id: memberId }))
    ),
  ];
}

function begin([low_id, high_id]: NonNullable<Commit["begins"]>, stream: string): Statement {
  return statement(tables.insertInto("acquaintances").values({ low_id, high_id, stream }));
}

function refuseChanged({ stream, head }: Pick<Commit, "stream" | "head">): Statement {
  return refuseIf("EXISTS (SELECT 1 FROM events WHERE stream = ? AND version > ?)", [
    stream,
    head.version,
  ]);
}

function erasureOf(memberIds: readonly string[]): Statement[] {
  return [
    ...(["personal", "claims", "outbox"] as const).map((table) =>
      statement(tables.deleteFrom(table).where("member_id", "in", anyOf(memberIds)))
    ),
    ...(["low_id", "high_id"] as const).map((id) =>
      statement(tables.deleteFrom("acquaintances").where(id, "in", anyOf(memberIds)))
    ),
  ];
}

/** Whether the end of a stream in this commit has changed. */
async function hasStaleHead(database: Database, commits: readonly Commit[]): Promise<boolean> {
  const named = commits.flatMap(({ unchanged = [], ...commit }) => [commit, ...unchanged]);
  // A stream may go on in a later commit of the same append.
  const streams = named.filter(({ stream }, at) =>
    named.findIndex((each) => each.stream === stream) === at
  );
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
    const holders = await tablesOf(database).selectFrom("claims").select("member_id")
      .where("kind", "=", kind).where("digest", "=", digest).execute();
    if (isTwice || holders.length > 0) return new ClaimTaken(kind);
  }
  return undefined;
}
