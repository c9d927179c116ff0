import { createHmac, hkdfSync } from "node:crypto";
import { mailboxOf } from "../../../events/members/mailbox.ts";
import { normalName } from "../../../events/members/claims.ts";
import type { Limits, OnRefused } from "../../auth/rate-limits.ts";
import type { SharedCounts } from "../../auth/shared-counts.ts";
import { tooMany } from "../../auth/too-many.ts";

/** How many mails a mailbox gets, counted for all nodes. Tags of an address make no other mailbox. */
export type MailLimits = ReturnType<typeof createMailLimits>;

export interface HandedOver {
  readonly to: string;
  /** Whether it may take the last places: somebody waits for it to sign in. */
  readonly isUrgent: boolean;
  /** Whether nobody gets it: it takes no place from those that somebody does get. */
  readonly isWithheld: boolean;
}

export interface MailLimitsDependencies {
  readonly counts: Pick<SharedCounts, "take" | "giveBack">;
  readonly secret: Uint8Array;
  readonly limits: Pick<
    Limits,
    "mailsPerRecipient" | "resetMailsPerRecipient" | "verificationMails"
  >;
  readonly onRefused?: OnRefused;
}

const perMs = 60 * 60 * 1000;
/** Of a mailbox's mails, what is left for links that somebody waits for. */
const urgentShare = 1 / 4;

export function createMailLimits(
  { counts, secret, limits, onRefused = () => {} }: MailLimitsDependencies,
) {
  const key = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "mail recipients", 32));

  async function take(what: string, limit: keyof typeof limits): Promise<number | undefined> {
    const waitMs = await counts.take(what, [{ perMs, atMost: limits[limit] }]);
    if (waitMs !== undefined) onRefused(limit);
    return waitMs;
  }

  const confirmationsOf = (memberId: string) => `confirmations of ${memberId}`;
  const handedOver = ({ to, isWithheld }: HandedOver) =>
    `${isWithheld ? "withheld mails" : "mails"} ${mailboxOf(to)}`;

  return {
    /** Whether one more reset link may be mailed to this recipient; counts it. */
    mayMailReset: async (email: string): Promise<boolean> =>
      await take(`resets ${mailboxOf(email)}`, "resetMailsPerRecipient") === undefined,
    /**
     * Counts a mail with a link that the member asked for, to confirm an address.
     *
     * @returns What takes it back: when there is no mail after all.
     * @throws {Problem} 429 after too many to this mailbox or for this member.
     */
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
    /** Counts the link that is mailed when a member registers, among those of the member alone. */
    async registrationMail(memberId: string): Promise<void> {
      await take(confirmationsOf(memberId), "verificationMails");
    },
    /** Whether a registration is confirmed by mail without being asked for: once an hour for a mailbox. */
    mayConfirmRegistration: async (email: string): Promise<boolean> =>
      await counts.take(`registrations ${mailboxOf(email)}`, [{ perMs, atMost: 1 }]) === undefined,
    /**
     * Counts a mail that is about to be handed over, whatever it is about.
     *
     * @returns Nothing once it is counted; otherwise the milliseconds until it could be.
     */
    async handOver(mail: HandedOver): Promise<number | undefined> {
      const { isUrgent, isWithheld } = mail;
      const most = limits.mailsPerRecipient;
      const atMost = isUrgent ? most : Math.max(1, Math.floor(most * (1 - urgentShare)));
      const waitMs = await counts.take(handedOver(mail), [{ perMs, atMost }]);
      if (waitMs !== undefined && !isWithheld) onRefused("mailsPerRecipient");
      return waitMs;
    },
    /** Takes back a count: the mail is not handed over after all. */
    giveBack: (mail: HandedOver): Promise<void> => counts.giveBack(handedOver(mail)),
    // That nobody gets a mail must not show in the outbox.
    /** Stands for an address without telling which: what is held for the same one goes out together. */
    keyOf: ({ to, isUrgent }: HandedOver): string =>
      createHmac("sha256", key).update(JSON.stringify([normalName(to), isUrgent]))
        .digest("base64url"),
  };
}
