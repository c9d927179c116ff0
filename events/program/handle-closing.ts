import { commitsOf } from "../connections/commits.ts";
import type { ConnectionRecord } from "../connections/connection.ts";
import { decideConnection } from "../connections/decide.ts";
import { Refusal } from "../errors.ts";
import {
  type Cause,
  type Commit,
  emptyStream,
  type EventLog,
  type Head,
  VersionConflict,
} from "../log/event-log.ts";
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
  readonly log: Pick<EventLog, "append" | "headsOf">;
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

/** What closing a member records in their streams, and the mentors' private streams that it was decided on. */
export interface ClosingPlan extends Pick<Commit, "unchanged"> {
  readonly events: readonly MemberEvent[];
  readonly privateHead: Head;
}

const maxTries = 10;

export function createClosing(deps: ClosingDependencies): Closing {
  const { log, keys, privateStreams, members, catchUp, newId } = deps;

  async function attempt(...[memberId, by, cause, mailAbout]: Parameters<Closing["close"]>) {
    await catchUp();
    const snapshot = await members.snapshotOf(memberId);
    if (snapshot?.member.status !== "present") {
      throw new Refusal("member/not-found", "Account not found");
    }
    const { record } = snapshot.member;
    const { events, unchanged, privateHead } = await planClosing(record, by, deps);
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
      { memberId, key, head: snapshot.head, privateHead },
      { privateStreams, cause, atMs, newId, unchanged },
    );
    // The mail tells of what stands in their own stream.
    await log.append(
      commits.map((commit) => commit.memberId === memberId ? { ...commit, mail } : commit),
    );
    await catchUp();
  }

  return {
    async close(...what) {
      for (let tries = 1;; tries++) {
        try {
          return await attempt(...what);
        } catch (error) {
          // A mentor has answered, or the member has asked somebody else, at this moment.
          if (!(error instanceof VersionConflict) || tries === maxTries) throw error;
        }
      }
    },
  };
}

/**
 * Decides on the mentors' private streams as well, so that a request is either answered or withdrawn. Requests that are
 * hidden from their mentor are withdrawn like all others.
 *
 * @param asker As of a snapshot that was taken before this is called.
 */
export async function planClosing(
  asker: MemberRecord,
  by: ProgramCommand["by"],
  { log, privateStreams, connections, catchUp, now }: Omit<
    ClosingDependencies,
    "keys" | "members" | "newId"
  >,
): Promise<ClosingPlan> {
  const { memberId } = asker;
  const open = async () => (await connections.askedBy(memberId)).filter(isOpen);
  const own = privateStreams.of(memberId);
  // Whom they ask from now on is a conflict; whom they have asked by now is known after catching up.
  const ownHeads = await log.headsOf([own]);
  await catchUp();
  const streams = new Set((await open()).map(({ mentorId }) => privateStreams.of(mentorId)));
  const heads = await log.headsOf([...streams]);
  // So too the answers of those mentors.
  await catchUp();
  const withdrawn = (await open()).flatMap((connection) =>
    decideConnection({ member: asker, connection, conversations: 0 }, { type: "Withdraw" }, now())
  );
  const closed = decideProgram(asker, { type: "CloseAsking", by });
  return {
    events: [...closed, ...withdrawn],
    unchanged: [...streams].map((stream) => ({
      memberId: stream,
      head: heads.get(stream) ?? emptyStream,
    })),
    privateHead: ownHeads.get(own) ?? emptyStream,
  };
}

function isOpen({ state, isLeft }: ConnectionRecord): boolean {
  return state === "requested" && !isLeft;
}
