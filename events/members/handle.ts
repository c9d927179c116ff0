import { Refusal } from "../errors.ts";
import {
  type Cause,
  ClaimTaken,
  type Commit,
  emptyStream,
  type EventLog,
  type Head,
  type Recorded,
} from "../log/event-log.ts";
import type { NewMail } from "../log/outbox.ts";
import { untilRecorded } from "../until-recorded.ts";
import type { MemberKeys } from "../vault/keys.ts";
import type { Key } from "../vault/seal.ts";
import { happenedAtMs } from "../connections/events.ts";
import { keptReveals } from "../contacts/reveals.ts";
import { isStaff } from "../program/admission.ts";
import { settingsStream } from "../program/setting-events.ts";
import { claimChange } from "./claims.ts";
import type { MemberCommand } from "./commands.ts";
import { decide } from "./decide.ts";
import { erasureIdOf } from "./erasure-id.ts";
import type { MemberEvent } from "./events.ts";
import { evolve, type Member, unknownMember } from "./evolve.ts";
import { type MailDraft, sealMail } from "./mail-queue.ts";
import { erasureOfLost } from "./lost.ts";
import type { MemberRecord } from "./record.ts";
import { createPrivateStreams, type PrivateStreams } from "./private-streams.ts";
import { openEvent, sealEvent } from "./sealing.ts";
import { createTurns, createTurnstile } from "./turns.ts";

/** The commands of one member, in order, that are recorded together. */
export interface Work {
  readonly memberId: string;
  readonly commands: readonly MemberCommand[];
  /** Mails to the member about what happened; not asked for when nothing did. */
  readonly mail?: MailAbout;
}

/** Which mails a change leads to, to the member or to others. Recorded with its events, or not at all. */
export type MailAbout = (
  change: { readonly before: MemberRecord | undefined; readonly after: MemberRecord },
) => readonly MailDraft[];

export interface Members {
  /**
   * Carries out one command: reads the member's stream, decides, appends. Returns the member's new state;
   * `undefined` once erased. Decides again when another writer was first. A member without a key can
   * still be erased.
   *
   * @throws {Refusal} When a rule says no, or a name is taken.
   */
  execute(
    memberId: string,
    command: MemberCommand,
    cause: Cause,
    mail?: MailAbout,
  ): Promise<MemberRecord | undefined>;
  /** The same for many members at once: all of it is recorded, or nothing. */
  executeAll(work: readonly Work[], cause: Cause): Promise<void>;
}

/** What a stream added up to at one of its events. */
export interface StreamSnapshot {
  readonly member: Member;
  /** The end of the stream as it was then. */
  readonly head: Head;
  /** How many private streams of theirs there were. */
  readonly privateCount: number;
}

/** Snapshots of streams, so that deciding about a member costs the same however long their history is. */
export interface StreamSnapshots {
  /**
   * Any snapshot, however old: the log leads on from it, and refuses an append to a stream that does not
   * end as it said. `undefined` when there is none.
   */
  snapshotOf(memberId: string): Promise<StreamSnapshot | undefined>;
}

export interface MembersDependencies {
  readonly log: EventLog;
  readonly snapshots: StreamSnapshots;
  readonly keys: MemberKeys;
  /** Secret under which names are claimed. */
  readonly claimKey: Uint8Array;
  readonly now: () => Date;
  /** A new UUID. */
  readonly newId: () => string;
  /** Whether people are reading now: work of single members then leaves them most of the processor. */
  readonly isReading?: (() => boolean) | undefined;
}

const noSnapshots: StreamSnapshots = { snapshotOf: async () => undefined };

const nothingYet: StreamSnapshot = {
  member: unknownMember,
  head: emptyStream,
  privateCount: 0,
};

const privateAtOnce = 100;

export function createMembers(deps: MembersDependencies): Members {
  const takeTurn = createTurns();
  const privateStreams = createPrivateStreams(deps.claimKey);
  const pass = createTurnstile(deps.isReading);

  async function attempt(
    work: readonly Work[],
    cause: Cause,
    snapshots: StreamSnapshots,
  ): Promise<Member[]> {
    const keys = await keysFor(deps.keys, work);
    const outcomes = await Promise.all(
      work.map((item) =>
        outcomeOf({ ...deps, snapshots, privateStreams }, item, keys.get(item.memberId), cause)
      ),
    );
    const commits = outcomes.flatMap(({ commit }) => commit ?? []);
    const kept = outcomes.flatMap((outcome) => outcome.kept ?? []);
    if (kept.length > 0) commits.push(await commitOfProgram(deps, kept));
    const recorded = commits.length === 0 ? [] : await deps.log.append(commits);
    // The log, not the clock here, says when it happened.
    const timeOf = new Map(recorded.map(({ memberId, atMs }) => [memberId, atMs]));
    const { actorId } = cause;
    return outcomes.map(({ memberId, before, events }) =>
      events.reduce(
        (member, event) =>
          evolve(member, { memberId, actorId, atMs: timeOf.get(memberId) ?? NaN, event }),
        before,
      )
    );
  }

  async function run(work: readonly Work[], cause: Cause): Promise<Member[]> {
    // After a conflict the log alone says what is there: the snapshot may be of another one.
    const snapshotsOf = (tries: number) => tries === 1 ? deps.snapshots : noSnapshots;
    return await untilRecorded((tries) => attempt(work, cause, snapshotsOf(tries)))
      .catch((error) => {
        throw error instanceof ClaimTaken ? nameTaken(error) : error;
      });
  }

  return {
    async execute(memberId, command, cause, mail) {
      const work = { memberId, commands: [command], ...(mail && { mail }) };
      const carryOut = async () => {
        await pass();
        return await run([work], cause);
      };
      // Erasures write to the program's stream, too, and would be in each other's way.
      const [member] = await takeTurn(
        memberId,
        command.type === "Erase" ? () => takeTurn(settingsStream, carryOut) : carryOut,
      );
      return member?.status === "present" ? member.record : undefined;
    },
    async executeAll(work, cause) {
      await run(work, cause);
    },
  };
}

/** New members get a key; nobody else does, so that an erased member's stays destroyed. */
async function keysFor(
  keys: MemberKeys,
  work: readonly Work[],
): Promise<ReadonlyMap<string, Key>> {
  const isNew = ({ commands }: Work) => commands.some(({ type }) => type === "Register");
  const memberIds = (items: readonly Work[]) => items.map(({ memberId }) => memberId);
  return new Map([
    ...await keys.ensure(memberIds(work.filter(isNew))),
    ...await keys.load(memberIds(work.filter((item) => !isNew(item)))),
  ]);
}

interface Outcome {
  readonly memberId: string;
  readonly before: Member;
  readonly events: readonly MemberEvent[];
  /** What to record, when there is anything. */
  readonly commit?: Commit;
  /** What is recorded with it in the program's stream. */
  readonly kept?: readonly MemberEvent[];
}

/** What the commands of one member lead to. */
async function outcomeOf(
  deps: MembersDependencies & { readonly privateStreams: PrivateStreams },
  { memberId, commands, mail }: Work,
  key: Key | undefined,
  cause: Cause,
): Promise<Outcome> {
  const { log, claimKey, now, newId } = deps;
  const { member: before, head } = await latestOf(deps, memberId, key);
  const unchanged = await remainingStaff(deps, commands);
  let after = before;
  const events: MemberEvent[] = [];
  for (const command of commands) {
    const lost = command.type === "Erase" && key === undefined
      ? erasureOfLost(await log.readStream(memberId))
      : undefined;
    for (const event of lost ? [lost] : decide(after, command, now())) {
      events.push(event);
      after = evolve(after, { memberId, actorId: cause.actorId, atMs: now().getTime(), event });
    }
  }
  if (events.length === 0) return { memberId, before, events };
  const [recordBefore, recordAfter] = [recordOf(before), recordOf(after)];
  const drafts = key && recordAfter && mail?.({ before: recordBefore, after: recordAfter });
  const commit = {
    memberId,
    head,
    unchanged,
    events: events.map((event) => {
      const isErasure = event.type === "MemberErased";
      const eventId = isErasure ? erasureIdOf(claimKey, memberId) : newId();
      return sealEvent(event, { memberId, eventId, key });
    }),
    cause,
    ...claimChange(claimKey, recordBefore, recordAfter),
    mail: key && drafts ? await sealAll(drafts, { memberId, key }, deps) : [],
  };
  if (after.status !== "erased") return { memberId, before, events, commit };
  // From the streams themselves: a look that is recorded after this makes the append fail.
  const { ofMember, next } = await readPrivate(deps, memberId);
  const happened = [...await log.readStream(memberId), ...ofMember].map((recorded) => {
    const event = openEvent(recorded, key);
    return { atMs: happenedAtMs(event, recorded), event };
  });
  return {
    memberId,
    before,
    events,
    commit: {
      ...commit,
      unchanged: [...unchanged, { memberId: next, head: emptyStream }],
      erase: [memberId, ...ofMember.map((recorded) => recorded.memberId)],
    },
    kept: keptReveals(happened, now()),
  };
}

/** All of a member's private streams, and the name of the one that would come next. */
export async function readPrivate(
  { log, privateStreams }: {
    readonly log: Pick<EventLog, "readStreams">;
    readonly privateStreams: PrivateStreams;
  },
  memberId: string,
) {
  const ofMember: Recorded[] = [];
  for (;;) {
    const names = Array.from(
      { length: privateAtOnce },
      (_, at) => privateStreams.nameOf(memberId, ofMember.length + at + 1),
    );
    const found = await log.readStreams(names);
    ofMember.push(...found);
    if (found.length < privateAtOnce) return { ofMember, next: names[found.length] ?? "" };
  }
}

/** What a stream adds up to now. */
async function latestOf(
  { log, snapshots }: Pick<MembersDependencies, "log" | "snapshots">,
  memberId: string,
  key: Key | undefined,
): Promise<StreamSnapshot> {
  const snapshot = await snapshots.snapshotOf(memberId) ?? nothingYet;
  const since = await log.readStream(memberId, snapshot.head.version);
  const member = since.reduce(
    (before, recorded) => evolve(before, { ...recorded, event: openEvent(recorded, key) }),
    snapshot.member,
  );
  return { ...snapshot, member, head: since.at(-1) ?? snapshot.head };
}

/** Who stays staff when staff removes somebody's access: of two who remove each other at once, one does. */
async function remainingStaff(
  deps: MembersDependencies,
  commands: readonly MemberCommand[],
): Promise<NonNullable<Commit["unchanged"]>> {
  const ids = commands.flatMap((command) =>
    "remainingStaffId" in command ? command.remainingStaffId ?? [] : []
  );
  const keys = await deps.keys.load(ids);
  return await Promise.all(ids.map(async (memberId) => {
    const { member, head } = await latestOf(deps, memberId, keys.get(memberId));
    if (member.status === "present" && isStaff(member.record)) return { memberId, head };
    throw new Refusal("program/decided", "Staff have changed. Reload the page and try again");
  }));
}

/** Events of the program's stream beside those of a member, without a cause that would name them. */
async function commitOfProgram(
  { log, keys, newId }: MembersDependencies,
  events: readonly MemberEvent[],
): Promise<Commit> {
  const memberId = settingsStream;
  const key = (await keys.ensure([memberId])).get(memberId);
  const [correlationId, causationId] = [newId(), newId()];
  return {
    memberId,
    head: (await log.readStream(memberId)).at(-1) ?? emptyStream,
    events: events.map((event) => sealEvent(event, { memberId, eventId: newId(), key })),
    cause: { actorId: "system", correlationId, causationId },
  };
}

/** Mails as the outbox takes them, each under the key of its reader; none to those who are gone. */
export async function sealAll(
  drafts: readonly MailDraft[],
  own: { readonly memberId: string; readonly key: Key },
  { keys, newId }: Pick<MembersDependencies, "keys" | "newId">,
): Promise<NewMail[]> {
  const others = await keys.load(drafts.flatMap(({ to }) => to ?? []));
  return drafts.flatMap((draft) => {
    const { to } = draft;
    const [memberId, key] = to === undefined ? [own.memberId, own.key] : [to, others.get(to)];
    if (key === undefined) return [];
    return [{ ...sealMail(draft, { memberId, messageId: newId(), key }), to }];
  });
}

function recordOf(member: Member): MemberRecord | undefined {
  return member.status === "present" ? member.record : undefined;
}

function nameTaken({ kind }: ClaimTaken): Refusal {
  return kind === "username"
    ? new Refusal("member/username-taken", "Username already taken", {
      username: "Username already taken",
    })
    : new Refusal("member/email-taken", "Email already in use", { email: "Email already in use" });
}
