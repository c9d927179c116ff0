import { Refusal } from "../../../events/errors.ts";
import type { Along, MailAbout } from "../../../events/members/handle.ts";
import type { Tokens } from "../../auth/tokens.ts";
import { draft } from "../../mail/templates/messages.ts";
import type { EmailVerification, VerificationLink } from "./verify-email.ts";

interface EmailChangeParts {
  readonly verification: Pick<EmailVerification, "linkFor">;
  readonly tokens: Pick<Tokens, "ending">;
}

export class EmailChange {
  constructor(private readonly parts: EmailChangeParts) {}

  /**
   * Mails a link to the new address, tells the old one in case its owner didn't make the change, and
   * ends links mailed there. Sessions continue.
   */
  async save<T>(
    memberId: string,
    email: string,
    save: (mail: MailAbout, along: Along) => Promise<T>,
  ): Promise<T> {
    const link = await this.parts.verification.linkFor(memberId, email);
    try {
      return await this.#saveWith(link, memberId, save);
    } catch (error) {
      if (error instanceof Refusal) await link.giveBack();
      throw error;
    }
  }

  async #saveWith<T>(
    link: VerificationLink,
    memberId: string,
    save: (mail: MailAbout, along: Along) => Promise<T>,
  ): Promise<T> {
    return await save((change) => {
      const { before, after } = change;
      const mails = link.mail(change);
      if (before === undefined || before.email === after.email) return mails;
      const { email: to, firstName } = before;
      return [...mails, draft("email-changed", { to, firstName })];
    }, async () => [
      link.issuing,
      link.endingOlder,
      // Otherwise links to conversations and codes would work again if the address were changed
      // back.
      this.parts.tokens.ending(["reset-password", "conversation-links", "code"], memberId),
    ]);
  }
}
