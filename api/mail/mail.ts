/** Port of mail: the interface that every way of sending implements. */

export interface Message {
  /** UUID. The Message-ID is made from it, so that a message that arrives twice is known to be one. */
  readonly id: string;
  readonly memberId: string;
  /** Other members it is about, whose words may be in it. */
  readonly aboutIds?: readonly string[] | undefined;
  readonly writtenAt: Date;
  /** One address; never a list. */
  readonly to: string;
  readonly fromName?: string | undefined;
  readonly replyTo?: string | Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Letters and digits, the same in all messages that mail programs show as one conversation. */
  readonly thread?: string | undefined;
  /** Part of the Message-ID by which an answer or a report of failed delivery finds what it is about. */
  readonly token?: string | undefined;
  readonly unsubscribe?: string | undefined;
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly replyTo: string;
}

export interface Mail {
  /** Whether messages are only written to a folder. They still wait for a mail server. */
  readonly isFolder?: true;
  /**
   * Resolves once a mail server or service has taken the message, or it is stored. Sending a message again is harmless.
   *
   * @param isWanted Whether the message is still to be sent. It is asked last: where the answer is no, all other work was
   * done, so that the time it took shows nothing.
   * @throws {MailRefused} When this message will never be taken.
   * @throws {MailUnavailable} When trying again later may help.
   */
  send(message: Message, isWanted?: () => Promise<boolean>): Promise<void>;
  /** Resolves when a message could be handed over now; sends none. @throws {MailUnavailable} */
  check(): Promise<void>;
  /** Deletes messages to or about an erased member, if this way of sending stores messages. */
  forget(memberId: string): Promise<void>;
  removeBefore?(time: Date): Promise<void>;
}

/** The message will never be taken: its recipient does not exist. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";

  /** @param code What kind of refusal, for the log: never an address or a text. */
  constructor(readonly code: string, options?: ErrorOptions) {
    super(`The mail server refused the message: ${code}`, options);
  }
}

/** The message could not be handed over now. */
export class MailUnavailable extends Error {
  override readonly name = "MailUnavailable";

  /** Whether it is about this recipient alone, such as a mailbox that is full. */
  readonly isOfRecipient: boolean;

  /** @param code What kind of failure, for the log: never an address or a text. */
  constructor(readonly code: string, options?: ErrorOptions & { isOfRecipient?: boolean }) {
    super(`Mail can't be sent: ${code}`, options);
    this.isOfRecipient = options?.isOfRecipient ?? false;
  }
}
