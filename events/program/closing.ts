import type { ConnectionRecord } from "../connections/connection.ts";
import { decideConnection } from "../connections/decide.ts";
import type { ConnectionTable } from "../read/connections.ts";
import type { Transaction } from "../transaction.ts";

/** Withdraws the open requests of a member who may no longer ask. Each is either answered or withdrawn. */
export async function withdrawRequests(
  transaction: Transaction,
  memberId: string,
  connections: Pick<ConnectionTable, "askedBy">,
): Promise<void> {
  const open = async () => (await connections.askedBy(memberId)).filter(isOpen);
  await transaction.memberWithPrivate(memberId);
  const mentorIds = new Set((await open()).map(({ mentorId }) => mentorId));
  await Promise.all([...mentorIds].map((mentorId) => transaction.memberWithPrivate(mentorId)));
  const member = await transaction.present(memberId);
  // Read again: an answer recorded since is included, and a later one makes the commit fail.
  for (const connection of await open()) {
    const state = { member, connection };
    transaction.record(memberId, decideConnection(state, { type: "Withdraw" }, transaction.now));
  }
}

function isOpen({ state, isLeft }: ConnectionRecord): boolean {
  return state === "requested" && !isLeft;
}
