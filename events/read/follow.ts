import { setImmediate } from "node:timers/promises";
import { type Database, isConstraintError, type Statement } from "../database.ts";
import { happenedAtMs } from "../connections/events.ts";
import type { EventLog, Recorded } from "../log/event-log.ts";
import type { Member } from "../members/evolve.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent } from "../members/sealing.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { type ConnectionRows, createConnectionRows } from "./connection-rows.ts";
import { type Checkpoint, checkpointOf, moveCheckpoint } from "./checkpoints.ts";
import { recordOf } from "./members.ts";
import { projection, refuseOther } from "./projection.ts";
import { createRevealRows, type RevealRows } from "./reveal-rows.ts";
import { createSettingsRow } from "./settings.ts";
import { memberOf, project, type Projected, upsertAll } from "./project.ts";

export interface FollowDependencies {
  readonly log: EventLog;
  readonly keys: MemberKeys;
  readonly privateStreams: Pick<PrivateStreams, "ownerOf">;
  readonly database: Database;
  /** Another projection version, for tests. */
  readonly projection?: number | undefined;
}

/** How many events one transaction applies. */
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

/** Applies the next batch, if there is one. */
async function step(deps: FollowDependencies): Promise<Applied | undefined> {
  const { database, projection: own = projection } = deps;
  const from = await checkpointOf(database);
  refuseOther(from, own);
  try {
    const batch = await foldNext(deps, from);
    if (batch === undefined) return undefined;
    const statements = [
      moveCheckpoint(from, { ...from, ...batch.reached }),
      ...upsertAll(batch.after),
      ...countPrivate(batch.privateCounts),
      ...batch.connections.statements(),
      ...batch.reveals.statements(),
      ...batch.settings.statements(),
    ];
    const note = batch.isForgetting ? database.noteDeletion() : [];
    await database.write([...statements, ...note]);
    // The file must not contain an erased member's old rows, either.
    if (batch.isForgetting) await database.forgetDeleted();
    return { position: batch.reached.position, statements };
  } catch (error) {
    // Another process applied the batch or rebuilt the tables: continue from their position.
    const now = await checkpointOf(database);
    const isOvertaken = now.position !== from.position || now.generation !== from.generation;
    if (!isOvertaken || !isConstraintError(error)) throw error;
    return { position: from.position, statements: [] };
  }
}

type Reached = Pick<Checkpoint, "position" | "eventHash">;

interface Batch {
  readonly reached: Reached;
  readonly after: ReadonlyMap<string, Projected>;
  /** For each member, how many private streams they have and the log position of the last. */
  readonly privateCounts: ReadonlyMap<string, readonly [number: number, position: number]>;
  readonly connections: ConnectionRows;
  readonly reveals: RevealRows;
  readonly settings: ReturnType<typeof createSettingsRow>;
  /** Whether the batch deletes content from rows, such as a member or an announcement. */
  readonly isForgetting: boolean;
}

/** Folds the next events into the rows of their members; `undefined` at the end of the log. */
async function foldNext(
  { log, keys, privateStreams, database }: FollowDependencies,
  from: Reached,
): Promise<Batch | undefined> {
  const recorded = await log.read({ after: from.position, limit: batchSize });
  const last = recorded.at(-1);
  if (last === undefined) return undefined;
  const owners = recorded.map((event) => privateStreams.ownerOf(event.memberId));
  const memberIds = [...new Set(owners.map(({ memberId }) => memberId))];
  const memberKeys = await keys.load(memberIds);
  const before = await membersIn(database, memberIds);
  const opened = recorded.map((event, at) =>
    openEvent(event, memberKeys.get(owners[at]?.memberId ?? ""))
  );
  const privateCounts = new Map<string, readonly [number: number, position: number]>();
  const happened = recorded.map((event, at): Recorded => {
    const [owner, is] = [owners[at], opened[at]];
    if (owner === undefined || is === undefined || owner.number === 0) return event;
    privateCounts.set(owner.memberId, [owner.number, event.position]);
    return { ...event, memberId: owner.memberId, atMs: happenedAtMs(is, event) };
  });
  const connections = createConnectionRows(database);
  await connections.apply(happened, opened);
  const reveals = createRevealRows();
  reveals.apply(happened, opened);
  const settings = createSettingsRow(database);
  await settings.apply(recorded, opened);
  const after = project(before, recorded, opened);
  const isForgetting = settings.isForgetting() ||
    [...after].some(([memberId, { member }]) =>
      member.status === "erased" && before.get(memberId)?.status === "present"
    );
  const reached = { position: last.position, eventHash: last.hash };
  return { reached, after, privateCounts, connections, reveals, settings, isForgetting };
}

/** Counts as a change of the member, so that followers reach the tables' position. */
function countPrivate(
  counts: ReadonlyMap<string, readonly [number: number, position: number]>,
): Statement[] {
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
