import { isPending } from "../../../events/invitations/invitation.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { newToken } from "../../auth/secret-token.ts";
import { draft } from "../../mail/letters/messages.ts";
import type { AccountParts } from "./record-change.ts";

interface WayIn {
  readonly asked: "reset" | "registration";
  readonly token?: string;
}

/**
 * Mails the owner of an address their way into the account: an invited person their invitation,
 * others a link for a new password. An address without an account costs the same work, since the
 * load on other requests would reveal it otherwise.
 */
export async function mailWayIn(
  parts: AccountParts,
  email: string,
  { asked, token = newToken() }: WayIn,
): Promise<void> {
  const { limits, tables, newId, tokens, outgoing: { queue, wake } } = parts;
  if (!await limits.mayMailReset(email)) return;
  const member = await tables.members.byEmail(email);
  const memberId = member?.memberId ?? newId();
  const { email: to, firstName } = member ?? { email, firstName: "" };
  const username = member === undefined ? "" : mailableUsername(member);
  const isInvited = member !== undefined && isPending(member);
  const letter = isInvited
    ? draft("invitation-again", { to, firstName, token })
    : asked === "reset"
    ? draft("reset-password", { to, firstName, username, token })
    : draft("already-registered", { to, firstName, username, token });
  await tokens.issue(isInvited ? "invitation" : "reset-password", token, memberId, to);
  await (member === undefined ? queue.addDecoy(memberId, letter) : queue.add(memberId, letter));
  wake();
}

/** Anyone can register with someone else's address, and a text of their choice as the username. */
function mailableUsername({ username, emailVerified }: MemberRecord): string {
  return emailVerified || /^[\p{L}\p{M}\p{N}_-]+$/u.test(username) ? username : "";
}
