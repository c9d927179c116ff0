export interface Message {
  /** UUID. The Message-ID is made from it, so that repeated messages are recognized. */
  readonly id: string;
  readonly memberId: string;
  /** Other members it is about or quotes. */
  readonly aboutIds?: readonly string[] | undefined;
  readonly writtenAt: Date;
  /** One address; never a list. */
  readonly to: string;
  readonly fromName?: string | undefined;
  readonly replyTo?: string | Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Shown by `html`, within the message. */
  readonly images?: readonly MailImage[] | undefined;
  /** Letters and digits, the same for all messages of a conversation in mail programs. */
  readonly thread?: string | undefined;
  /** Part of the Message-ID by which answers and bounces find their subject. */
  readonly token?: string | undefined;
  readonly unsubscribe?: string | undefined;
}

export interface MailImage {
  /** Its name in `html`: `cid:…`. Letters, digits and dashes. */
  readonly cid: string;
  readonly alt: string;
  /** PNG, marked as ours. */
  readonly bytes: Uint8Array;
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
  /** Whether messages are only written to a folder, and still wait for a mail server. */
  readonly isFolder?: true;
  /**
   * Resolves once the message is accepted or stored. Repeating is harmless.
   *
   * @param isWanted Asked last, after all other work, so that the time reveals nothing.
   * @throws {MailRefused} When this message will never be accepted.
   * @throws {MailUnavailable} When trying again later may help.
   */
  send(message: Message, isWanted?: () => Promise<boolean>): Promise<void>;
  /** Resolves if a message could be sent now; sends none. @throws {MailUnavailable} */
  check(): Promise<void>;
  /** Deletes stored messages to or about an erased member. */
  forget(memberId: string): Promise<void>;
  removeBefore?(time: Date): Promise<void>;
}

/** The message will never be accepted: its recipient doesn't exist. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";

  /** @param code Kind of refusal, for the log: never an address or a text. */
  constructor(readonly code: string, options?: ErrorOptions) {
    super(`The mail server refused the message: ${code}`, options);
  }
}

const mostWords = 500;

/** The message can't be sent now. */
export class MailUnavailable extends Error {
  override readonly name = "MailUnavailable";

  /** Whether it is about this recipient alone, such as a full mailbox. */
  readonly isOfRecipient: boolean;
  /** The server's own, for staff who try: they may have addresses in them. */
  readonly words: string | undefined;

  /** @param code Kind of failure, for the log: never an address or a text. */
  constructor(
    readonly code: string,
    options?: ErrorOptions & { isOfRecipient?: boolean; words?: string | undefined },
  ) {
    super(`Mail can't be sent: ${code}`, options);
    this.isOfRecipient = options?.isOfRecipient ?? false;
    // deno-lint-ignore no-control-regex
    this.words = options?.words?.replace(/[\u0000-\u001f\u007f]+/g, " ").slice(0, mostWords);
  }
}
