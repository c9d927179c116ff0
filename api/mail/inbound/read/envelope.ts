/** The envelope of a mail: its author, its recipients, and the mails that it answers. */
import type { Envelope } from "../inbound-mail.ts";
import { authorOf } from "../proof/author.ts";
import { splitMail } from "../proof/header-fields.ts";
import type { MailHeaders } from "./headers.ts";

/** Servers and forwarding programs write the delivery address into one of these. */
const recipientFields = [
  "to",
  "cc",
  "delivered-to",
  "x-original-to",
  "envelope-to",
  "x-forwarded-to",
];
const maxAnswers = 50;
const maxRecipients = 200;

/** @param headers Empty when they are too long to be read. */
export function readEnvelope(
  source: Uint8Array,
  headers: MailHeaders,
): Envelope {
  const recipients = headers.all(...recipientFields).flatMap(findAddresses);
  const answers = [
    ...headers.all("in-reply-to").flatMap(findAddresses),
    ...headers.all("references").flatMap(findAddresses).reverse(),
  ];
  return {
    messageId: findAddresses(headers.first("message-id"))[0],
    author: authorOf(splitMail(source)?.fields ?? []),
    recipients: unique(recipients, maxRecipients),
    answers: unique(answers, maxAnswers),
  };
}

/** Everything like an address or message id, in lower case. */
export function findAddresses(field: string): string[] {
  const words = field.toLowerCase().split(/[\s<>,;:"()]+/);
  return words.filter((word) => word.length <= 998 && /^[^@]+@[^@]+$/.test(word));
}

function unique(values: readonly string[], limit: number): string[] {
  return [...new Set(values)].slice(0, limit);
}
