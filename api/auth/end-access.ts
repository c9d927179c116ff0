import type { Statement } from "../../events/store/database.ts";
import type { Sessions } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";

/** Kinds of mailed links and codes with which someone can use an account. */
const linksToAccount = [
  ...[
    "reset-password",
    "verify-email",
    "conversation-links",
    "invitation",
    "code",
    "address-code",
  ] as const,
] as const;

/**
 * Ends sessions, mailed links and codes, in the transaction that locks an account or gives it to the owner of its
 * address.
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
