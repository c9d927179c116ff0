import { confirmedAddresses, ownAddress } from "../../../../events/members/addresses.ts";
import { normalName } from "../../../../events/members/claims.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import { isAddress } from "../../../../events/members/texts.ts";
import type { MemberTable } from "../../../../events/read/members.ts";

type Members = Pick<MemberTable, "byUsername" | "byEmail">;

export interface Mailbox {
  readonly member: MemberRecord;
  /** One of their addresses. */
  readonly to: string;
}

/**
 * Finds the member with a username or an address, and where to mail them. Unconfirmed addresses
 * count: nothing is revealed beyond a mail to that mailbox.
 */
export async function findByMailName(name: string, table: Members): Promise<Mailbox | undefined> {
  if (isAddress(name)) return await findMailbox(name, table);
  const member = await table.byUsername(name);
  return member && { member, to: member.email };
}

/** Finds the member with an address. Former addresses find no one. */
export async function findMailbox(
  address: string,
  table: Pick<Members, "byEmail">,
): Promise<Mailbox | undefined> {
  const member = await table.byEmail(address);
  const to = member && ownAddress(member, address);
  return member && to !== undefined ? { member, to } : undefined;
}

/**
 * Finds a member to sign in. Only confirmed addresses count: anyone can register with someone
 * else's.
 */
export async function findByLogin(name: string, table: Members): Promise<MemberRecord | undefined> {
  if (!isAddress(name)) return await table.byUsername(name);
  const member = await table.byEmail(name);
  return member && confirmedAddresses(member).includes(normalName(name)) ? member : undefined;
}
