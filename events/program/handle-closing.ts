import { commitsOf, endsOf } from "../connections/commits.ts";
import type { ConnectionRecord } from "../connections/connection.ts";
import { decideConnection } from "../connections/decide.ts";
import { Refusal } from "../errors.ts";
import type { Cause, Commit, EventLog } from "../log/event-log.ts";
import { untilRecorded } from "../until-recorded.ts";
import type { ProgramCommand } from "../members/commands.ts";
import type { MemberEvent } from "../members/events.ts";
import { evolve, type Member } from "../members/evolve.ts";
import { type MailAbout, sealAll, type StreamSnapshots } from "../members/handle.ts";
import type { MemberRecord } from "../members/record.ts";
import type { PrivateStreams } from "../members/private-streams.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { decideProgram } from "./decide-admission.ts";

/** Closing a member for asking others. */
export interface Closing {
  /**
   * Closes them, withdraws their open requests and mails them: together, and once.
   *
   * @throws {Refusal} When there is no such member.
   */
  close(
    memberId: string,
    by: ProgramCommand["by"],
    cause: Cause,
    mail: MailAbout,
  ): Promise<void>;
}

export interface ClosingDependencies {
  readonly log: Pick<EventLog, "append">;
  readonly keys: MemberKeys;
  readonly privateStreams: PrivateStreams;
  readonly connections: Pick<ConnectionTable, "askedBy">;
  readonly members: StreamSnapshots;
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
  readonly now: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
}

/** What closing a member records in their streams, and the mentors' streams that it was decided on. */
export interface ClosingPlan extends Pick<Commit, "unchanged"> {
  readonly events: readonly MemberEvent[];
}

export function createClosing(deps: ClosingDependencies): Closing {
  const { log, keys, privateStreams, members, catchUp, newId } = deps;

  async function attempt(...[memberId, by, cause, mailAbout]: Parameters<Closing["close"]>) {
    await catchUp();
    const snapshot = await members.snapshotOf(memberId);
    if (snapshot?.member.status !== "present") {
      throw new Refusal("member/not-found", "Account not found");
    }
    const { record } = snapshot.member;
    const { events, unchanged } = await planClosing(record, by, deps);
    if (events.length === 0) return;
    const key = (await keys.load([memberId])).get(memberId);
    const atMs = deps.now().getTime();
    const after = events.reduce<Member>(
      (member, event) => evolve(member, { memberId, atMs, event }),
      snapshot.member,
    );
    const drafts = after.status === "present"
      ? mailAbout({ before: record, after: after.record })
      : [];
    const mail = key === undefined ? [] : await sealAll(drafts, { memberId, key }, { keys, newId });
    const commits = commitsOf(
      events.map((event) => ({ event, eventId: newId() })),
      { memberId, key, ends: snapshot },
      { privateStreams, cause, atMs, newId, unchanged },
    );
    // The mail tells of what stands in their own stream.
    await log.append(
      commits.map((commit) => commit.memberId === memberId ? { ...commit, mail } : commit),
    );
    await catchUp();
  }

  // Another writer is a mentor who answers, or the member who asks somebody else.
  return { close: (...what) => untilRecorded(() => attempt(...what)) };
}

/**
 * Decides on the mentors' streams as well, so that a request is either answered or withdrawn. Requests that are
 * hidden from their mentor are withdrawn like all others.
 *
 * @param asker As of a snapshot that was taken before this is called.
 */
export async function planClosing(
  asker: MemberRecord,
  by: ProgramCommand["by"],
  { privateStreams, connections, members, now }: Pick<
    ClosingDependencies,
    "privateStreams" | "connections" | "members" | "now"
  >,
): Promise<ClosingPlan> {
  const { memberId } = asker;
  const open = async () => (await connections.askedBy(memberId)).filter(isOpen);
  const mentorIds = [...new Set((await open()).map(({ mentorId }) => mentorId))];
  const unchanged = await Promise.all(mentorIds.map(async (mentorId) => {
    const snapshot = await members.snapshotOf(mentorId);
    return snapshot === undefined ? [] : endsOf(mentorId, snapshot, privateStreams);
  }));
  // Read once more: an answer that came before those snapshots is known now, a later one is a conflict.
  const withdrawn = (await open()).flatMap((connection) =>
    decideConnection({ member: asker, connection, conversations: 0 }, { type: "Withdraw" }, now())
  );
  const closed = decideProgram(asker, { type: "CloseAsking", by });
  return { events: [...closed, ...withdrawn], unchanged: unchanged.flat() };
}

function isOpen({ state, isLeft }: ConnectionRecord): boolean {
  return state === "requested" && !isLeft;
}
