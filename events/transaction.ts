import type { LRUCache } from "lru-cache";
import {
  commitsOf,
  type Identified,
  type Stream,
  type StreamSnapshot,
  unchangedEnds,
} from "./commits.ts";
import { happenedAtMs } from "./connections/events.ts";
import { Refusal } from "./errors.ts";
import {
  type Cause,
  type Commit,
  emptyStream,
  type EventLog,
  type Recorded,
} from "./log/event-log.ts";
import type { MemberEvent } from "./members/events.ts";
import { evolve, type Member, recordIn, unknownMember } from "./members/evolve.ts";
import type { MailDraft } from "./members/mail-queue.ts";
import { type PrivateEvent, type PrivateStreams, readPrivate } from "./members/private-streams.ts";
import type { MemberRecord } from "./members/record.ts";
import { openEvent } from "./members/sealing.ts";
import type { OpenedEvent } from "./read/project.ts";
import type { Projecting } from "./read/read-model.ts";
import type { MemberKeys } from "./vault/keys.ts";
import type { Key } from "./vault/seal.ts";

/** A member's state and the ends of their streams: a decision costs the same however long their history is. */
export interface StreamSnapshots {
  snapshotOf(memberId: string): Promise<StreamSnapshot | undefined>;
}

export interface TransactionDependencies {
  readonly log: EventLog;
  readonly snapshots: StreamSnapshots;
  /** What the events do to the read tables. */
  readonly project: (
    events: readonly OpenedEvent[],
    keyOf: (memberId: string) => Key | undefined,
  ) => Promise<Projecting>;
  readonly keys: MemberKeys;
  readonly privateStreams: PrivateStreams;
  /**
   * Private events of active members, without texts: opening a long conversation takes 85 ms. Newer
   * events are read from the log. Deleted with the member's key.
   */
  readonly opened: LRUCache<string, readonly PrivateEvent[]>;
  readonly claimKey: Uint8Array;
  /** The time recorded with a stream's events, if it isn't now: demo data has a history. */
  readonly recordedAt?: (() => Date) | undefined;
  readonly newId: () => string;
}

interface RecordOptions {
  readonly isAnonymous?: boolean;
  readonly messageId?: string | undefined;
}

const nothingYet: StreamSnapshot = { member: unknownMember, head: emptyStream, privateCount: 0 };

/** One decision: everything is recorded or nothing, and only if no stream has changed. */
export class Transaction {
  readonly #streams = new Map<string, Stream>();
  readonly #keys = new Map<string, Key | undefined>();
  readonly now: Date;

  constructor(
    private readonly deps: TransactionDependencies,
    private readonly cause: Cause,
  ) {
    this.now = new Date(deps.log.time());
  }

  /** Makes keys for new streams only, so that an erased member's key stays destroyed. */
  async makeKeys(memberIds: readonly string[]): Promise<void> {
    const made = await this.deps.keys.ensure(memberIds);
    for (const memberId of memberIds) this.#keys.set(memberId, made.get(memberId));
  }

  async loadKeys(memberIds: readonly string[]): Promise<void> {
    const missing = memberIds.filter((memberId) => !this.#keys.has(memberId));
    if (missing.length === 0) return;
    const loaded = await this.deps.keys.load(missing);
    for (const memberId of missing) this.#keys.set(memberId, loaded.get(memberId));
  }

  /** The state of a member's own stream, including the events to be recorded. */
  async member(memberId: string): Promise<Member> {
    return (await this.#read(memberId)).member;
  }

  /** The state of a member. @throws {Refusal} When there is no such member. */
  async present(memberId: string): Promise<MemberRecord> {
    const record = recordIn(await this.member(memberId));
    if (record === undefined) throw new Refusal("member/not-found", "Account not found");
    return record;
  }

  /** As `member`. The commit fails if the member records anything in private streams before it. */
  async memberWithPrivate(memberId: string): Promise<Member> {
    const stream = await this.#read(memberId);
    stream.isWithPrivate = true;
    return stream.member;
  }

  /** Without texts. The commit fails if another private event is recorded. */
  async privateEvents(memberId: string): Promise<readonly PrivateEvent[]> {
    const { opened } = this.deps;
    const stream = await this.#read(memberId);
    stream.isWithPrivate = true;
    const before = stream.key === undefined ? [] : opened.get(memberId) ?? [];
    const since = await readPrivate(this.deps, memberId, {
      after: before.length,
      expected: stream.privateCount,
    });
    const events = [
      ...before,
      ...since.map((recorded) => {
        const event = openEvent(recorded, stream.key);
        const atMs = happenedAtMs(event, recorded);
        return { memberId, position: recorded.position, atMs, event: withoutText(event) };
      }),
    ];
    stream.privateCount = events.length;
    if (stream.key === undefined) opened.delete(memberId);
    else if (since.length > 0) opened.set(memberId, events);
    return events;
  }

  /** The key of a stream that was read; `undefined` once it is destroyed. */
  keyOf(memberId: string): Key | undefined {
    return this.#keys.get(memberId);
  }

  isChanging(memberId: string): boolean {
    return this.#of(memberId).events.length > 0;
  }

  async programStream(
    name: string,
  ): Promise<readonly { readonly recorded: Recorded; readonly event: MemberEvent }[]> {
    await this.loadKeys([name]);
    const key = this.#keys.get(name);
    const stream = await this.deps.log.readStream(name);
    this.#add(name, { ...nothingYet, head: stream.at(-1) ?? emptyStream, key });
    return stream.map((recorded) => ({ recorded, event: openEvent(recorded, key) }));
  }

  /** Records events in a stream that was read, and returns them with their ids. */
  record(
    memberId: string,
    events: readonly MemberEvent[],
    { isAnonymous = false, messageId }: RecordOptions = {},
  ): readonly Identified[] {
    const stream = this.#of(memberId);
    const { newId, recordedAt } = this.deps;
    if (stream.events.length === 0) stream.atMs = (recordedAt?.() ?? this.now).getTime();
    if (isAnonymous) {
      stream.cause = { actorId: "system", correlationId: newId() };
    }
    const idOf = ({ type }: MemberEvent) =>
      type === "MessageSent" && messageId !== undefined ? messageId : newId();
    const identified = events.map((event) => ({ event, eventId: idOf(event) }));
    stream.events = [...stream.events, ...identified];
    const { atMs, cause: { actorId } } = stream;
    stream.member = events.reduce<Member>(
      (member, event) => evolve(member, { memberId, actorId, atMs, event }),
      stream.member,
    );
    return identified;
  }

  /** Queues mails with a member's events: to the member, unless a draft names another recipient. */
  mail(memberId: string, drafts: readonly MailDraft[]): void {
    const stream = this.#of(memberId);
    stream.mail = [...stream.mail, ...drafts];
  }

  claim(memberId: string, change: Pick<Commit, "claim" | "release">): void {
    Object.assign(this.#of(memberId), change);
  }

  /** Deletes all sealed data of a member, and returns the events in their private streams. */
  async erase(memberId: string): Promise<readonly Recorded[]> {
    const stream = this.#of(memberId);
    const between = await readPrivate(this.deps, memberId, { expected: stream.privateCount });
    this.deps.opened.delete(memberId);
    stream.erase = [memberId, ...between.map((recorded) => recorded.stream)];
    stream.privateCount = between.length;
    stream.isWithPrivate = true;
    return between;
  }

  /** Whether there was anything to record. @throws {VersionConflict} @throws {ClaimTaken} */
  async commit(): Promise<boolean> {
    const drafts = [...this.#streams.values()].flatMap(({ mail }) => mail);
    await this.loadKeys([...new Set(drafts.flatMap(({ to }) => to ?? []))]);
    const { log, privateStreams, newId } = this.deps;
    const keyOf = (memberId: string) => this.keyOf(memberId);
    const parts = [...this.#streams].flatMap(([memberId, stream]) =>
      commitsOf(memberId, stream, { privateStreams, newId, keyOf })
    );
    const [first, ...more] = parts.map(({ commit }) => commit);
    if (first === undefined) return false;
    const projecting = await this.deps.project(parts.flatMap(({ opened }) => opened), keyOf);
    // The first commit carries the condition, before any of them is appended.
    const unchanged = unchangedEnds(this.#streams, privateStreams);
    await log.append([{ ...first, unchanged, along: projecting.statements }, ...more]);
    await projecting.finish();
    return true;
  }

  async #read(memberId: string): Promise<Stream> {
    const found = this.#streams.get(memberId);
    if (found !== undefined) return found;
    const [snapshot = nothingYet] = await Promise.all([
      this.deps.snapshots.snapshotOf(memberId),
      this.loadKeys([memberId]),
    ]);
    return this.#add(memberId, { ...snapshot, key: this.#keys.get(memberId) });
  }

  #add(memberId: string, read: StreamSnapshot & Pick<Stream, "key">): Stream {
    const nothing = { events: [], mail: [], erase: [], atMs: this.now.getTime() };
    const stream = { ...read, ...nothing, isWithPrivate: false, cause: this.cause };
    this.#streams.set(memberId, stream);
    return stream;
  }

  #of(memberId: string): Stream {
    const stream = this.#streams.get(memberId);
    if (stream === undefined) throw new Error("A stream has to be read to be decided on");
    return stream;
  }
}

function withoutText(event: MemberEvent): MemberEvent {
  const { personal } = event;
  if (personal === null || !("text" in personal)) return event;
  return { ...event, personal: { ...personal, text: "" } } as MemberEvent;
}
