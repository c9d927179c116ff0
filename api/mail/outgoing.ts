import type { MailQueue } from "../../events/members/mail-queue.ts";
import type { Letterhead } from "./templates/letterhead.ts";
import type { Mail } from "./mail.ts";

/** The way out: mails that wait, and what sends them. */
export interface Outgoing {
  readonly queue: MailQueue;
  /** Sends what is due, without waiting for it. */
  readonly wake: () => void;
  /** What sends mail now; a folder until mail is set up. */
  readonly current: () => Promise<Mail>;
  readonly letterhead: Letterhead;
}
