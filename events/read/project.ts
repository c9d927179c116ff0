import { isBetweenTwo } from "../connections/events.ts";
import type { Statement } from "../store/database.ts";
import type { MemberEvent } from "../members/events.ts";
import { undoUntilMs } from "../members/addresses.ts";
import { evolve, type Member, recordIn, unknownMember } from "../members/evolve.ts";
import { dueByTime } from "../members/program-mails.ts";
import type { MemberRecord } from "../members/record.ts";
import { isOfProgram } from "../program/setting-events.ts";
import { sealRecord } from "./sealed-rows.ts";
import { insertAll, type PositionOrId } from "./tables.ts";
import type { Head, StoredEvent } from "../store/event-log.ts";
import type { Key } from "../store/seal.ts";

/** A member's list: waiting for staff, waiting for the member, or decided. */
export type AdmissionList = "approval" | "confirmation" | "refused" | "accepted";

/** A member's state, the log position of their last event, and the end of their stream. */
export interface Projected {
  readonly member: Member;
  readonly position: PositionOrId;
  readonly head: Head;
}

/** An event with its personal part in clear. */
export interface OpenedEvent
  extends Pick<StoredEvent, "eventId" | "stream" | "version" | "actorId" | "atMs"> {
  readonly position: PositionOrId;
  /** The stream's member. Between two, the author, or the stream's name once the author is erased. */
  readonly memberId: string;
  readonly event: MemberEvent;
}

export function project(
  before: ReadonlyMap<string, Member>,
  batch: readonly OpenedEvent[],
): Map<string, Projected> {
  const after = new Map<string, Projected>();
  for (const { memberId, actorId, atMs, position, version, event } of batch) {
    // Events of the program belong to no member, and events between two members change none.
    if (isOfProgram(event) || isBetweenTwo(event)) continue;
    const member = after.get(memberId)?.member ?? before.get(memberId) ?? unknownMember;
    after.set(memberId, {
      member: evolve(member, { memberId, actorId, atMs, event }),
      position,
      head: { version },
    });
  }
  return after;
}

/** The state of a row: a member, or an erased one. */
export function memberOf(record: MemberRecord | undefined): Member {
  return record === undefined ? { status: "erased" } : { status: "present", record };
}

/** A member's list; none for members who never had to wait, or only had to confirm an address. */
function admissionListOf(record: MemberRecord | undefined): AdmissionList | null {
  const admission = record?.admission ?? null;
  if (admission === null) return null;
  switch (admission.state) {
    case "waiting":
      return admission.needs;
    case "refused":
      return "refused";
    case "suspended":
    case "died":
      return null;
    case "admitted":
      return admission.by === "staff" ? "accepted" : null;
  }
}

/** @param keyOf Keys of the present members. */
export function upsertAll(
  rows: ReadonlyMap<string, Projected>,
  keyOf: (memberId: string) => Key | undefined,
): Statement[] {
  if (rows.size === 0) return [];
  const values = [...rows].map(([memberId, { member, position, head }]) => {
    const record = recordIn(member);
    const clear = record && clearIn(record);
    return [
      ...[memberId, head.version, position],
      record ? Buffer.from(sealRecord(record, keyOf(memberId))).toString("hex") : null,
      ...clearColumns.map((name) => clear?.[name] ?? null),
    ];
  });
  return [insertAll("members", columns, JSON.stringify(values), "member_id")];
}

/** Columns with clear facts of events, by which queries filter, count or sort. */
const clearColumns = [
  ...["paused_until", "undo_until_ms", "standing", "standing_since", "role", "created_at"] as const,
  ...["is_invited", "is_confirmed", "has_picture", "topics"] as const,
  ...["nudge_ms", "confirm_phase_ms"] as const,
];

function clearIn(record: MemberRecord): Record<typeof clearColumns[number], unknown> {
  const { addresses, admission, createdAt, mentoring, profile } = record;
  const { nudgeMs, confirmPhaseMs } = dueByTime(record);
  return {
    paused_until: mentoring?.pausedUntil ?? null,
    undo_until_ms: undoUntilMs(addresses) ?? null,
    standing: admissionListOf(record),
    standing_since: admission !== null && "at" in admission ? admission.at : createdAt,
    role: record.role,
    created_at: createdAt,
    is_invited: record.isInvited,
    is_confirmed: record.emailVerified,
    has_picture: record.profileImageUrl !== null,
    topics: profile && JSON.stringify(profile.helpTopics),
    nudge_ms: nudgeMs ?? null,
    confirm_phase_ms: confirmPhaseMs ?? null,
  };
}

const columns = ["member_id", "version", "changed_position", "sealed", ...clearColumns];
