/**
 * The outbox: mails that wait to be sent. They stand in the log's database, so that a mail is
 * recorded together with the event that it is about, or not at all. Who sends them is not known
 * here, and neither is what they say: that is sealed.
 *
 * @module
 */

/**
 * No lease and no pause after a failure lasts as long: what seems to was noted by a clock that has been
 * set back since, and would otherwise wait for as long as the clock was wrong.
 */
export const longestPauseMs = 2 * 60 * 60 * 1000;

export interface NewMail {
  /** UUID; stays the same however often the mail is tried. */
  readonly messageId: string;
  /** Which message it is, such as `reset-password`. */
  readonly kind: string;
  /** Ciphertext: to whom, and what only they may read. */
  readonly sealed: Uint8Array;
  /** When it may be sent at the earliest, such as one of many; at once without it. */
  readonly notBeforeMs?: number | undefined;
  /**
   * Whose it is, where that is not the member of its commit. Nothing of its row tells who that was: its
   * times are rounded to the hour.
   */
  readonly to?: string | undefined;
  /** Whether its row tells no more of its time than the UTC day: its content says when it was. */
  readonly isByDay?: boolean;
}

export interface WaitingMail extends Omit<NewMail, "to" | "isByDay"> {
  readonly memberId: string;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  /** How often it was taken, from 1. */
  readonly attempts: number;
  /** The order in which those that are there came. */
  readonly place: number;
  /** Whether {@link Outbox.join} was called for it: it counts as a mail to its recipient. */
  readonly isCounted: boolean;
}

export interface TakeOptions {
  /** Who takes them: unique to a process. */
  readonly holder: string;
  readonly limit: number;
  /** How long nobody else gets them, unless the lease is renewed. */
  readonly leaseMs: number;
}

/** Mails whose time has come, at least for a first attempt. */
export interface Waiting {
  readonly count: number;
  /** How many of them were tried, failed, and wait to be tried again. */
  readonly failed: number;
  /** Since when the oldest of them waits, at the latest; `undefined` when there is none. */
  readonly oldestAtMs: number | undefined;
}

export interface Outbox {
  /** Adds mails of a member that belong to no event; they are due at once. */
  add(memberId: string, mail: readonly NewMail[]): Promise<void>;
  /**
   * Leases mails that are due: one of each kind in turn, so that many of one kind do not delay the others;
   * within a kind, mails that were never tried come first. When several processes ask at once, each mail
   * goes to one of them. A mail is due again when its lease runs out, as its process may be gone, and when
   * it was tried and would wait longer than `longestPauseMs`.
   */
  take(options: TakeOptions): Promise<WaitingMail[]>;
  /** Has leases end at a later time; passed over where the lease went to someone else. */
  renew(messageIds: readonly string[], holder: string, untilMs: number): Promise<void>;
  /** Gives a mail back until a time; passed over when the lease went to someone else. */
  postpone(messageId: string, holder: string, untilMs: number): Promise<void>;
  /**
   * Gives a mail back until a time, as if it had not been taken: it is not its turn.
   *
   * @param address Stands for its recipient. Of those that are held for one, the first is taken, or
   * another mail to them carries it. Without it, it goes out by itself.
   */
  hold(messageId: string, holder: string, untilMs: number, address?: string): Promise<void>;
  /**
   * Notes that a mail counts, and joins to it those that are held for the same address. Which they are
   * does not change when it is asked again. They are not taken by themselves while it is there.
   *
   * @returns The mails that go out with it, oldest first.
   */
  join(messageId: string, address: string, limit: number): Promise<WaitingMail[]>;
  /**
   * Has mails that were held with an address come due, one of each kind after another: there is a mail server
   * now. Those that go out with another one stay with it.
   *
   * @param everyMs Between two of a kind.
   */
  release(everyMs: number): Promise<void>;
  /** Mails of some kinds that wait for a member, oldest first. */
  ofMember(memberId: string, kinds: readonly string[]): Promise<WaitingMail[]>;
  /** Deletes mails together: they were sent, or never will be. What was joined to one is free again. */
  remove(messageIds: readonly string[]): Promise<void>;
  waiting(): Promise<Waiting>;
}
