import type { Database } from "../../../../events/store/database.ts";
import type { Log } from "../../../node/log.ts";
import type { Mailing } from "../../setup/mailing.ts";
import type { Receive } from "../inbound-mail.ts";
import { MailHook } from "./mail-hook.ts";
import { CurrentMailbox } from "./mailbox.ts";

interface TransportsParts {
  readonly receive: Receive;
  readonly mailing: Pick<Mailing, "currentReplies" | "mailboxState" | "ways">;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

/** Opens both transports of answers: the mailbox, and the path that a mail server calls. */
export function openTransports({ receive, mailing, database, log, now }: TransportsParts) {
  const { currentReplies, mailboxState, ways } = mailing;
  return {
    mailboxes: new CurrentMailbox({
      receive,
      database,
      reach: ways.reach,
      server: async () => (await currentReplies())?.imap,
      log,
      now,
    }),
    mailHook: new MailHook({
      async receive(mail) {
        const outcome = await receive(mail);
        // Staff see the mailbox's state, and may be waiting for a test mail.
        const isMailbox = (await currentReplies())?.imap !== undefined;
        if (!isMailbox) await mailboxState.noteWorked();
        return outcome;
      },
      secret: async () => (await currentReplies())?.hookSecret,
      log,
    }),
  };
}
