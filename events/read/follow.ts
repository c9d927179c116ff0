import { setImmediate } from "node:timers/promises";
import { type Database, isConstraintError, type Statement } from "../database.ts";
import { happenedAtMs } from "../connections/events.ts";
import type { EventLog } from "../log/event-log.ts";
import type { Member } from "../members/evolve.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent } from "../members/sealing.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { connectionStatements } from "./connection-rows.ts";
import { checkpointOf, moveCheckpoint } from "./checkpoints.ts";
import { recordOf } from "./members.ts";
import { projection, refuseOther } from "./projection.ts";
import { revealStatements } from "./reveals.ts";
import { settingsStatements } from "./settings.ts";
import { memberOf, type OpenedEvent, project, upsertAll } from "./project.ts";

export interface FollowDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly privateStreams: Pick<PrivateStreams, "ownerOf">;
  readonly database: Database;
  readonly projection?: number | undefined;
}

const batchSize = 4000;

/** Brings the tables to the end of the log. `report` gets each position reached, and what was written. */
export async function follow(
  deps: FollowDependencies,
  report?: (position: number, statements: readonly Statement[]) => void,
): Promise<void> {
  const end = await deps.log.lastPosition();
  for (;;) {
    const applied = await step(deps);
    if (applied === undefined) return;
    report?.(applied.position, applied.statements);
    if (applied.position >= end) return;
    // Reads and writes of a file are synchronous: let other work run between batches.
    await setImmediate();
  }
}

interface Applied {
  readonly position: number;
  readonly statements: readonly Statement[];
}

async function step(deps: FollowDependencies): Promise<Applied | undefined> {
  const { database, projection: own = projection } = deps;
  const from = await checkpointOf(database);
  refuseOther(from, own);
  try {
    const batch = await readBatch(deps, from.position);
    const last = batch.at(-1);
    if (last === undefined) return undefined;
    const before = await membersIn(database, [...new Set(batch.map(({ memberId }) => memberId))]);
    const after = project(before, batch);
    const settings = await settingsStatements(database, batch);
    const { position, eventId } = last;
    const statements = [
      moveCheckpoint(from, { ...from, position, eventId }),
      ...upsertAll(after),
      ...countPrivate(batch),
      ...await connectionStatements(database, batch),
      ...revealStatements(batch),
      ...settings.statements,
    ];
    // Whether rows lose content: the file must not contain it, either.
    const isForgetting = settings.isForgetting ||
      [...after].some(([memberId, { member }]) =>
        member.status === "erased" && before.get(memberId)?.status === "present"
      );
    // Lost rows are projected again.
    await database.write(
      [...statements, ...isForgetting ? database.noteDeletion() : []],
      "normal",
    );
    if (isForgetting) await database.forgetDeleted();
    return { position, statements };
  } catch (error) {
    // Another process applied the batch or rebuilt the tables: continue from their position.
    const now = await checkpointOf(database);
    const isOvertaken = now.position !== from.position || now.generation !== from.generation;
    if (!isOvertaken || !isConstraintError(error)) throw error;
    return { position: from.position, statements: [] };
  }
}

/** The next events, opened, with the members who acted. */
async function readBatch(
  { log, keys, privateStreams }: FollowDependencies,
  after: number,
): Promise<OpenedEvent[]> {
  const recorded = await log.read({ after, limit: batchSize });
  const owned = recorded.map((event) => ({ event, owner: privateStreams.ownerOf(event.memberId) }));
  const memberKeys = await keys.load([...new Set(owned.map(({ owner }) => owner.memberId))]);
  return owned.map(
    ({ event: recorded, owner: { memberId, number: privateNumber } }) => {
      const event = openEvent(recorded, memberKeys.get(memberId));
      const { facts: _, sealed: __, ...more } = recorded;
      const atMs = privateNumber > 0 ? happenedAtMs(event, recorded) : recorded.atMs;
      return { ...more, memberId, privateNumber, atMs, event };
    },
  );
}

/** Counts members' private streams. It is a change of the member, so that followers reach the tables' position. */
function countPrivate(batch: readonly OpenedEvent[]): Statement[] {
  const counts = new Map(
    batch.filter(({ privateNumber }) => privateNumber > 0)
      .map(({ memberId, privateNumber, position }) => [memberId, [privateNumber, position]]),
  );
  if (counts.size === 0) return [];
  return [{
    sql:
      `UPDATE members SET private_count = number, changed_position = max(changed_position, changed) FROM
        (SELECT value ->> 0 AS owner_id, value ->> 1 AS number, value ->> 2 AS changed FROM json_each(?))
      WHERE member_id = owner_id`,
    args: [JSON.stringify([...counts].map(([memberId, count]) => [memberId, ...count]))],
  }];
}

async function membersIn(
  database: Database,
  memberIds: readonly string[],
): Promise<Map<string, Member>> {
  const rows = await database.read(
    `SELECT member_id, record FROM members
     WHERE member_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(memberIds)],
  );
  return new Map(rows.map((row) => [String(row.member_id), memberOf(recordOf(row))]));
}
