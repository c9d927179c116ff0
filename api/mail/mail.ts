/**
 * Mail to members: the port that every way of sending fulfils.
 *
 * @module
 */
export interface Message {
  /** One address; never a list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mail {
  /** Resolves once the message is safe: it will be delivered, also after a restart. */
  send(message: Message): Promise<void>;
}
