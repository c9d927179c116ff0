import {
  type Content,
  type Envelope,
  type InboundMail,
  maxMailBytes,
  type ParsedMail,
} from "../inbound-mail.ts";
import { cutLines } from "../text/cut-text.ts";
import type { OwnLetter } from "../text/header-block.ts";
import { countAttachments, hasUnreadablePart, isPgpMessage, openParts, readLines } from "./body.ts";
import { readBounce } from "./bounces.ts";
import { headOf } from "../proof/header-fields.ts";
import { readEnvelope } from "./envelope.ts";
import { readHeadersOnly } from "./read-headers.ts";
import { decodeWords, MailHeaders } from "./headers.ts";
import {
  hasReportPart,
  isAbsence,
  isCalendarReply,
  isFromMailServer,
  isMailerDaemon,
  isOurOwn,
  isReaction,
  isReactionText,
  isReport,
  looksAutomatic,
} from "./machines.ts";
import { type Part, readParts, RefusedMail } from "./parts.ts";

/**
 * Reads a mail. Some mails take long, so it runs in a worker with a time limit.
 * @param ownAddresses Our sender and reply addresses.
 */
export async function readMail(
  { source }: InboundMail,
  ownAddresses: readonly string[] = [],
): Promise<ParsedMail> {
  if (source.length > maxMailBytes) return readHeadersOnly({ source }, ownAddresses);
  try {
    const headers = new MailHeaders(headOf(source));
    const envelope = readEnvelope(source, headers);
    return { envelope, content: await readContent(source, headers, envelope, ownAddresses) };
  } catch (error) {
    if (!(error instanceof RefusedMail)) throw error;
    return readHeadersOnly({ source }, ownAddresses, error.reason);
  }
}

async function readContent(
  source: Uint8Array,
  headers: MailHeaders,
  envelope: Envelope,
  ownAddresses: readonly string[],
): Promise<Content> {
  const { author } = envelope;
  if (isOurOwn(author, ownAddresses)) return { is: "machine" };
  const saysReport = isReport(headers);
  const isOfServer = isFromMailServer(headers, author);
  const report = saysReport || isOfServer ? await readParts(source) : undefined;
  const bounce = report && readBounce(report, { isOfServer, answers: envelope.answers });
  if (bounce !== undefined) return bounce;
  const isReportOfProgram = saysReport && report !== undefined && hasReportPart(report);
  if (isReportOfProgram || isMailerDaemon(author) || isAbsence(headers)) {
    return { is: "machine" };
  }
  // A report may contain a person's text, too.
  if (saysReport || isOfServer || looksAutomatic(headers)) {
    return { is: "refused", reason: "automatic" };
  }
  const mail = await openParts(await readParts(source));
  if (isCalendarReply(mail)) return { is: "refused", reason: "automatic" };
  return isReaction(mail)
    ? { is: "refused", reason: "reaction" }
    : readLetter(mail, answeredLetter(headers, envelope, ownAddresses));
}

function readLetter(mail: Part, letter: OwnLetter): Content {
  const { text, cut } = cutLines(readLines(mail), letter);
  if (isPgpMessage(text)) return { is: "refused", reason: "encrypted" };
  if (isReactionText(text)) return { is: "refused", reason: "reaction" };
  // The charset is missing or wrong.
  if (text.includes("\ufffd")) return { is: "refused", reason: "unreadable" };
  if (text.trim() !== "") {
    return { is: "letter", text, cut, attachments: countAttachments(mail) };
  }
  return { is: "refused", reason: hasUnreadablePart(mail) ? "unreadable" : "empty" };
}

/** Reply prefixes in any language: "Re:", "SV:", "AW:". */
const replyPrefix = /^(?:\s*(?:\p{L}{1,5}(?:\[\d+\])?\s*[:：]|\[external\]:?))+\s*/iu;
const most = 5;
/** Shorter subjects may match unrelated text. */
const shortest = 6;

/** Facts about our letter from the answer's headers, which help to find its quote. */
function answeredLetter(
  headers: MailHeaders,
  { recipients }: Envelope,
  ownAddresses: readonly string[],
): OwnLetter {
  const isOurs = (address: string) =>
    /[a-z2-7]{26}@/.test(address) || isOurOwn(address, ownAddresses);
  const subject = decodeWords(headers.first("subject")).replace(replyPrefix, "").trim()
    .toLowerCase();
  const names = headers.all("to").flatMap((field) => field.split(","))
    .filter((mailbox) => mailbox.includes("<"))
    .map((mailbox) => mailbox.slice(0, mailbox.indexOf("<")).replaceAll('"', "").trim());
  return {
    addresses: recipients.filter(isOurs).slice(0, most),
    names: names.slice(0, most).filter((name) => name.length >= shortest).map((name) =>
      name.toLowerCase()
    ),
    subject: subject.length < shortest ? "" : subject,
  };
}
