import { type Content, type InboundMail, maxMailBytes, type ParsedMail } from "../inbound-mail.ts";
import { headOf } from "../proof/header-fields.ts";
import { readEnvelope } from "./envelope.ts";
import { MailHeaders } from "./headers.ts";
import {
  isAbsence,
  isFromMailServer,
  isMailerDaemon,
  isOurOwn,
  isReport,
  looksAutomatic,
} from "./machines.ts";

interface ParsedHeaders extends ParsedMail {
  /** Whether its parts may report on another mail. */
  readonly mayReport: boolean;
}

/** Classifies a mail that isn't read by its headers alone. */
export function readHeadersOnly(
  { source }: InboundMail,
  ownAddresses: readonly string[],
  why: Extract<Content, { is: "refused" }>["reason"] = source.length > maxMailBytes
    ? "too-large"
    : "unreadable",
): ParsedHeaders {
  const headers = new MailHeaders(headOf(source));
  const envelope = readEnvelope(source, headers);
  const { author } = envelope;
  const isFromUs = isOurOwn(author, ownAddresses);
  const mayReport = !isFromUs && (isReport(headers) || isFromMailServer(headers, author));
  const isSurelyProgram = isFromUs || isMailerDaemon(author) || isAbsence(headers);
  if (isSurelyProgram) return { envelope, mayReport, content: { is: "machine" } };
  const reason = mayReport || looksAutomatic(headers) ? "automatic" : why;
  return { envelope, mayReport, content: { is: "refused", reason } };
}
