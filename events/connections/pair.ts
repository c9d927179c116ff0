import { connectionIdOf, type ConnectionRecord, evolveConnection } from "./connection.ts";
import { recordIn } from "../members/evolve.ts";
import type { PrivateEvent } from "../members/private-streams.ts";
import type { MemberRecord } from "../members/record.ts";
import type { Transaction } from "../transaction.ts";

export interface PairMember {
  readonly memberId: string;
  readonly isPresent: boolean;
  /** All events in their private streams, about whomever. */
  readonly events: readonly PrivateEvent[];
}

export class Pair {
  readonly #members: readonly [PairMember, PairMember];
  readonly #connections = new Map<string, ConnectionRecord>();
  readonly #askedAt = new Map<string, number>();
  /** Log positions at which each member's block of the other ended; infinite while it lasts. */
  readonly #blockedUntil = new Map<string, number>();

  /** @param member The one who acts: `known` and the flags are from their point of view. */
  constructor(member: PairMember, other: PairMember) {
    this.#members = [member, other];
    [...member.events, ...other.events]
      .sort((a, b) => a.position - b.position)
      .forEach((happened) => this.#apply(happened));
  }

  /** Requests and conversations that the member knows of, the oldest first. */
  get known(): readonly ConnectionRecord[] {
    return this.#records().filter((record) => !this.#isHidden(record));
  }

  get hidesRequest(): boolean {
    return this.#records().some((record) => record.state === "requested" && this.#isHidden(record));
  }

  get isBlocking(): boolean {
    return this.#blockedUntil.get(this.#members[0].memberId) === Infinity;
  }

  /** Whether one of them blocked the other at any time since the request. */
  wasBlockedSince(connectionId: string): boolean {
    const askedAt = this.#askedAt.get(connectionId) ?? 0;
    return [...this.#blockedUntil.values()].some((until) => until > askedAt);
  }

  #apply(happened: PrivateEvent): void {
    const { memberId, position, event } = happened;
    switch (event.type) {
      case "MemberBlocked":
        if (this.#isAboutOther(happened)) this.#blockedUntil.set(memberId, Infinity);
        return;
      case "MemberUnblocked":
        if (this.#isAboutOther(happened)) this.#blockedUntil.set(memberId, position);
        return;
      case "ConnectionRequested":
        if (!this.#isAboutOther(happened)) return;
    }
    const connectionId = connectionIdOf(event);
    const before = connectionId === undefined ? undefined : this.#connections.get(connectionId);
    // Events of connections with other members have no request here.
    if (connectionId === undefined || !before && event.type !== "ConnectionRequested") return;
    const after = evolveConnection(before, happened);
    if (after === undefined) return;
    this.#connections.set(connectionId, after);
    if (before === undefined) this.#askedAt.set(connectionId, position);
  }

  #isAboutOther({ memberId, event }: PrivateEvent): boolean {
    const [one, two] = this.#members;
    const otherId = memberId === one.memberId ? two.memberId : one.memberId;
    return event.personal !== null && "memberId" in event.personal &&
      event.personal.memberId === otherId;
  }

  #records(): ConnectionRecord[] {
    const isLeft = this.#members.some(({ isPresent }) => !isPresent);
    return [...this.#connections.values()].map((record) => isLeft ? { ...record, isLeft } : record);
  }

  /** A block hides a request from its mentor if it lasted at any time between the request and its answer. */
  #isHidden({ connectionId, mentorId, answeredAt }: ConnectionRecord): boolean {
    return mentorId === this.#members[0].memberId && answeredAt === null &&
      (this.#blockedUntil.get(mentorId) ?? 0) > (this.#askedAt.get(connectionId) ?? 0);
  }
}

/** Two members, and what happened between them. The commit fails if either of them records anything before it. */
export async function pairOf(
  transaction: Transaction,
  memberId: string,
  otherId: string | undefined,
): Promise<
  { readonly member: MemberRecord; readonly other: MemberRecord | undefined; readonly pair: Pair }
> {
  const [one, two] = await Promise.all([
    readMember(transaction, memberId),
    otherId === undefined ? missingMember : readMember(transaction, otherId),
  ]);
  const member = await transaction.present(memberId);
  return { member, other: two.record, pair: new Pair(one, two) };
}

const missingMember = { memberId: "", isPresent: false, events: [], record: undefined } as const;

async function readMember(
  transaction: Transaction,
  memberId: string,
): Promise<PairMember & { readonly record: MemberRecord | undefined }> {
  const record = recordIn(await transaction.member(memberId));
  const events = await transaction.privateEvents(memberId);
  return { memberId, isPresent: record !== undefined, events, record };
}
