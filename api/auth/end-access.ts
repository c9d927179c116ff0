import type { Sessions } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";

/** Kinds of mailed links with which someone can use an account. */
const linksToAccount = [
  ...["reset-password", "verify-email", "conversation-links", "invitation"] as const,
] as const;

/** Ends sessions and mailed links, which would work again once the account is restored. */
export type EndAccess = (memberId: string) => Promise<void>;

export function createEndAccess(
  sessions: Pick<Sessions, "endAll">,
  tokens: Pick<Tokens, "endAll">,
): EndAccess {
  return async (memberId) => {
    await sessions.endAll(memberId);
    for (const kind of linksToAccount) await tokens.endAll(kind, memberId);
  };
}
