/**
 * Projection: what events do to the read tables. The same statements are part of the events' own
 * transaction, and rebuild the tables.
 */
import type { Database, Statement } from "../database.ts";
import type { Member } from "../members/evolve.ts";
import { connectionStatements } from "./connection-rows.ts";
import { memberOf, type OpenedEvent, project, upsertAll } from "./project.ts";
import { revealStatements } from "./reveals.ts";
import { openRecord } from "./sealed-rows.ts";
import { settingsStatements } from "./settings.ts";
import { positionOf } from "./tables.ts";
import type { Key } from "../vault/seal.ts";

export interface Projection {
  /** Refuse the statements if another writer has changed what was read for them. */
  readonly guards: readonly Statement[];
  readonly statements: readonly Statement[];
  /** Whether rows lose content: the file must not contain it, either. */
  readonly isForgetting: boolean;
}

/**
 * Reads the rows that the events touch, and applies them in order. The guards don't check members' own streams.
 * @param keyOf Keys of the events' members.
 */
export async function projectionStatements(
  reader: Pick<Database, "read">,
  events: readonly OpenedEvent[],
  keyOf: (memberId: string) => Key | undefined,
): Promise<Projection> {
  const memberIds = [...new Set(events.map(({ memberId }) => memberId))];
  const before = await membersIn(reader, memberIds, keyOf);
  const after = project(before, events);
  const settings = await settingsStatements(reader, events);
  const connections = await connectionStatements(reader, events);
  return {
    guards: connections.guards,
    statements: [
      ...upsertAll(after, keyOf),
      ...countPrivate(events),
      ...connections.statements,
      ...revealStatements(events),
      ...settings.statements,
    ],
    isForgetting: settings.isForgetting ||
      [...after].some(([memberId, { member }]) =>
        member.status === "erased" && before.get(memberId)?.status === "present"
      ),
  };
}

/** Counts members' private streams. It is a change of the member, so that followers reach the log's end. */
function countPrivate(events: readonly OpenedEvent[]): Statement[] {
  const counts = new Map(
    events.filter(({ privateNumber }) => privateNumber > 0)
      .map(({ memberId, privateNumber, position }) => [memberId, [privateNumber, position]]),
  );
  if (counts.size === 0) return [];
  return [{
    sql:
      `UPDATE members SET private_count = number, changed_position = max(changed_position, changed) FROM
        (SELECT value ->> 0 AS owner_id, value ->> 1 AS number,
          ${positionOf("(value ->> 2)")} AS changed FROM json_each(?))
      WHERE member_id = owner_id`,
    args: [JSON.stringify([...counts].map(([memberId, count]) => [memberId, ...count]))],
  }];
}

async function membersIn(
  reader: Pick<Database, "read">,
  memberIds: readonly string[],
  keyOf: (memberId: string) => Key | undefined,
): Promise<Map<string, Member>> {
  const rows = await reader.read(
    `SELECT member_id, sealed FROM members
     WHERE member_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(memberIds)],
  );
  return new Map(rows.map((row) => {
    const memberId = String(row.member_id);
    return [memberId, memberOf(openRecord(row, keyOf(memberId)))];
  }));
}
