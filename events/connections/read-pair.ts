import { recordIn } from "../members/evolve.ts";
import type { MemberRecord } from "../members/record.ts";
import type { Transaction } from "../transaction.ts";
import { Pair, type PairMember } from "./pair.ts";

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
