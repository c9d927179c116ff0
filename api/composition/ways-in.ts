import type { Receive } from "../mail/arriving/arriving-mail.ts";
import { MailHook } from "../mail/arriving/ways/mail-hook.ts";
import { CurrentMailbox } from "../mail/arriving/ways/mailbox.ts";
import { Outcomes } from "../mail/outcomes.ts";
import type { Relay } from "../features/relay/relay.ts";
import type { Mailing } from "./mailing.ts";
import type { Shared } from "./shared.ts";

/** The ways in for mail, by variables or by staff, who can change them at any time. */
export function openWaysIn(
  { log, now, database, currentReplies, ways: { reach } }: Shared & Mailing,
  relay: Relay,
) {
  const receiveMail: Receive = (mail) => relay.receive(mail);
  const from = { receive: receiveMail, log, now };
  return {
    receiveMail,
    mailboxes: new CurrentMailbox({
      ...from,
      database,
      reach,
      server: async () => (await currentReplies())?.imap,
    }),
    mailHook: new MailHook({
      ...from,
      async receive(mail) {
        const outcome = await from.receive(mail);
        // Staff read about the mailbox, and may be waiting for each arrival.
        const isMailbox = (await currentReplies())?.imap !== undefined;
        if (!isMailbox) await new Outcomes(database, now, "mailbox").noteWorked();
        return outcome;
      },
      secret: async () => (await currentReplies())?.hookSecret,
    }),
  };
}
