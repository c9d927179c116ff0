/**
 * Projection of events to the read tables. The same statements are part of the events' own
 * transaction and of a rebuild.
 */
import { isBetweenTwo } from "../connections/events.ts";
import type { Database, Statement } from "../store/database.ts";
import type { Member } from "../members/evolve.ts";
import { anyIn, compiledOnce, rowsOf, tables } from "../store/queries.ts";
import { connectionStatements } from "./connection-rows.ts";
import { memberOf, type OpenedEvent, project, upsertAll } from "./project.ts";
import { questionStatements } from "./question-rows.ts";
import { revealStatements } from "./reveals.ts";
import { openRecord } from "./sealed-rows.ts";
import { settingsStatements } from "./settings.ts";
import { positionOf, type PositionOrId } from "./tables.ts";
import type { Key } from "../store/seal.ts";

export interface ProjectedFrom {
  readonly keyOf: (memberId: string) => Key | undefined;
  readonly before?: ReadonlyMap<string, Member>;
}

/**
 * Returns statements that apply events in order. Their transaction must depend on the ends of the
 * streams that were read before the rows.
 *
 * @param keyOf Keys of the events' members.
 * @param before The members as their rows have them, where they are known.
 */
export async function projectionStatements(
  reader: Pick<Database, "read">,
  events: readonly OpenedEvent[],
  { keyOf, before }: ProjectedFrom,
): Promise<readonly Statement[]> {
  const memberIds = [...new Set(events.map(({ memberId }) => memberId))];
  before ??= await membersIn(reader, memberIds, keyOf);
  return [
    ...upsertAll(project(before, events), keyOf),
    ...countDealings(events),
    ...await connectionStatements(reader, events),
    ...await questionStatements(reader, events),
    ...revealStatements(events),
    ...await settingsStatements(reader, events),
  ];
}

/**
 * Counts events between members for both. Each also counts as a change of its author, so that
 * followers reach the log's end.
 */
function countDealings(events: readonly OpenedEvent[]): Statement[] {
  const counts = new Map<string, { more: number; changed: PositionOrId }>();
  const count = (memberId: string, changed: PositionOrId) => {
    const { more = 0, changed: before = 0 } = counts.get(memberId) ?? {};
    counts.set(memberId, { more: more + 1, changed: changed === 0 ? before : changed });
  };
  for (const { position, event } of events) {
    if (!isBetweenTwo(event) || event.personal === null) continue;
    const { fromId, toId } = event.personal;
    if (fromId !== undefined) count(fromId, position);
    if (toId != null) count(toId, 0);
    // Decisions on questions to an alumnus start again.
    if (event.type === "QuestionSent") {
      for (const memberId of event.personal.memberIds) count(memberId, 0);
    }
  }
  if (counts.size === 0) return [];
  return [{
    sql:
      `UPDATE members SET dealings = dealings + more, changed_position = max(changed_position, changed)
       FROM (SELECT value ->> 0 AS id, value ->> 1 AS more, ${
        positionOf("(value ->> 2)")
      } AS changed
         FROM json_each(?))
       WHERE member_id = id`,
    args: [JSON.stringify([...counts].map(([id, { more, changed }]) => [id, more, changed]))],
  }];
}

const sealedBy = compiledOnce(({ ids }: { ids: string }) =>
  tables.selectFrom("members").select(["member_id", "sealed"]).where("member_id", "in", anyIn(ids))
);

async function membersIn(
  reader: Pick<Database, "read">,
  memberIds: readonly string[],
  keyOf: (memberId: string) => Key | undefined,
): Promise<Map<string, Member>> {
  const rows = await rowsOf(reader, sealedBy({ ids: JSON.stringify(memberIds) }));
  return new Map(rows.map((row) => {
    const memberId = row.member_id;
    return [memberId, memberOf(openRecord(row, keyOf(memberId)))];
  }));
}
