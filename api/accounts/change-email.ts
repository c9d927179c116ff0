import type { MailAbout } from "../../events/members/handle.ts";
import type { Tokens } from "../auth/tokens.ts";
import { draft } from "../mail/letters/messages.ts";
import type { VerificationLink } from "./verify-email.ts";

interface EmailChange<T> {
  /** For the new address. */
  readonly link: Pick<VerificationLink, "mail" | "endOlder">;
  readonly tokens: Pick<Tokens, "endAll">;
  /** Records the change and, in the same commit, its mails. */
  readonly record: (mail: MailAbout) => Promise<T>;
  /** Who does it, where it is not the member. */
  readonly by?: "operator";
}

/**
 * Gives a member another email address: mails its link to it, tells the old one, and ends the links that were
 * mailed to the old one. Sessions go on.
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
  // They are bound to the address that was; nothing is left of them to try.
  await tokens.endAll("reset-password", memberId);
  // So that these are not good again once the address is the one from before.
  await tokens.endAll("conversation-links", memberId);
  return changed;
}

/** Tells the address that the account had until now, in case it was not its owner. */
function noticeToOldAddress({ before, after }: Parameters<MailAbout>[0], by?: "operator") {
  if (before === undefined || before.email === after.email) return [];
  const { email: to, firstName } = before;
  return [draft("email-changed", { to, firstName, ...by && { by } })];
}
