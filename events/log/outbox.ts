/**
 * The outbox: mails waiting to be sent. It is in the log's database, so a mail is recorded together with its
 * event or not at all. Senders and contents aren't known here; contents are sealed.
 */

/**
 * Longer than any lease or pause. One that seems longer was written before the clock was set back, and would
 * wait as long as the clock was wrong.
 */
export const longestPauseMs = 2 * 60 * 60 * 1000;

export interface NewMail {
  /** UUID; the same for every attempt. */
  readonly messageId: string;
  /** Which message it is, such as `reset-password`. */
  readonly kind: string;
  /** Ciphertext of recipient and content. */
  readonly sealed: Uint8Array;
  /** The earliest time to send it; at once if absent. */
  readonly notBeforeMs?: number | undefined;
  /** Recipient, if it isn't the member of the commit. Times are then to the hour, to hide that member. */
  readonly to?: string | undefined;
  /** Whether the row's time is only the UTC day. The content has the exact time. */
  readonly isByDay?: boolean;
}

export interface WaitingMail extends Omit<NewMail, "to" | "isByDay"> {
  readonly memberId: string;
  readonly createdAtMs: number;
  /** How often it was taken, from 1. */
  readonly attempts: number;
  readonly place: number;
  /** Whether {@link Outbox.join} was called for it: then it counts as a mail to its recipient. */
  readonly isCounted: boolean;
}

export interface TakeOptions {
  readonly holder: string;
  readonly limit: number;
  /** How long no other process gets them, unless the lease is renewed. */
  readonly leaseMs: number;
}

/** Due mails, including those never tried. */
export interface Waiting {
  readonly count: number;
  /** How many failed and wait for another attempt. */
  readonly failed: number;
  /** Latest possible arrival of the oldest; `undefined` if there is none. */
  readonly oldestAtMs: number | undefined;
}

export interface Outbox {
  /** Adds a member's mails without an event; they are due at once. */
  add(memberId: string, mail: readonly NewMail[]): Promise<void>;
  /**
   * Leases due mails: one of each kind in turn, so that many of one kind don't delay the others. Within a kind,
   * mails never tried come first. If several processes ask at once, each mail goes to one of them. A mail is
   * due again when its lease expires, because its process may be gone, and when its pause is longer than
   * `longestPauseMs`.
   */
  take(options: TakeOptions): Promise<WaitingMail[]>;
  /** Extends leases; ignored for mails whose lease another process has. */
  renew(messageIds: readonly string[], holder: string, untilMs: number): Promise<void>;
  /** Returns a mail until a time; ignored if another process has the lease. */
  postpone(messageId: string, holder: string, untilMs: number): Promise<void>;
  /**
   * Returns a mail until a time, as if it hadn't been taken.
   *
   * @param address Stands for its recipient. Of mails held for one address only the first is taken, or another
   * mail to them carries it. Without it, the mail is sent alone.
   */
  hold(messageId: string, holder: string, untilMs: number, address?: string): Promise<void>;
  /**
   * Counts a mail, and joins the mails held for the same address to it. They aren't taken by themselves while
   * it exists. Repeating the call gives the same mails.
   *
   * @returns The mails to send with it, oldest first.
   */
  join(messageId: string, address: string, limit: number): Promise<WaitingMail[]>;
  /**
   * Makes mails held with an address due, one of each kind after another, once there is a mail server. Joined
   * mails stay joined.
   *
   * @param everyMs Interval within a kind.
   */
  release(everyMs: number): Promise<void>;
  /** Waiting mails of some kinds to a member, oldest first. */
  ofMember(memberId: string, kinds: readonly string[]): Promise<WaitingMail[]>;
  /** Deletes mails that were sent or never will be, and releases mails joined to them. */
  remove(messageIds: readonly string[]): Promise<void>;
  waiting(): Promise<Waiting>;
}
