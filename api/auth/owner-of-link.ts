import type { MemberRecord } from "../../events/members/record.ts";
import type { Tokens } from "./tokens.ts";
import type { MemberTable } from "../../events/read/members.ts";

interface LinkParts {
  readonly tokens: Pick<Tokens, "isBoundTo" | "peek">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
}

/** The member whose current address a live link was mailed to. Changes nothing. */
export function ownerOfLink(
  parts: LinkParts,
  kind: "invitation" | "reset-password" | "verify-email",
  token: string,
): Promise<MemberRecord | undefined> {
  return ownerOf(parts, kind, token, (email) => email);
}

/** The member for whom the operator made a password link, which proves nothing about a mailbox. */
export function ownerOfOperatorLink(
  parts: LinkParts,
  token: string,
): Promise<MemberRecord | undefined> {
  return ownerOf(parts, "reset-password", token, byOperator);
}

/** Issues a password link that isn't mailed. It ends with the member's address, too. */
export async function issueOperatorLink(
  tokens: Pick<Tokens, "issue" | "endAll">,
  token: string,
  { memberId, email }: Pick<MemberRecord, "memberId" | "email">,
): Promise<void> {
  await tokens.endAll("reset-password", memberId);
  await tokens.issue("reset-password", token, memberId, byOperator(email));
}

async function ownerOf(
  { tokens, tables }: LinkParts,
  kind: Parameters<typeof ownerOfLink>[1],
  token: string,
  bindingOf: (email: string) => string,
): Promise<MemberRecord | undefined> {
  const memberId = await tokens.peek(kind, token);
  if (memberId === undefined) return undefined;
  const member = await tables.members.byId(memberId);
  const isBound = member && await tokens.isBoundTo(kind, token, bindingOf(member.email));
  return isBound ? member : undefined;
}

function byOperator(email: string): string {
  return `operator ${email}`;
}
