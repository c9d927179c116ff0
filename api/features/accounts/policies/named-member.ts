import type { MemberRecord } from "../../../../events/members/record.ts";
import { isAddress } from "../../../../events/members/texts.ts";
import type { MemberTable } from "../../../../events/read/members.ts";

type Members = Pick<MemberTable, "byUsername" | "byEmail">;

/** Whom a username names, or an address, whether its owner confirmed it or not: only mail goes there. */
export async function findByMailName(
  name: string,
  table: Members,
): Promise<MemberRecord | undefined> {
  return isAddress(name) ? await table.byEmail(name) : await table.byUsername(name);
}

/** An address names its owner only once they confirmed it: anyone can register with someone else's. */
export async function findByLogin(name: string, table: Members): Promise<MemberRecord | undefined> {
  const member = await findByMailName(name, table);
  return member?.emailVerified || !isAddress(name) ? member : undefined;
}
