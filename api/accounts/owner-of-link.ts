import type { MemberRecord } from "../../events/members/record.ts";
import type { Shared } from "../composition/shared.ts";

/** The member whose current address a live link was mailed to. Changes nothing. */
export async function ownerOfLink(
  { tokens, table, catchUpAll }: Pick<Shared, "tokens" | "table" | "catchUpAll">,
  kind: "invitation" | "reset-password" | "verify-email",
  token: string,
): Promise<MemberRecord | undefined> {
  const memberId = await tokens.peek(kind, token);
  if (memberId === undefined) return undefined;
  // Another process may have just created the account, or changed the address.
  await catchUpAll();
  const member = await table.byId(memberId);
  return member && await tokens.isBoundTo(kind, token, member.email) ? member : undefined;
}
