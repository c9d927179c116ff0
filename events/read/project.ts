import type { Statement } from "../database.ts";
import { normalName } from "../members/claims.ts";
import { evolve, type Member, unknownMember } from "../members/evolve.ts";
import { openEvent } from "../members/sealing.ts";
import type { Recorded } from "../log/event-log.ts";
import type { Key } from "../vault/seal.ts";
import { type MembersTableName, statement, tables } from "./tables.ts";

/**
 * What a batch of events makes of the members it is about. Pure: rows before in, rows after out.
 *
 * @param before Members that the table holds already, by id.
 * @param batch In order of position.
 * @returns For every member of the batch what they are, and their last event's position.
 */
export function project(
  before: ReadonlyMap<string, Member>,
  batch: readonly Recorded[],
  keys: ReadonlyMap<string, Key>,
): Map<string, { readonly member: Member; readonly position: number }> {
  const after = new Map<string, { readonly member: Member; readonly position: number }>();
  for (const recorded of batch) {
    const { memberId, atMs, position } = recorded;
    const member = after.get(memberId)?.member ?? before.get(memberId) ?? unknownMember;
    const event = openEvent(recorded, keys.get(memberId));
    after.set(memberId, { member: evolve(member, { memberId, atMs, event }), position });
  }
  return after;
}

/** A member's row but for its id. */
export function rowOf(
  { member, position }: { readonly member: Member; readonly position: number },
) {
  const record = member.status === "present" ? member.record : undefined;
  return {
    position,
    username_key: record === undefined ? null : normalName(record.username),
    email_key: record === undefined ? null : normalName(record.email),
    record: record === undefined ? null : JSON.stringify(record),
  };
}

/** The statement that writes one member's row. */
export function upsert(
  table: MembersTableName,
  memberId: string,
  after: { readonly member: Member; readonly position: number },
): Statement {
  const columns = rowOf(after);
  return statement(
    tables.insertInto(table)
      .values({ member_id: memberId, ...columns })
      .onConflict((conflict) => conflict.column("member_id").doUpdateSet(columns)),
  );
}
