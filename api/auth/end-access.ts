import type { Statement } from "../../events/store/database.ts";
import type { Sessions } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";

/** Kinds of mailed links with which someone can use an account. */
const linksToAccount = [
  ...["reset-password", "verify-email", "conversation-links", "invitation"] as const,
] as const;

/**
 * Ends sessions and mailed links, which would work again once the account is restored: for the
 * transaction that locks it.
 */
export type EndingAccess = (memberId: string) => Promise<readonly Statement[]>;

export function createEndingAccess(
  sessions: Pick<Sessions, "endingAll">,
  tokens: Pick<Tokens, "ending">,
): EndingAccess {
  return async (memberId) => [
    await sessions.endingAll(memberId),
    tokens.ending(linksToAccount, memberId),
  ];
}
