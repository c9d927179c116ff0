/**
 * Mail to members: the port that every way of sending fulfils.
 *
 * @module
 */
export interface Message {
  /** UUID. The Message-ID is made of it, so that a message that comes twice is known as one. */
  readonly id: string;
  /** Whom it is for. */
  readonly memberId: string;
  /** Whom else it is for or about, whose words may be in it. */
  readonly aboutIds?: readonly string[] | undefined;
  readonly writtenAt: Date;
  /** One address; never a list. */
  readonly to: string;
  /** In whose name, where it is not the sender's own. */
  readonly fromName?: string | undefined;
  /** Where answers go, where it is not the sender's own. */
  readonly replyTo?: string | Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same in all messages that mail programs show as one conversation: hexadecimal digits. */
  readonly thread?: string | undefined;
  /** Where a mail program asks for no more of these, with one click. */
  readonly unsubscribe?: string | undefined;
}

/** An address as mail programs show it. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** In whose name messages are sent. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  /** Where answers go. */
  readonly replyTo: string;
}

export interface Mail {
  /** Only writes messages to a folder, which no one reads: they wait for a mail server all the same. */
  readonly isFolder?: true;
  /**
   * Resolves once the message is with someone who delivers it, or keeps it safe. Sending a message
   * again is harmless.
   *
   * @param isWanted Whether it is to be handed over, as recorded at the moment of the call. It is asked
   * last, and where the answer is no, everything before is done all the same: neither time nor work tells.
   * @throws {MailRefused} When this message will never be taken.
   * @throws {MailUnavailable} When trying again later may help.
   */
  send(message: Message, isWanted?: () => Promise<boolean>): Promise<void>;
  /**
   * Resolves when a message could be handed over now; sends none.
   *
   * @throws {MailUnavailable}
   */
  check(): Promise<void>;
  /** Deletes what was kept here of the messages to a member who is erased, or about them. */
  forget(memberId: string): Promise<void>;
  /** Where messages are kept here: deletes those that were written before a time. */
  removeBefore?(time: Date): Promise<void>;
}

/** Nobody will ever take this message: its recipient does not exist. */
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
