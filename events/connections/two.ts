import type { Between } from "../commits.ts";
import { recordIn } from "../members/evolve.ts";
import type { MemberRecord } from "../members/record.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { Transaction } from "../transaction.ts";
import type { ConnectionRecord } from "./connection.ts";

/** Two members, and what is between them as one of them knows it. */
export interface Two {
  readonly member: MemberRecord;
  readonly other: MemberRecord | undefined;
  /** `undefined` if there is no other. */
  readonly between: Between | undefined;
  /** Requests and conversations that the member knows of, the oldest first. */
  readonly known: readonly ConnectionRecord[];
  readonly isBlocking: boolean;
  /** Whether the member has an open request of the other one that their block hides. */
  readonly hidesRequest: boolean;
  /** Whether one of them blocked the other at any time since the request. */
  wasBlockedSince(connectionId: string): boolean;
}

/** Reads what is between two. The commit fails if anything is stored there before it, or one of them changes. */
export async function twoOf(
  transaction: Transaction,
  table: Pick<ConnectionTable, "between">,
  { memberId, otherId }: { readonly memberId: string; readonly otherId: string | undefined },
): Promise<Two> {
  const between = otherId === undefined ? undefined : await transaction.between(memberId, otherId);
  const other = otherId === undefined ? undefined : recordIn(await transaction.member(otherId));
  const { connections, isBlocking } = otherId === undefined
    ? { connections: [], isBlocking: false }
    : await table.between(memberId, otherId);
  return {
    member: await transaction.present(memberId),
    other,
    between,
    known: connections.filter(({ isHidden }) => !isHidden).map(({ record }) => record),
    isBlocking,
    hidesRequest: connections.some(({ record, isHidden }) =>
      isHidden && record.state === "requested"
    ),
    wasBlockedSince: (connectionId) =>
      connections.some(({ record, wasBlocked }) =>
        wasBlocked && record.connectionId === connectionId
      ),
  };
}
