/**
 * Keeps the read tables at the end of the log. A batch of events and the checkpoint after it are one
 * transaction that starts from the checkpoint it read, so no crash, second process or replay can
 * skip an event or apply one twice.
 *
 * @module
 */
import { type Database, isConstraintError, type Statement } from "../database.ts";
import type { EventLog } from "../log/event-log.ts";
import type { Member } from "../members/evolve.ts";
import { migrate } from "../migrate.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { createMemberTable, type MemberTable, recordOf, type TablesVersion } from "./members.ts";
import { project, upsertAll } from "./project.ts";
import { createMembersTable, type MembersTableName, statement, tables } from "./tables.ts";

export interface ReadModel {
  readonly members: MemberTable;
  /** Resolves once the tables hold everything that was in the log before the call. */
  catchUp(): Promise<void>;
  /**
   * Builds the tables anew from the first event, beside the current ones, and switches at once.
   *
   * @param report Is told the log position that was reached, now and then.
   */
  rebuild(report?: (position: number) => void): Promise<void>;
  /** Log position that the tables are at. */
  position(): Promise<number>;
  /** That, and which build of the tables it is. */
  version(): Promise<TablesVersion>;
}

export interface ReadModelDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly database: Database;
}

const batchSize = 1000;

export async function openReadModel(deps: ReadModelDependencies): Promise<ReadModel> {
  const { database } = deps;
  await migrate(database, [{
    name: "0001-checkpoints",
    statements: [
      `CREATE TABLE checkpoints (
        name TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        generation INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
      `INSERT INTO checkpoints (name, position) VALUES ('members', 0)`,
      ...createMembersTable("members", 0).map(({ sql }) => sql),
    ],
  }]);
  const inTurn = createTurns();

  return {
    members: createMemberTable(database),
    catchUp: shareWaiting(() => inTurn(() => follow(deps, "members"))),
    rebuild: (report) => inTurn(() => rebuild(deps, report)),
    version: () => checkpointOf(database, "members"),
    async position() {
      return (await checkpointOf(database, "members")).position;
    },
  };
}

async function follow(
  deps: ReadModelDependencies,
  table: MembersTableName,
  report?: (position: number) => void,
): Promise<void> {
  for (;;) {
    const position = await step(deps, table);
    if (position === undefined) return;
    report?.(position);
  }
}

/** Applies the next batch. Returns the position it reached, or `undefined` at the end of the log. */
async function step(
  { log, keys, database }: ReadModelDependencies,
  table: MembersTableName,
): Promise<number | undefined> {
  const { position } = await checkpointOf(database, table);
  const batch = await log.read({ after: position, limit: batchSize });
  const reached = batch.at(-1)?.position;
  if (reached === undefined) return undefined;

  const memberIds = [...new Set(batch.map(({ memberId }) => memberId))];
  const after = project(
    await membersIn(database, table, memberIds),
    batch,
    await keys.load(memberIds),
  );
  try {
    await database.write([
      moveCheckpoint(table, position, reached),
      upsertAll(table, after),
    ]);
    // What an erased member's rows held must not stay in the write-ahead log, either.
    const hasErasure = [...after.values()].some(({ member }) => member.status === "erased");
    if (hasErasure) await database.truncateWriteAheadLog();
  } catch (error) {
    // Another process applied the batch in between: go on from where it is now.
    if (!isConstraintError(error)) throw error;
    if ((await checkpointOf(database, table)).position === position) throw error;
  }
  return reached;
}

async function rebuild(
  deps: ReadModelDependencies,
  report?: (position: number) => void,
): Promise<void> {
  const { database } = deps;
  const { generation } = await checkpointOf(database, "members");
  await database.write([
    { sql: "DROP TABLE IF EXISTS members_next" },
    ...createMembersTable("members_next", generation + 1),
    {
      sql: `INSERT INTO checkpoints (name, position, generation) VALUES ('members_next', 0, ?)
        ON CONFLICT (name) DO UPDATE SET position = 0, generation = excluded.generation`,
      args: [generation + 1],
    },
  ]);
  await follow(deps, "members_next", report);
  for (;;) {
    // Another process may have brought the current tables further in between.
    await follow(deps, "members_next");
    const current = await checkpointOf(database, "members");
    const next = await checkpointOf(database, "members_next");
    if (next.position < current.position) continue;
    try {
      await database.write(switchStatements(current.position));
      return;
    } catch (error) {
      if (!isConstraintError(error)) throw error;
    }
  }
}

function switchStatements(currentPosition: number): Statement[] {
  return [
    // Refused unless the current tables are still where they were.
    moveCheckpoint("members", currentPosition, currentPosition),
    { sql: "DROP TABLE members" },
    { sql: "ALTER TABLE members_next RENAME TO members" },
    { sql: "DELETE FROM checkpoints WHERE name = 'members'" },
    { sql: "UPDATE checkpoints SET name = 'members' WHERE name = 'members_next'" },
  ];
}

/** A checkpoint that is no longer at `from` becomes NULL, which the table refuses. */
function moveCheckpoint(name: MembersTableName, from: number, to: number): Statement {
  return {
    sql: `UPDATE checkpoints SET position = CASE position WHEN ? THEN ? END WHERE name = ?`,
    args: [from, to, name],
  };
}

async function checkpointOf(
  database: Database,
  name: MembersTableName,
): Promise<{ position: number; generation: number }> {
  const { sql, args } = statement(
    tables.selectFrom("checkpoints").select(["position", "generation"]).where("name", "=", name),
  );
  const [row] = await database.read(sql, args);
  return { position: Number(row?.position ?? 0), generation: Number(row?.generation ?? 0) };
}

async function membersIn(
  database: Database,
  table: MembersTableName,
  memberIds: readonly string[],
): Promise<Map<string, Member>> {
  const rows = await database.read(
    `SELECT member_id, record FROM ${table}
     WHERE member_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(memberIds)],
  );
  return new Map(rows.map((row) => {
    const record = recordOf(row);
    const member: Member = record === undefined
      ? { status: "erased" }
      : { status: "present", record };
    return [String(row.member_id), member];
  }));
}

/** Runs one piece of work after the other. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Calls that wait while one run is under way share the next run: it starts after all of them. */
function shareWaiting(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= running.then(() => {
      waiting = undefined;
      const now = run();
      running = now.catch(() => undefined);
      return now;
    });
    return waiting;
  };
}
