/** Outbox: mails are stored in the same transaction as their events, with sealed contents. */

/** Longer than any pause, except one from before the clock was set back. */
export const longestPauseMs = 2 * 60 * 60 * 1000;

export interface NewMail {
  readonly messageId: string;
  readonly kind: string;
  readonly sealed: Uint8Array;
  /** Earliest time to send it; immediately if absent. */
  readonly notBeforeMs?: number | undefined;
  /** Recipient, if not the commit's member. Times are then rounded to the hour, to hide that member. */
  readonly to?: string | undefined;
  /** Whether the recipient is the actor, so that no one has to be hidden. */
  readonly isToActor?: boolean;
  /** Whether the row's time is only the UTC day. The content has the exact time. */
  readonly isByDay?: boolean;
}

export interface WaitingMail extends Omit<NewMail, "to" | "isToActor" | "isByDay"> {
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

export interface Waiting {
  readonly count: number;
  /** How many failed and wait for another attempt. */
  readonly failed: number;
  readonly oldestAtMs: number | undefined;
}

export interface Outbox {
  /** Adds a member's mails without an event; they are due at once. */
  add(memberId: string, mail: readonly NewMail[]): Promise<void>;
  /**
   * Leases due mails, one of each kind in turn so that none delays the others; new ones first. Each
   * mail goes to one process. It is due again when its lease expires, or its pause exceeds
   * `longestPauseMs`.
   */
  take(options: TakeOptions): Promise<WaitingMail[]>;
  renew(messageIds: readonly string[], holder: string, untilMs: number): Promise<void>;
  /** Returns a mail until a time; ignored if another process has the lease. */
  postpone(messageId: string, holder: string, untilMs: number): Promise<void>;
  /**
   * Returns a mail until a time, as if it hadn't been taken. Mails with one `address`, a keyed
   * hash, can be sent together.
   */
  hold(messageId: string, holder: string, untilMs: number, address?: string): Promise<void>;
  /**
   * Counts a mail, and joins the mails held for the same address to it until it is sent. Repeating
   * the call gives the same mails.
   *
   * @returns The mails to send with it, oldest first.
   */
  join(messageId: string, address: string, limit: number): Promise<WaitingMail[]>;
  /** Makes held mails due, each kind at this interval. Joined mails stay joined. */
  release(everyMs: number): Promise<void>;
  ofMember(memberId: string, kinds: readonly string[]): Promise<WaitingMail[]>;
  /** Deletes mails that were sent or never will be, and releases mails joined to them. */
  remove(messageIds: readonly string[]): Promise<void>;
  waiting(): Promise<Waiting>;
}
