import type { Database } from "../../events/database.ts";
import type { Environment } from "../config/env.ts";
import type { Log } from "../log.ts";
import type { Receive } from "../mail/arriving/arriving-mail.ts";
import { MailHook } from "../mail/arriving/ways/mail-hook.ts";
import { Mailbox } from "../mail/arriving/ways/mailbox.ts";
import { MailboxState } from "../mail/arriving/ways/mailbox-state.ts";
import { measureReceive } from "../metrics/measure.ts";
import type { Metrics } from "../metrics/metrics.ts";

export interface WaysInDependencies {
  /** Without it, no mail is taken. */
  readonly receive: Receive | undefined;
  readonly databases: { readonly vault: Pick<Database, "read" | "write"> };
  readonly log: Log;
  readonly metrics: Pick<Metrics, "mailReceived">;
  readonly now: () => Date;
}

/** The ways in for mail that the environment names. */
export function openWaysIn(
  { replies }: Pick<Environment, "replies">,
  { receive, databases, log, metrics, now }: WaysInDependencies,
) {
  if (replies === undefined || receive === undefined) return {};
  const from = { receive: measureReceive(receive, metrics), log, now };
  const { hook, imap: server } = replies;
  const state = new MailboxState(databases.vault, now);
  return {
    mailbox: server && new Mailbox({ ...from, server, state }),
    mailHook: hook && new MailHook({
      ...from,
      async receive(mail) {
        const outcome = await from.receive(mail);
        // Where there is a mailbox, it is what staff read about.
        if (server === undefined) await state.noteRead(0);
        return outcome;
      },
      settings: hook,
      fetch,
    }),
  };
}
