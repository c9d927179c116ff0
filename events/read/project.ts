import type { Statement } from "../database.ts";
import { normalName } from "../members/claims.ts";
import type { MemberEvent } from "../members/events.ts";
import { evolve, type Member, unknownMember } from "../members/evolve.ts";
import { isPrivateStream } from "../members/private-streams.ts";
import type { MemberRecord } from "../members/record.ts";
import { isOfProgram } from "../program/setting-events.ts";
import type { Head, Recorded } from "../log/event-log.ts";

/** As what a member stands on the program's lists: waits for staff, or for themselves; was decided on. */
export type Standing = "approval" | "confirmation" | "refused" | "accepted";

/** What a member is, the log position of their last event, and where their stream ends with it. */
export interface Projected {
  readonly member: Member;
  readonly position: number;
  readonly head: Head;
}

const rowsAtOnce = 100;

/**
 * What a batch of events makes of the members it is about. Pure: rows before in, rows after out.
 *
 * @param before Members that the table holds already, by id.
 * @param batch In order of position.
 * @param events The same, opened.
 * @returns For every member of the batch what they are, and their last event's position.
 */
export function project(
  before: ReadonlyMap<string, Member>,
  batch: readonly Recorded[],
  events: readonly MemberEvent[],
): Map<string, Projected> {
  const after = new Map<string, Projected>();
  for (const [at, { memberId, actorId, atMs, position, version, hash }] of batch.entries()) {
    const event = events[at];
    if (event === undefined) throw new RangeError("An event of the batch was not opened");
    // The program's are no member's, and what is between two changes no member.
    if (isOfProgram(event) || isPrivateStream(memberId)) continue;
    const member = after.get(memberId)?.member ?? before.get(memberId) ?? unknownMember;
    after.set(memberId, {
      member: evolve(member, { memberId, actorId, atMs, event }),
      position,
      head: { version, hash },
    });
  }
  return after;
}

/** What a row's record says: that there is a member, or that they were erased. */
export function memberOf(record: MemberRecord | undefined): Member {
  return record === undefined ? { status: "erased" } : { status: "present", record };
}

/** A member's place on the program's lists: none for who never had to wait, or had only to confirm an address. */
export function standingOf(record: MemberRecord | undefined): Standing | null {
  const admission = record?.admission ?? null;
  if (admission === null) return null;
  switch (admission.state) {
    case "waiting":
      return admission.needs;
    case "refused":
      return "refused";
    case "suspended":
      return null;
    case "admitted":
      return admission.by === "staff" || admission.by === "operator" ? "accepted" : null;
  }
}

/** The statements that write these members' rows: a hundred each, since each costs time to prepare. */
export function upsertAll(rows: ReadonlyMap<string, Projected>): Statement[] {
  const values = [...rows].map(([memberId, { member, position, head }]) => {
    const record = member.status === "present" ? member.record : undefined;
    return [
      memberId,
      position,
      position,
      record?.mentoring?.pausedUntil ?? null,
      record === undefined ? null : keyOf(record.username),
      record === undefined ? null : keyOf(record.email),
      record === undefined ? null : JSON.stringify(record),
      standingOf(record),
      record?.role === "cadre" ? 1 : null,
      head.version,
      head.hash,
    ];
  });
  const statements: Statement[] = [];
  for (let from = 0; from < values.length; from += rowsAtOnce) {
    const some = values.slice(from, from + rowsAtOnce);
    statements.push({
      sql: `INSERT INTO members (member_id, position, changed_position, paused_until, username_key,
          email_key, record, standing, is_cadre, version, hash)
        VALUES ${some.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").join(", ")}
        ON CONFLICT (member_id) DO UPDATE SET position = excluded.position,
          changed_position = excluded.changed_position, paused_until = excluded.paused_until,
          username_key = excluded.username_key, email_key = excluded.email_key,
          record = excluded.record, standing = excluded.standing, is_cadre = excluded.is_cadre,
          version = excluded.version, hash = excluded.hash`,
      args: some.flat(),
    });
  }
  return statements;
}

/** Half a surrogate pair cannot be stored as it is; JSON would smuggle it past the client. */
function keyOf(name: string): string {
  return normalName(name).toWellFormed();
}
