import type { MailAbout } from "../../events/members/handle.ts";
import type { Tokens } from "../auth/tokens.ts";
import { draft } from "../mail/letters/messages.ts";
import type { VerificationLink } from "./verify-email.ts";

interface EmailChange<T> {
  /** Verification link for the new address. */
  readonly link: Pick<VerificationLink, "mail" | "endOlder">;
  readonly tokens: Pick<Tokens, "endAll">;
  /** Records the change and its mails in one commit. */
  readonly record: (mail: MailAbout) => Promise<T>;
  /** Set if an operator makes the change. */
  readonly by?: "operator";
}

/**
 * Changes a member's email address: mails a link to the new address, tells the old one, and ends the links
 * mailed to the old one. Sessions continue.
 */
export async function changeEmail<T>(
  memberId: string,
  { link, tokens, record, by }: EmailChange<T>,
): Promise<T> {
  const changed = await record((change) => [
    ...link.mail(change),
    ...noticeToOldAddress(change, by),
  ]);
  await link.endOlder();
  // Links mailed to the old address must stop working.
  await tokens.endAll("reset-password", memberId);
  // Otherwise they would work again if the address were changed back.
  await tokens.endAll("conversation-links", memberId);
  return changed;
}

/** Tells the old address, in case its owner didn't make the change. */
function noticeToOldAddress({ before, after }: Parameters<MailAbout>[0], by?: "operator") {
  if (before === undefined || before.email === after.email) return [];
  const { email: to, firstName } = before;
  return [draft("email-changed", { to, firstName, ...by && { by } })];
}
