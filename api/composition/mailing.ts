import type { DueMail } from "../../events/members/mail-queue.ts";
import { hasDied } from "../../events/program/admission.ts";
import { createConnectionMail, forgetLateNotice } from "../features/connections/mail.ts";
import { InvitationMail } from "../features/invitations/mail.ts";
import { Outcomes } from "../mail/outcomes.ts";
import { createCurrentMail } from "../mail/drivers/current-mail.ts";
import { reach } from "../mail/drivers/reach.ts";
import { createAccessTokens } from "../mail/drivers/sign-in.ts";
import { createRefusedAddresses } from "../mail/outbox/refused-addresses.ts";
import { createOutboxSender, type OutboxSender } from "../mail/outbox/send-outbox.ts";
import { createCurrentReplies } from "../mail/setup/current-replies.ts";
import { createMailSettingsStore } from "../mail/setup/mail-settings.ts";
import { lookUpMailChange } from "../features/program/mail/mail-change.ts";
import { lookUpStaffMail } from "../features/program/mails.ts";
import { createStaffNotices } from "../features/program/staff-notices.ts";
import { createRelayMail } from "../features/relay/relay-mail.ts";
import { ReplyAddresses } from "../features/relay/reply-addresses.ts";
import type { Shared } from "./shared.ts";

export type Mailing = ReturnType<typeof createMailing>;

export function createMailing(shared: Shared) {
  const { table, database, keys, now, brand, limits, notices } = shared;
  // Staff can change them while the service runs.
  const letterhead = {
    appOrigin: shared.appOrigin,
    get programName() {
      return brand().programName;
    },
    get supportEmail() {
      return brand().supportEmail;
    },
    get brandColor() {
      return brand().brandColor;
    },
  };
  const mailSettings = createMailSettingsStore(database, keys);
  const signIn = { reach: shared.reach ?? reach, fetch: shared.fetchTokens ?? fetch };
  const tokens = createAccessTokens({ ...signIn, store: mailSettings });
  const ways = { ...signIn, tokens, head: letterhead };
  const currentMail = createCurrentMail({ installed: shared.mail, settings: mailSettings, ways });
  const currentReplies = createCurrentReplies({
    installed: shared.replies,
    settings: mailSettings,
    tokens,
  });
  const outcomes = new Outcomes(database, now, "mail");
  const mailboxState = new Outcomes(database, now, "mailbox");
  const invitationMail = new InvitationMail(shared);
  const refusedAddresses = createRefusedAddresses({
    database,
    table,
    keyOf: (to) => limits.keyOf({ to, isUrgent: false, isWithheld: false }),
  });
  const lookUpConnectionMail = createConnectionMail({ ...shared, refusedAddresses });
  const lookUpRelayMail = createRelayMail(shared);
  const replyAddresses = new ReplyAddresses({ ...shared, currentReplies });
  const staffNotices = createStaffNotices({
    ...shared,
    wakeSender: () => outboxSender.wake(),
  });
  /** Drops all mails to someone whose death is recorded, whatever they are about. */
  async function dropForDead(
    { memberId }: Pick<DueMail, "memberId">,
  ): Promise<"dropped" | undefined> {
    const member = await table.byId(memberId);
    return member !== undefined && hasDied(member) ? "dropped" : undefined;
  }
  const outboxSender: OutboxSender = createOutboxSender({
    ...shared,
    currentMail,
    outcomes,
    letterhead,
    replies: replyAddresses,
    queue: shared.mailQueue,
    lookUp: async (mail) =>
      await dropForDead(mail) ?? await invitationMail.lookUp(mail) ??
        await staffNotices.lookUp(mail) ??
        await lookUpStaffMail(table, mail) ?? await lookUpMailChange(table, mail) ??
        await lookUpRelayMail(mail) ?? await lookUpConnectionMail(mail),
    async onSent(mail, to) {
      await invitationMail.sent(mail);
      if (to !== undefined) await refusedAddresses.clear(mail.memberId, to);
    },
    async onRefused(mail, to) {
      await invitationMail.refused(mail);
      await refusedAddresses.note(mail.memberId, to);
    },
    onTooLate: (mail) => forgetLateNotice(notices, mail),
    ...(shared.mailPace && { pace: shared.mailPace }),
  });
  return {
    letterhead,
    mailSettings,
    ways,
    currentMail,
    currentReplies,
    outcomes,
    mailboxState,
    staffNotices,
    refusedAddresses,
    replyAddresses,
    outboxSender,
    wakeSender: outboxSender.wake,
  };
}
