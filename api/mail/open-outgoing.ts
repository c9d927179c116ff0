import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { Database } from "../../events/store/database.ts";
import type { MemberKeys } from "../../events/store/keys.ts";
import type { Log } from "../node/log.ts";
import type { Reach } from "./drivers/reach.ts";
import type { ReplySettings } from "./inbound/transports/settings.ts";
import type { Mail } from "./mail.ts";
import type { Replies } from "./outbox/join.ts";
import type { MailKind } from "./outbox/mail-kind.ts";
import type { MailLimits } from "./outbox/mail-limits.ts";
import { ofReaders } from "./outbox/readers.ts";
import { createRefusedAddresses, noteAddresses } from "./outbox/refused-addresses.ts";
import { createOutboxSender, type OutboxSender, type Pace } from "./outbox/send-outbox.ts";
import { createTryMail } from "./outbox/try-mail.ts";
import type { Outgoing } from "./outgoing.ts";
import { createMailing } from "./setup/mailing.ts";
import type { Letterhead } from "./templates/letterhead.ts";

interface OutgoingParts {
  readonly database: Database;
  readonly keys: Pick<MemberKeys, "ensure" | "load">;
  readonly queue: MailQueue;
  readonly table: MemberTable;
  readonly letterhead: Letterhead;
  /** By variables, or for tests. */
  readonly installed: { readonly mail: Mail; readonly replies: ReplySettings | undefined };
  /** How servers that staff name are asked. */
  readonly network: { readonly reach: Reach; readonly fetch: typeof fetch };
  readonly limits: MailLimits;
  readonly pace: Partial<Pace> | undefined;
  readonly random: () => number;
  readonly log: Log;
  readonly now: () => Date;
}

/** Mail as it is set up, and its way out. Sending begins once all kinds of mail are known. */
export function openOutgoing(
  {
    database,
    keys,
    queue,
    table,
    letterhead,
    installed,
    network,
    limits,
    pace,
    random,
    log,
    now,
  }: OutgoingParts,
) {
  const mailing = createMailing({ database, keys, letterhead, installed, network, now });
  const refusedAddresses = createRefusedAddresses({
    database,
    table,
    keyOf: (to) => limits.keyOf({ to, isUrgent: false, isWithheld: false }),
  });
  let sender: OutboxSender | undefined;
  const outgoing: Outgoing = {
    queue,
    wake: () => sender?.wake(),
    current: mailing.current,
    letterhead,
  };
  return {
    mailing,
    outgoing,
    refusedAddresses,
    /** Call once. Mails that were queued before wait for the next wake. */
    createSender(kinds: readonly MailKind[], replies: Replies): OutboxSender {
      const tryMail = createTryMail({
        outgoing,
        limits,
        kinds: [ofReaders(table), ...kinds, noteAddresses(refusedAddresses)],
        replies,
        retries: { ...pace, random },
        now,
      });
      sender = createOutboxSender({
        outgoing,
        tryMail,
        outcomes: mailing.outcomes,
        pace,
        log,
        now,
      });
      return sender;
    },
  };
}
