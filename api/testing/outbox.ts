/**
 * Processes that send mail, as tests need them: with a clock to move and mail that fails on demand.
 *
 * @module
 */
import { register } from "../../events/testing/members.ts";
import { cause, openSystem, type System } from "../../events/testing/system.ts";
import type { LogEntry } from "../log.ts";
import { type Mail, MailUnavailable, type Message } from "../mail/mail.ts";
import { draft } from "../mail/letters/messages.ts";
import { defaultLimits } from "../auth/rate-limits.ts";
import { createSharedCounts } from "../auth/shared-counts.ts";
import { createMailLimits } from "../mail/outbox/mail-limits.ts";
import { Outcomes } from "../mail/outcomes.ts";
import { createOutboxSender } from "../mail/outbox/send-outbox.ts";

export const pat = "member-pat";
export const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000] as const;
export const letterhead = {
  programName: "TCU",
  supportEmail: "support@example.edu",
  appOrigin: "https://alumni.example.edu",
};
export const resetTo = (to: string) =>
  draft("reset-password", { to, firstName: "Pat", token: "abc" });
export const reset = resetTo("pat@example.com");
export const verify = draft("verify-email", {
  to: "pat@example.com",
  firstName: "Pat",
  token: "abc",
});

/** A mailer that fails on request, and stores the mails it was given. */
export function moodyMail(failure?: Error) {
  const tried: Message[] = [];
  const mood = { failure };
  const mail: Pick<Mail, "send"> = {
    async send(message) {
      tried.push(message);
      if (mood.failure) throw mood.failure;
    },
  };
  return { mail, mood, tried };
}

/** The limits of a process that sends. */
export function mailLimits({ databases, clock }: Pick<System, "databases" | "clock">) {
  const secret = new Uint8Array(32);
  const counts = createSharedCounts(databases.vault, secret, () => clock.ms);
  return createMailLimits({ counts, secret, limits: defaultLimits });
}

/** A process that sends; `random` in the middle, so that waits are exact. */
export function sending(
  { databases, mailQueue, clock }: System,
  mail: Pick<Mail, "send" | "isFolder">,
) {
  const logged: LogEntry[] = [];
  const now = () => new Date(clock.ms);
  const sender = createOutboxSender({
    outcomes: new Outcomes(databases.vault, now, "mail"),
    queue: mailQueue,
    currentMail: async () => mail,
    limits: mailLimits({ databases, clock }),
    letterhead,
    log: (entry) => void logged.push(entry),
    now,
    random: () => 0.5,
  });
  return { ...sender, logged };
}

/** A member, and nothing that waits for them. */
export async function given() {
  const system = await openSystem();
  await system.members.execute(pat, register(), cause);
  return system;
}

export const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
export const down = () => new MailUnavailable("ESOCKET");
