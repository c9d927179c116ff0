/** Two people who write to each other by mail. */
import { randomUUID } from "node:crypto";
import type { Outcome } from "../../../mail/inbound/inbound-mail.ts";
import { compose } from "../../../mail/drivers/compose.ts";
import type { Message } from "../../../mail/mail.ts";
import { accept, connectedApp, type Person } from "../../../testing/connected.ts";
import type { TestAppOptions } from "../../../testing/app.ts";

export const sender = { name: "TCU", address: "no-reply@example.edu", replyTo: "help@example.edu" };
export const replies = { address: "reply@example.edu", usesPlus: true, trustedAuthservId: "mx" };

/** A reply as a mail program writes it. */
export interface Reply {
  readonly from: string;
  readonly text: string;
  /** The receiving server's verdict on the author; `pass` by default. */
  readonly dmarc?: "pass" | "none" | "fail";
  /** Unique to each mail, unless it is given. */
  readonly messageId?: string;
  /** Further header lines. */
  readonly more?: readonly string[];
  /** Replaces the address that our mail asks to reply to. */
  readonly to?: string;
}

/** The bytes of a reply to one of our mails. */
export function replyTo(
  message: Message,
  { from, text, dmarc = "pass", messageId = `${randomUUID()}@mail.example.com`, more = [], to }:
    Reply,
): Uint8Array {
  const ours = compose(message, sender);
  const { address } = ours.replyTo as { readonly address: string };
  const lines = [
    `Authentication-Results: mx; dmarc=${dmarc} header.from=${from.split("@")[1]}`,
    ...more,
    `From: Someone <${from}>`,
    `To: ${to ?? address}`,
    `Message-ID: <${messageId}>`,
    `In-Reply-To: ${ours.messageId}`,
    `References: ${ours.references} ${ours.messageId}`,
    "Subject: Re: hello",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    "",
    `On Mon, Nov 2, 2026 at 1:00 PM TCU <${sender.address}> wrote:`,
    ...message.text.split("\n").map((line) => `> ${line}`),
  ];
  return new TextEncoder().encode(lines.join("\r\n"));
}

/** Connects Casey and Morgan with an accepted request, and returns the mail that told Casey. */
export async function relayed(options: TestAppOptions = {}) {
  return await relayedIn(await connectedApp({ replies, ...options }));
}

/** The same in an existing app. */
export async function relayedIn(connected: Awaited<ReturnType<typeof connectedApp>>) {
  const casey = await connected.person("Casey");
  const morgan = await connected.person("Morgan", "alumni");
  const id = await connected.ask(casey, morgan);
  await connected.mailed();
  await connected.act(morgan, id, { ...accept, note: "Gladly" });
  const [answered] = await connected.mailed();
  if (answered === undefined) throw new Error("Casey got no mail");
  // Notices are sent at most once each quarter of an hour.
  connected.clock.ms += 16 * 60 * 1000;
  const receive = async (source: Uint8Array): Promise<Outcome> => {
    const outcome = await connected.app.receiveMail({ source });
    await connected.app.settled();
    return outcome;
  };
  return {
    ...connected,
    casey,
    morgan,
    id,
    /** The mail to Casey. */
    answered,
    receive,
    reply: (reply: Partial<Reply> & Pick<Reply, "text">) =>
      receive(replyTo(answered, { from: casey.email, ...reply })),
    texts: async (reader: Person) =>
      (await connected.app.product.conversations.read(reader.memberId, id)).messages
        .map(({ text }) => text),
    byMail: (reader: Person) => connected.app.product.relay.about(reader.memberId, id),
  };
}
