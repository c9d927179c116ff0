/**
 * Processes that send mail, for tests: with a clock to move and mail that fails on demand.
 *
 * @module
 */
import { register } from "../../events/testing/members.ts";
import { cause, openSystem, type System } from "../../events/testing/system.ts";
import type { MailDraft } from "../../events/members/mail-queue.ts";
import type { LogEntry } from "../node/log.ts";
import { type Mail, MailUnavailable, type Message } from "../mail/mail.ts";
import { draft } from "../mail/templates/messages.ts";
import { defaultLimits } from "../auth/limits/rate-limits.ts";
import { createSharedCounts } from "../auth/limits/shared-counts.ts";
import { createMailLimits } from "../mail/outbox/mail-limits.ts";
import { Outcomes } from "../mail/outcomes.ts";
import { createOutboxSender } from "../mail/outbox/send-outbox.ts";
import { createTryMail } from "../mail/outbox/try-mail.ts";
import { TestMail } from "./test-mail.ts";

export const pat = "member-pat";
export const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000] as const;
export const letterhead = {
  programName: "TCU",
  supportEmail: "support@example.edu",
  appOrigin: "https://alumni.example.edu",
};
export const resetTo = (to: string) =>
  draft("reset-password", { to, firstName: "Pat", username: "pat", token: "abc" });
export const reset = resetTo("pat@example.com");
export const verify = draft("verify-email", {
  to: "pat@example.com",
  firstName: "Pat",
  token: "abc",
});

/** The limits of a process that sends. */
export function mailLimits({ database, clock }: Pick<System, "database" | "clock">) {
  const secret = new Uint8Array(32);
  const counts = createSharedCounts(database, secret, () => clock.ms);
  return createMailLimits({ counts, secret, limits: defaultLimits });
}

/** A sending process. `random` is constant, so that waits are exact. */
export function sending(
  { database, mailQueue, clock }: System,
  mail: Pick<Mail, "send" | "isFolder">,
) {
  const logged: LogEntry[] = [];
  const now = () => new Date(clock.ms);
  const outgoing = { queue: mailQueue, current: async () => mail, letterhead };
  const sender = createOutboxSender({
    outgoing,
    tryMail: createTryMail({
      outgoing,
      limits: mailLimits({ database, clock }),
      kinds: [],
      retries: { random: () => 0.5 },
      now,
    }),
    outcomes: new Outcomes(database, now, "mail"),
    log: (entry) => void logged.push(entry),
    now,
  });
  return { ...sender, logged };
}

/** A member without queued mails. */
export async function given() {
  const system = await openSystem();
  await system.members.execute(pat, register(), cause);
  return system;
}

/** The same with a process that sends through this driver. */
export async function givenSender(mail = new TestMail()) {
  const system = await given();
  const add = (draft: MailDraft) => system.mailQueue.add(pat, draft);
  const countWaiting = async () => (await system.mailQueue.waiting()).count;
  return { ...system, mail, add, countWaiting, ...sending(system, mail) };
}

export const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
export const down = () => new MailUnavailable("ESOCKET");
