import { setImmediate } from "node:timers/promises";
import { type Database, isConstraintError, type Statement } from "../database.ts";
import { happenedAtMs } from "../connections/events.ts";
import type { EventLog, Recorded } from "../log/event-log.ts";
import type { Member } from "../members/evolve.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import { openEvent } from "../members/sealing.ts";
import type { MemberKeys } from "../vault/keys.ts";
import type { Key } from "../vault/seal.ts";
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

/** How many events are in memory at once. */
const pageSize = 2000;
/**
 * A batch has as many pages as it takes to reach one of these limits. Several events of one member in it cost
 * one write of their row and one unwrapping of their key.
 */
const batchMembers = 2000;
const batchEvents = 8000;

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
    if (batch.reached.position === from.position) return undefined;
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

/** Folds the next events into the rows of their members. */
async function foldNext(
  { log, keys, privateStreams, database }: FollowDependencies,
  from: Reached,
): Promise<Batch> {
  const written = new Map<string, Member>();
  const now = new Map<string, Member>();
  const after = new Map<string, Projected>();
  // Loaded for every batch: a member erased in between has no key any more.
  const memberKeys = new Map<string, Key>();
  const met = new Set<string>();
  const privateCounts = new Map<string, readonly [number: number, position: number]>();
  const connections = createConnectionRows(database);
  const reveals = createRevealRows();
  const settings = createSettingsRow(database);

  let reached = from;
  for (let events = 0; met.size < batchMembers && events < batchEvents;) {
    const recorded = await log.read({ after: reached.position, limit: pageSize });
    const last = recorded.at(-1);
    if (last === undefined) break;
    reached = { position: last.position, eventHash: last.hash };
    events += recorded.length;
    const owners = recorded.map((event) => privateStreams.ownerOf(event.memberId));
    const newIds = [...new Set(owners.map(({ memberId }) => memberId)).difference(met)];
    for (const memberId of newIds) met.add(memberId);
    for (const [memberId, key] of await keys.load(newIds)) memberKeys.set(memberId, key);
    for (const [memberId, member] of await membersIn(database, newIds)) {
      written.set(memberId, member);
      now.set(memberId, member);
    }
    const opened = recorded.map((event, at) =>
      openEvent(event, memberKeys.get(owners[at]?.memberId ?? ""))
    );
    const happened = recorded.map((event, at): Recorded => {
      const [owner, is] = [owners[at], opened[at]];
      if (owner === undefined || is === undefined || owner.number === 0) return event;
      privateCounts.set(owner.memberId, [owner.number, event.position]);
      return { ...event, memberId: owner.memberId, atMs: happenedAtMs(is, event) };
    });
    await connections.apply(happened, opened);
    reveals.apply(happened, opened);
    await settings.apply(recorded, opened);
    for (const [memberId, projected] of project(now, recorded, opened)) {
      now.set(memberId, projected.member);
      after.set(memberId, projected);
    }
    if (recorded.length < pageSize) break;
    // Reads and writes of a file are synchronous: let other work run between pages.
    await setImmediate();
  }
  const isForgetting = settings.isForgetting() ||
    [...after].some(([memberId, { member }]) =>
      member.status === "erased" && written.get(memberId)?.status === "present"
    );
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
