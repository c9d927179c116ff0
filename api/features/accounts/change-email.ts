import type { MailAbout } from "../../../events/members/handle.ts";
import type { Tokens } from "../../auth/tokens.ts";
import { draft } from "../../mail/letters/messages.ts";
import type { VerificationLink } from "./verify-email.ts";

interface EmailChange<T> {
  readonly link: VerificationLink;
  readonly tokens: Pick<Tokens, "endAll">;
  readonly record: (mail: MailAbout) => Promise<T>;
}

/**
 * Mails a link to the new address, tells the old one in case its owner didn't make the change, and
 * ends links mailed there. Sessions continue.
 */
export async function changeEmail<T>(
  memberId: string,
  { link, tokens, record }: EmailChange<T>,
): Promise<T> {
  const changed = await record((change) => {
    const { before, after } = change;
    const mails = link.mail(change);
    if (before === undefined || before.email === after.email) return mails;
    const { email: to, firstName } = before;
    return [...mails, draft("email-changed", { to, firstName })];
  });
  await link.endOlder();
  await tokens.endAll("reset-password", memberId);
  // Otherwise they would work again if the address were changed back.
  await tokens.endAll("conversation-links", memberId);
  return changed;
}
