import {
  type ArrivedMail,
  type Content,
  type Envelope,
  maxMailBytes,
  type Reading,
} from "../arriving-mail.ts";
import { cutLines } from "../text/cut-text.ts";
import type { OwnLetter } from "../text/header-block.ts";
import { countAttachments, hasUnreadablePart, isPgpMessage, openParts, readLines } from "./body.ts";
import { readBounce } from "./bounces.ts";
import { decodeWords } from "./decode.ts";
import { readEnvelope } from "./envelope.ts";
import { MailHeaders } from "./headers.ts";
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
import { type Part, readHeaders, readParts, RefusedMail } from "./parts.ts";

/**
 * Reads any bytes, in at most 50 ms and 32 MB for 5 MB; of a larger mail only the headers.
 * @param ownAddresses Our sender and reply addresses.
 */
export function readMail(mail: ArrivedMail, ownAddresses: readonly string[] = []): Reading {
  try {
    const headers = readHeaders(mail.source);
    const envelope = readEnvelope(mail, headers);
    return { envelope, content: readContent(mail.source, headers, envelope, ownAddresses) };
  } catch (error) {
    if (!(error instanceof RefusedMail)) throw error;
    return readHeadersOnly(mail, ownAddresses, error.reason);
  }
}

/** What the headers alone tell of a mail that can't be read, as by a mistake of ours. */
export function readHeadersOnly(
  mail: ArrivedMail,
  ownAddresses: readonly string[],
  why: RefusedMail["reason"] = "unreadable",
): Reading {
  const headers = anyHeaders(mail.source);
  const envelope = readEnvelope(mail, headers);
  const { author } = envelope;
  const isSurelyProgram = isOurOwn(author, ownAddresses) || isMailerDaemon(author) ||
    isAbsence(headers);
  if (isSurelyProgram) return { envelope, content: { is: "machine" } };
  const mayBeProgram = isReport(headers) || isFromMailServer(headers, author) ||
    looksAutomatic(headers);
  return { envelope, content: { is: "refused", reason: mayBeProgram ? "automatic" : why } };
}

/** Headers, or as many as can be read. */
function anyHeaders(source: Uint8Array): MailHeaders {
  try {
    return readHeaders(source);
  } catch {
    const start = Buffer.from(source.buffer, source.byteOffset, Math.min(source.length, maxStart));
    const [head = ""] = start.toString("latin1").split(/\r?\n\r?\n/, 1);
    return new MailHeaders(Buffer.from(head, "latin1"));
  }
}

const maxStart = 262_144;

function readContent(
  source: Uint8Array,
  headers: MailHeaders,
  envelope: Envelope,
  ownAddresses: readonly string[],
): Content {
  const { author } = envelope;
  if (isOurOwn(author, ownAddresses)) return { is: "machine" };
  const isTooLarge = source.length > maxMailBytes;
  const saysReport = isReport(headers);
  const isOfServer = isFromMailServer(headers, author);
  const report = (saysReport || isOfServer) && !isTooLarge ? readParts(source) : undefined;
  const bounce = report && readBounce(report, { isOfServer, answers: envelope.answers });
  if (bounce !== undefined) return bounce;
  const isReportOfProgram = saysReport && report !== undefined && hasReportPart(report);
  if (isReportOfProgram || isMailerDaemon(author) || isAbsence(headers)) {
    return { is: "machine" };
  }
  // A person's text may be in a report, too.
  if (saysReport || isOfServer || looksAutomatic(headers)) {
    return { is: "refused", reason: "automatic" };
  }
  if (isTooLarge) return { is: "refused", reason: "too-large" };
  const mail = openParts(readParts(source));
  if (isCalendarReply(mail)) return { is: "refused", reason: "automatic" };
  return isReaction(mail)
    ? { is: "refused", reason: "reaction" }
    : readLetter(mail, answeredLetter(headers, envelope, ownAddresses));
}

function readLetter(mail: Part, letter: OwnLetter): Content {
  const { text, cut } = cutLines(readLines(mail), letter);
  if (isPgpMessage(text)) return { is: "refused", reason: "encrypted" };
  if (isReactionText(text)) return { is: "refused", reason: "reaction" };
  if (text.trim() !== "") {
    return { is: "letter", text, cut, attachments: countAttachments(mail) };
  }
  return { is: "refused", reason: hasUnreadablePart(mail) ? "unreadable" : "empty" };
}

/** Reply prefixes in any language: "Re:", "SV:", "AW:". */
const replyPrefix = /^(?:\s*(?:\p{L}{1,5}(?:\[\d+\])?\s*[:：]|\[external\]:?))+\s*/iu;
const most = 5;
/** Shorter ones may be any words. */
const shortest = 6;

/** What the headers of an answer tell of our letter, by which a quote of it is known. */
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
