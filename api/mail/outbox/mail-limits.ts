import { createHmac } from "node:crypto";
import { deriveKey } from "../../../events/derive-key.ts";
import { mailboxOf, normalName } from "../../../events/members/claims.ts";
import type { Limits } from "../../auth/limits/rate-limits.ts";
import type { SharedCounts } from "../../auth/limits/shared-counts.ts";
import { tooMany } from "../../auth/limits/too-many.ts";

/** Limits on a mailbox's mails, for all nodes. Addresses that differ by a tag are one mailbox. */
export type MailLimits = ReturnType<typeof createMailLimits>;

export interface CountedMail {
  readonly to: string;
  /** Whether it may use the reserved share, because someone needs it to sign in. */
  readonly isUrgent: boolean;
  /** Whether it only seems to be sent. Counted separately. */
  readonly isWithheld: boolean;
}

export interface MailLimitsDependencies {
  readonly counts: Pick<SharedCounts, "take" | "giveBack">;
  readonly secret: Uint8Array;
  readonly limits: Pick<
    Limits,
    | "codesPerAccount"
    | "codesPerAccountADay"
    | "mailsPerRecipient"
    | "resetMailsPerRecipient"
    | "verificationMails"
  >;
}

const perMs = 60 * 60 * 1000;
const dayMs = 24 * perMs;
/** The number of an account's codes that strangers can't use up. */
const codesOfKnownBrowsers = { anHour: 1, aDay: 3 };
/** Share of a mailbox's mails that is reserved for urgent ones. */
const urgentShare = 1 / 4;

export function createMailLimits({ counts, secret, limits }: MailLimitsDependencies) {
  const key = deriveKey(secret, "mail recipients");

  const take = (what: string, limit: keyof typeof limits): Promise<number | undefined> =>
    counts.take(what, [{ perMs, atMost: limits[limit] }]);

  const confirmationsOf = (memberId: string) => `confirmations of ${memberId}`;
  const countKeyOf = ({ to, isWithheld }: CountedMail) =>
    `${isWithheld ? "withheld mails" : "mails"} ${mailboxOf(to)}`;

  return {
    /** Also counts the mail. */
    mayMailReset: async (email: string): Promise<boolean> =>
      await take(`resets ${mailboxOf(email)}`, "resetMailsPerRecipient") === undefined,
    /**
     * Counts a code. The last ones are reserved for browsers that have signed in to the account before.
     * @param account A username, which may be unknown.
     */
    async mayMailCode(account: string, isKnownBrowser: boolean): Promise<boolean> {
      const { anHour, aDay } = isKnownBrowser ? { anHour: 0, aDay: 0 } : codesOfKnownBrowsers;
      const windows = [
        { perMs, atMost: limits.codesPerAccount - anHour },
        { perMs: dayMs, atMost: limits.codesPerAccountADay - aDay },
      ];
      return await counts.take(`codes ${account}`, windows) === undefined;
    },
    /** Returns a function that uncounts the mail. @throws {Problem} 429 after too many. */
    async verificationMail(
      { memberId, email }: { readonly memberId: string; readonly email: string },
    ): Promise<() => Promise<void>> {
      const ofMember = confirmationsOf(memberId);
      const ofMailbox = `confirmations to ${mailboxOf(email)}`;
      const memberMs = await take(ofMember, "verificationMails");
      if (memberMs !== undefined) throw tooMany("confirmation emails", memberMs);
      const mailboxMs = await take(ofMailbox, "verificationMails");
      if (mailboxMs !== undefined) {
        await counts.giveBack(ofMember);
        throw tooMany("confirmation emails", mailboxMs);
      }
      return async () => {
        await counts.giveBack(ofMember);
        await counts.giveBack(ofMailbox);
      };
    },
    /** Counts per member, not per mailbox. */
    async registrationMail(memberId: string): Promise<void> {
      await take(confirmationsOf(memberId), "verificationMails");
    },
    /** Allows one an hour for a mailbox. Also counts it. */
    mayConfirmRegistration: async (email: string): Promise<boolean> =>
      await counts.take(`registrations ${mailboxOf(email)}`, [{ perMs, atMost: 1 }]) === undefined,
    /** Counts a mail about to be sent. Returns milliseconds to wait, if it may not be sent now. */
    countMail(mail: CountedMail): Promise<number | undefined> {
      const most = limits.mailsPerRecipient;
      const atMost = mail.isUrgent ? most : Math.max(1, Math.floor(most * (1 - urgentShare)));
      return counts.take(countKeyOf(mail), [{ perMs, atMost }]);
    },
    giveBack: (mail: CountedMail): Promise<void> => counts.giveBack(countKeyOf(mail)),
    /** Keyed hash of mails that are sent together, whether withheld or not. */
    keyOf: ({ to, isUrgent }: CountedMail): string =>
      createHmac("sha256", key).update(JSON.stringify([normalName(to), isUrgent]))
        .digest("base64url"),
  };
}
