import { type Database, isConstraintError, type Statement } from "../database.ts";
import type { EventLog } from "../log/event-log.ts";
import type { Member } from "../members/evolve.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { type Checkpoint, checkpointOf, holdGeneration, moveCheckpoint } from "./checkpoints.ts";
import { recordOf } from "./members.ts";
import { project, upsertAll } from "./project.ts";
import type { MembersTableName } from "./tables.ts";

export interface FollowDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly database: Database;
}

/** Several events of one member in a batch cost one write of their row. */
const batchSize = 4000;

/** Brings a table to the end of the log. Nothing to do for one that is not there. */
export async function follow(
  deps: FollowDependencies,
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
  { log, keys, database }: FollowDependencies,
  table: MembersTableName,
): Promise<number | undefined> {
  const from = await checkpointOf(database, table);
  if (from === undefined) return undefined;
  const batch = await log.read({ after: from.position, limit: batchSize });
  const reached = batch.at(-1)?.position;
  if (reached === undefined) return undefined;

  const memberIds = [...new Set(batch.map(({ memberId }) => memberId))];
  // Read for every batch: a member who was erased in between has none any more.
  const memberKeys = await keys.load(memberIds);
  const next = await checkpointOf(database, "members_next");
  try {
    const before = await membersIn(database, table, memberIds);
    const after = project(before, batch, memberKeys);
    // A member who was erased as they came may still be in a build that nobody goes on with.
    const hasErasure = [...after.values()].some(({ member }) => member.status === "erased");
    const isOfOthers = hasErasure && table === "members" && next !== undefined;
    await database.write([
      moveCheckpoint(table, from, reached),
      upsertAll(table, after),
      ...(isOfOthers ? beginningAnew(next) : []),
    ]);
    // What an erased member's rows held must not stay in the file, either.
    if (hasErasure) await database.forgetDeleted();
  } catch (error) {
    // Another process applied the batch, or went on with the build: go on from where it is now.
    const isOvertaken = !isSame(await checkpointOf(database, table), from) ||
      !isSame(await checkpointOf(database, "members_next"), next);
    if (!isOvertaken || !(isConstraintError(error) || isTableGone(error))) throw error;
  }
  return reached;
}

/** Empties the table that is being built; whoever builds it begins again at the first event. */
function beginningAnew(next: Checkpoint): Statement[] {
  return [
    holdGeneration("members_next", next),
    { sql: "DELETE FROM members_next" },
    // Another generation: a batch that was read before must not be applied any more.
    {
      sql: `UPDATE checkpoints SET position = 0, generation = generation + 1
        WHERE name = 'members_next'`,
    },
  ];
}

/** Reading a table that another process has switched or begun anew in between. */
function isTableGone(error: unknown): boolean {
  return error instanceof Error && error.message.includes("no such table: members_next");
}

function isSame(one: Checkpoint | undefined, other: Checkpoint | undefined): boolean {
  return one?.position === other?.position && one?.generation === other?.generation;
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
