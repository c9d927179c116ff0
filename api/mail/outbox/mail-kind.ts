import type { DueMail } from "../../../events/members/mail-queue.ts";
import type { LookUpMail } from "../templates/messages.ts";

/** Handles due mails: a feature handles its own kinds, a rule all of them. */
export interface MailKind {
  /** The first handler that returns a result decides. */
  readonly lookUp?: LookUpMail;
  /** False for an erased member. Checked right before a mail is sent. */
  readonly isPresent?: (memberId: string) => Promise<boolean>;
  /** @param to The recipient; `undefined` for a withheld mail. */
  readonly sent?: (mail: DueMail, to: string | undefined) => Promise<void>;
  readonly refused?: (mail: DueMail, to: string) => Promise<void>;
  readonly tooLate?: (mail: DueMail) => Promise<void>;
}

/** Combines handlers, in this order. */
export function allKinds(kinds: readonly MailKind[]): Required<MailKind> {
  return {
    async lookUp(mail) {
      for (const kind of kinds) {
        const found = await kind.lookUp?.(mail);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    async isPresent(memberId) {
      for (const kind of kinds) {
        if (await kind.isPresent?.(memberId) === false) return false;
      }
      return true;
    },
    async sent(mail, to) {
      for (const kind of kinds) await kind.sent?.(mail, to);
    },
    async refused(mail, to) {
      for (const kind of kinds) await kind.refused?.(mail, to);
    },
    async tooLate(mail) {
      for (const kind of kinds) await kind.tooLate?.(mail);
    },
  };
}
