import {
  type Between,
  type BetweenStream,
  commitBetween,
  type Identified,
  sealed,
  type Stream,
  type StreamSnapshot,
} from "./commits.ts";
import { isBetweenTwo } from "./connections/events.ts";
import type { Statement } from "./store/database-port.ts";
import { Refusal } from "./errors.ts";
import {
  type Cause,
  type Commit,
  emptyStream,
  type EventLog,
  type StoredEvent,
} from "./store/event-log.ts";
import type { NewMail } from "./store/outbox.ts";
import type { MemberEvent } from "./members/events.ts";
import { evolve, type Member, recordIn, unknownMember } from "./members/evolve.ts";
import { type MailDraft, sealMail } from "./members/mail-queue.ts";
import type { MemberRecord } from "./members/record.ts";
import { openEvent } from "./members/sealing.ts";
import { refuseAcquainted, refuseOtherNumber } from "./read/guards.ts";
import type { OpenedEvent } from "./read/project.ts";
import type { Projecting } from "./read/read-model.ts";
import type { MemberKeys } from "./store/keys.ts";
import { forgetting } from "./store/forgetting.ts";
import type { Key } from "./store/seal.ts";

/** Reads a member's state and the end of their stream. Its cost doesn't grow with their history. */
export interface StreamSnapshots {
  snapshotOf(memberId: string): Promise<StreamSnapshot>;
}

export interface TransactionDependencies {
  readonly log: EventLog;
  readonly snapshots: StreamSnapshots;
  /** Returns what the events change in the read tables. */
  readonly project: (
    events: readonly OpenedEvent[],
    from: {
      readonly keyOf: (memberId: string) => Key | undefined;
      readonly before: ReadonlyMap<string, Member>;
      readonly generation: number | undefined;
    },
  ) => Promise<Projecting>;
  readonly keys: MemberKeys;
  /** Time of the events, if not now. Demo data has a history. */
  readonly eventTime?: (() => Date) | undefined;
  readonly newId: () => string;
}

interface Sending {
  readonly to: string;
  readonly isToActor: boolean;
  readonly atMs: number;
}

interface AppendOptions {
  /** The stream of events between two members. */
  readonly between?: Between | undefined;
  readonly isAnonymous?: boolean;
  readonly messageId?: string | undefined;
}

const emptySnapshot: Omit<StreamSnapshot, "key" | "generation"> = {
  member: unknownMember,
  head: emptyStream,
  dealings: 0,
  conversations: 0,
};

/** One decision. All of it is stored or nothing, and only if nothing that was read has changed. */
export class Transaction {
  readonly #streams = new Map<string, Stream>();
  readonly #between = new Map<string, BetweenStream>();
  readonly #keys = new Map<string, Key | undefined>();
  #generation: number | undefined;
  readonly #along: Statement[] = [];
  #mail: readonly (MailDraft & Sending)[] = [];
  readonly now: Date;

  constructor(
    private readonly deps: TransactionDependencies,
    private readonly cause: Cause,
  ) {
    this.now = new Date(deps.log.time());
  }

  /** Makes keys for new streams, stored with the events. An erased member's key stays destroyed. */
  async makeKeys(memberIds: readonly string[]): Promise<void> {
    const missing = memberIds.filter((memberId) => this.#keys.get(memberId) === undefined);
    const { keys, statements } = await this.deps.keys.make(missing);
    for (const memberId of missing) this.#keys.set(memberId, keys.get(memberId));
    this.alongside(statements);
  }

  /**
   * Adds statements to the same transaction. If the database refuses them, everything is decided
   * again.
   */
  alongside(statements: readonly Statement[]): void {
    this.#along.push(...statements);
  }

  async loadKeys(memberIds: readonly string[]): Promise<void> {
    const missing = memberIds.filter((memberId) => !this.#keys.has(memberId));
    if (missing.length === 0) return;
    const loaded = await this.deps.keys.load(missing);
    for (const memberId of missing) this.#keys.set(memberId, loaded.get(memberId));
  }

  /** The state of a member's own stream, including the events to append. */
  async member(memberId: string): Promise<Member> {
    return (await this.#read(memberId)).member;
  }

  /** The state of a member. @throws {Refusal} When there is no such member. */
  async present(memberId: string): Promise<MemberRecord> {
    const record = recordIn(await this.member(memberId));
    if (record === undefined) throw new Refusal("member/not-found", "Account not found");
    return record;
  }

  /**
   * As `member`, for a decision on everything between them and others: read its rows after this.
   * The
   * commit fails if anyone appends an event there before it.
   */
  async memberWithDealings(memberId: string): Promise<Member> {
    const stream = await this.#read(memberId);
    stream.needs.add("dealings");
    return stream.member;
  }

  /** How many open conversations they accepted. The commit fails if the number has changed. */
  async conversationsOf(memberId: string): Promise<number> {
    const stream = await this.#read(memberId);
    stream.needs.add("conversations");
    return stream.conversations;
  }

  /**
   * The stream of two members: read its rows after this. The commit fails if an event is appended
   * there before it, or one of the two changes.
   */
  async between(authorId: string, otherId: string): Promise<Between> {
    const [low = "", high = ""] = [authorId, otherId].toSorted();
    const known = [...this.#between.values()].find((each) =>
      each.authorId === authorId && each.otherId === otherId
    );
    if (known !== undefined) return known;
    const [found] = await Promise.all([
      this.deps.log.between([low, high]),
      this.#read(authorId),
      this.#read(otherId),
    ]);
    return this.#addBetween({
      ...{ authorId, otherId, events: [] },
      stream: found?.stream ?? this.deps.newId(),
      head: found ?? emptyStream,
      begins: found === undefined ? [low, high] : undefined,
    });
  }

  /** A stream of two of whom the other one is erased. */
  async betweenIn(stream: string, authorId: string): Promise<Between> {
    const [head] = await Promise.all([this.deps.log.headOf(stream), this.#read(authorId)]);
    return this.#addBetween({
      ...{ stream, authorId, otherId: null, head, begins: undefined, events: [] },
    });
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
  ): Promise<readonly { readonly stored: StoredEvent; readonly event: MemberEvent }[]> {
    await this.loadKeys([name]);
    const key = this.#keys.get(name);
    const stream = await this.deps.log.readStream(name);
    this.#add(name, { ...emptySnapshot, head: stream.at(-1) ?? emptyStream, key });
    return stream.map((stored) => ({ stored, event: openEvent(stored, key) }));
  }

  /**
   * Appends a member's events to their own stream, or to one of two that was read. Returns them
   * with ids.
   */
  append(
    memberId: string,
    events: readonly MemberEvent[],
    { between, isAnonymous = false, messageId }: AppendOptions = {},
  ): readonly Identified[] {
    const stream = this.#of(memberId);
    const { newId, eventTime } = this.deps;
    stream.atMs ??= (eventTime?.() ?? this.now).getTime();
    const { atMs } = stream;
    if (isAnonymous) stream.cause = { actorId: "system", correlationId: newId() };
    const { cause: { actorId } } = stream;
    return events.map((event) => {
      const isText = event.type === "MessageSent" || event.type === "QuestionTextWritten";
      const identified = { event, eventId: isText && messageId || newId() };
      if (isBetweenTwo(event)) {
        const two = between && this.#between.get(between.stream);
        if (two === undefined) throw new Error("Read the stream of the two before appending to it");
        two.events = [...two.events, { ...identified, authorId: memberId }];
      } else {
        stream.events = [...stream.events, identified];
        stream.member = evolve(stream.member, { memberId, actorId, atMs, event });
      }
      return identified;
    });
  }

  /** Queues mails with the events: to the member, unless a draft names another recipient. */
  mail(memberId: string, drafts: readonly MailDraft[]): void {
    const { atMs = this.now.getTime() } = this.#of(memberId);
    const mails = drafts.map(({ to = memberId, ...draft }) => ({
      ...{ ...draft, to, atMs },
      isToActor: to === memberId,
    }));
    this.#mail = [...this.#mail, ...mails];
  }

  claim(memberId: string, change: Pick<Commit, "claim" | "release">): void {
    Object.assign(this.#of(memberId), change);
  }

  /** Deletes all sealed data of a member, and their links to others. */
  erase(memberId: string): void {
    const stream = this.#of(memberId);
    stream.isErased = true;
    stream.needs.add("dealings");
    this.alongside(forgetting(memberId));
  }

  /** False if there was nothing to store. @throws {VersionConflict} @throws {ClaimTaken} */
  async commit(): Promise<boolean> {
    const parts = [
      ...[...this.#between.values()].filter(({ events }) => events.length > 0).flatMap((two) =>
        commitBetween(two, (authorId) => this.#of(authorId))
      ),
      ...[...this.#streams].filter(([, { events }]) => events.length > 0).map(
        ([stream, { head, cause, claim = [], release = [], isErased, events, key, atMs = 0 }]) =>
          sealed({
            ...{ stream, head, cause, claim, release, atMs },
            ...isErased && { erase: [stream] },
          }, { events, key }),
      ),
    ];
    const [first = this.#withoutEvents(), ...more] = parts.map(({ commit }) => commit);
    if (first === undefined) return false;
    const mail = await this.#sealedMail();
    const keyOf = (memberId: string) => this.keyOf(memberId);
    const before = new Map([...this.#streams].map(([id, stream]) => [id, stream.before]));
    const from = { keyOf, before, generation: this.#generation };
    const projecting = await this.deps.project(parts.flatMap(({ opened }) => opened), from);
    const along = [...this.#guards(), ...projecting.statements, ...this.#along];
    // The first commit has the conditions: they are checked before anything is appended.
    await this.deps.log.append([{ ...first, mail, unchanged: this.#unchanged(), along }, ...more]);
    await projecting.finish();
    return true;
  }

  async #sealedMail(): Promise<readonly NewMail[]> {
    await this.loadKeys([...new Set(this.#mail.map(({ to }) => to))]);
    return this.#mail.flatMap(({ atMs, isToActor, ...draft }) => {
      const { to: memberId } = draft;
      const key = this.keyOf(memberId);
      if (key === undefined) return [];
      const whose = { memberId, messageId: this.deps.newId(), key, atMs };
      return [{ ...sealMail(draft, whose), to: memberId, isToActor }];
    });
  }

  /** Ends of the streams that were read and get no events. The append fails if one has moved. */
  #unchanged(): NonNullable<Commit["unchanged"]> {
    return [
      ...[...this.#streams].map(([stream, { head, events }]) => ({ stream, head, events })),
      ...[...this.#between.values()].filter(({ begins }) => begins === undefined),
    ].filter(({ events }) => events.length === 0)
      .map(({ stream, head }) => ({ stream, head }));
  }

  #guards(): Statement[] {
    const members = [...this.#streams].flatMap(([memberId, stream]) =>
      [...stream.needs].map((column) => refuseOtherNumber(memberId, column, stream[column]))
    );
    const strangers = [...this.#between.values()].flatMap(({ begins, events }) =>
      begins === undefined || events.length > 0 ? [] : [refuseAcquainted(begins)]
    );
    return [...members, ...strangers];
  }

  /** A commit for statements without events. It depends on the first stream that was read. */
  #withoutEvents(): Commit | undefined {
    const [read] = this.#streams;
    if (this.#along.length === 0 || read === undefined) return undefined;
    const [stream, { head, cause }] = read;
    return { stream, head, events: [], cause };
  }

  async #read(memberId: string): Promise<Stream> {
    const found = this.#streams.get(memberId);
    if (found !== undefined) return found;
    const { generation, ...snapshot } = await this.deps.snapshots.snapshotOf(memberId);
    // The first one's: after a rebuild in between, the commit is refused.
    this.#generation ??= generation;
    if (!this.#keys.has(memberId)) this.#keys.set(memberId, snapshot.key);
    return this.#streams.get(memberId) ??
      this.#add(memberId, { ...snapshot, key: this.#keys.get(memberId) });
  }

  #add(memberId: string, read: Omit<StreamSnapshot, "generation">): Stream {
    const nothing = { events: [], isErased: false, atMs: undefined, needs: new Set<never>() };
    const stream: Stream = { ...read, before: read.member, ...nothing, cause: this.cause };
    this.#streams.set(memberId, stream);
    return stream;
  }

  #addBetween(two: BetweenStream): Between {
    this.#between.set(two.stream, two);
    return two;
  }

  #of(memberId: string): Stream {
    const stream = this.#streams.get(memberId);
    if (stream === undefined) throw new Error("Read the stream before deciding on it");
    return stream;
  }
}
