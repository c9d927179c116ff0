import type { SendMailOptions } from "nodemailer";
import { MailRefused, type Message, type Sender } from "../mail.ts";

/**
 * A message for nodemailer. Addresses are objects, since a comma in a text would make two
 * recipients. Line breaks would end a header: they are removed, or refused in an address.
 * @throws {MailRefused} When the recipient isn't a single address.
 */
export function compose(message: Message, sender: Sender): SendMailOptions {
  const { id, writtenAt, to, subject, text, html, images, thread, token } = message;
  const { fromName = sender.name, replyTo = sender.replyTo, unsubscribe } = message;
  const host = sender.address.split("@").at(-1);
  if (!oneAddress.test(to)) throw new MailRefused("EADDRESS");
  return {
    from: { name: oneLine(fromName), address: sender.address },
    replyTo: typeof replyTo === "string" ? { name: "", address: replyTo } : { ...replyTo },
    to: { name: "", address: to },
    subject: oneLine(subject),
    text,
    html,
    // Embedded, because loading a remote picture would reveal when the mail is read.
    attachments: (images ?? []).map(({ cid, bytes }) => ({
      cid,
      filename: `${cid}.png`,
      content: Buffer.from(bytes),
      contentType: "image/png",
      contentDisposition: "inline" as const,
    })),
    date: writtenAt,
    messageId: `<${token === undefined ? id : `${id}.${token}`}@${host}>`,
    // No message has this id, because the first message of a conversation may never have been mailed.
    ...(thread && { inReplyTo: `<${thread}@${host}>`, references: `<${thread}@${host}>` }),
    // Prevents automatic replies.
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      // https://www.rfc-editor.org/rfc/rfc8058
      ...(unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    // No part of a message is read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export async function sourceOf(fields: SendMailOptions): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first mail to make starts faster.
  const { createTransport } = await import("nodemailer");
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await composer.sendMail(fields) as unknown as { message: Uint8Array };
  return new Uint8Array(message);
}

// deno-lint-ignore no-control-regex
const oneAddress = /^[^\u0000-\u0020\u007f<>]+@[^\u0000-\u0020\u007f<>@,]+$/;

function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ");
}
