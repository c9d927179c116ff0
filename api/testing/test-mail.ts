import type { Mail, Message } from "../mail/mail.ts";

/** Collects messages in this process, and fails as long as a failure is set. */
export class TestMail implements Mail {
  readonly tried: Message[] = [];
  readonly sent: Message[] = [];

  constructor(public failure?: Error) {}

  async send(message: Message, isWanted = async () => true): Promise<void> {
    this.tried.push(message);
    if (this.failure) throw this.failure;
    if (await isWanted()) this.sent.push(message);
  }

  async check(): Promise<void> {}

  async forget(memberId: string): Promise<void> {
    const others = this.sent.filter((message) =>
      message.memberId !== memberId && !message.aboutIds?.includes(memberId)
    );
    this.sent.splice(0, Infinity, ...others);
  }
}
