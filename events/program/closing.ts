import { type ConnectionRecord, otherOf } from "../connections/connection.ts";
import { decideConnection, endOf } from "../connections/decide.ts";
import { mailsAbout } from "../connections/mails.ts";
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

/**
 * Ends the requests and conversations of a member who died, as if they had done it: requests to them
 * are declined without a reason. Others aren't told why.
 */
export async function endEverything(
  transaction: Transaction,
  memberId: string,
  connections: Pick<ConnectionTable, "ofMember">,
): Promise<void> {
  const open = async () =>
    (await connections.ofMember(memberId)).filter((connection) =>
      !connection.isLeft && endOf(connection, connection.mentorId === memberId) !== undefined
    );
  await transaction.memberWithPrivate(memberId);
  const otherIds = new Set((await open()).flatMap((each) => otherOf(memberId, each) ?? []));
  await Promise.all([...otherIds].map((otherId) => transaction.memberWithPrivate(otherId)));
  const member = await transaction.present(memberId);
  for (const connection of await open()) {
    const ends = endOf(connection, connection.mentorId === memberId);
    if (ends === undefined) continue;
    const state = { member, connection };
    const events = decideConnection(state, ends, transaction.now);
    const recorded = transaction.record(memberId, events);
    transaction.mail(memberId, mailsAbout(connection, memberId, recorded));
  }
}

function isOpen({ state, isLeft }: ConnectionRecord): boolean {
  return state === "requested" && !isLeft;
}
