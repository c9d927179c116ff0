import type { MemberRecord } from "../../events/members/record.ts";
import type { Tokens } from "./tokens.ts";
import type { MemberTable } from "../../events/read/members.ts";

interface LinkOwnersParts {
  readonly tokens: Pick<Tokens, "isBoundTo" | "peek">;
  readonly members: Pick<MemberTable, "byId">;
}

type LinkKind = "invitation" | "reset-password" | "verify-email";

/** Whose a live link is. Changes nothing. */
export class LinkOwners {
  constructor(private readonly parts: LinkOwnersParts) {}

  /** The member whose current address it was mailed to. */
  of(kind: LinkKind, token: string): Promise<MemberRecord | undefined> {
    return this.#ownerOf(kind, token, (email) => email);
  }

  /** The member for whom the operator made a password link, which proves nothing about a mailbox. */
  ofOperatorLink(token: string): Promise<MemberRecord | undefined> {
    return this.#ownerOf("reset-password", token, byOperator);
  }

  async #ownerOf(
    kind: LinkKind,
    token: string,
    bindingOf: (email: string) => string,
  ): Promise<MemberRecord | undefined> {
    const { tokens, members } = this.parts;
    const memberId = await tokens.peek(kind, token);
    if (memberId === undefined) return undefined;
    const member = await members.byId(memberId);
    const isBound = member && await tokens.isBoundTo(kind, token, bindingOf(member.email));
    return isBound ? member : undefined;
  }
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

function byOperator(email: string): string {
  return `operator ${email}`;
}
