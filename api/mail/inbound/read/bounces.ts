/**
 * Reports of undelivered mails (RFC 3464), with statuses of RFC 3463.
 * @see {@link https://www.rfc-editor.org/rfc/rfc3464}
 */
import { meaningOf, type RefusalMeaning } from "../../dead-address.ts";
import type { Content } from "../inbound-mail.ts";
import { findAddresses } from "./envelope.ts";
import { headOf } from "../proof/header-fields.ts";
import { MailHeaders } from "./headers.ts";
import { hasReportPart } from "./machines.ts";
import { decodeText, type Part } from "./parts.ts";

const statusTypes = ["message/delivery-status", "message/global-delivery-status"];
const returnedTypes = [
  "message/rfc822",
  "message/rfc822-headers",
  "message/global",
  "message/global-headers",
  "text/rfc822-headers",
];
/** Only the start of a part is read, where the status is. */
const maxBytes = 65_536;
const maxIds = 50;

/** Facts about a mail that may be a report. */
interface Source {
  /** Whether a server wrote it. Then text alone may be a report. */
  readonly isOfServer: boolean;
  /** Ids of mails that it answers, in case it returns none. */
  readonly answers: readonly string[];
}

/** `undefined` if it names no mail, reports a delivery, or may be a person's text. */
export function readBounce(
  root: Part,
  { isOfServer, answers }: Source,
): Extract<Content, { is: "bounce" }> | undefined {
  const parts = leavesOf(root).map((part) => ({
    ...part,
    content: part.content.subarray(0, maxBytes),
  }));
  const ofType = (types: readonly string[]) => parts.filter(({ type }) => types.includes(type));
  const words = ofType(["text/plain"]).map(decodeText);
  const recipients = ofType(statusTypes).flatMap((part) => readRecipients(part, words.join("\n")));
  if (recipients.length > 0 && !recipients.some(({ isFailed }) => isFailed)) return undefined;
  const isInWords = recipients.length === 0;
  if (isInWords && (!isOfServer || hasReportPart(root))) return undefined;
  const returned = ofType(returnedTypes).map(({ content }) =>
    new MailHeaders(headOf(content)).first("message-id")
  );
  // A report in plain text has the returned mail's id in a line.
  const ids = returned.length > 0
    ? returned
    : words.flatMap((text) =>
      text.split(/\r?\n/).filter((line) => /^[> \t]*message-id:/i.test(line))
    );
  const named = ids.flatMap(findAddresses);
  // A vacation notice answers our mail, too.
  const isSurelyReport = !isInWords || root.headers.first("x-failed-recipients") !== "";
  const messageIds = [...new Set(named.length > 0 || !isSurelyReport ? named : answers)];
  if (messageIds.length === 0) return undefined;
  const isHard = isInWords
    ? meaningInWords(words.join("\n")) === "dead"
    : recipients.some((recipient) => recipient.isHard);
  return { is: "bounce", messageIds: messageIds.slice(0, maxIds), isHard };
}

function leavesOf(part: Part): readonly Part[] {
  return part.parts.length > 0 ? part.parts.flatMap(leavesOf) : [part];
}

/** Results for each address; the first group of fields is about the server. */
function readRecipients(part: Part, words: string) {
  return decodeText(part).split(/\r?\n\r?\n/).flatMap((group) => {
    const fields = new MailHeaders(utf8.encode(group));
    const action = fields.first("action").toLowerCase();
    if (action === "") return [];
    const [status = ""] = fields.first("status").split(/[\s(]/, 1);
    const hasFailed = action.startsWith("failed");
    const diagnostic = fields.first("diagnostic-code");
    const meaning = /\p{L}/u.test(withoutType(diagnostic))
      ? meaningOf(status, withoutType(diagnostic))
      // Some servers only say in words why.
      : meaningInWords(words, status);
    const isHard = hasFailed && !status.startsWith("4.") && meaning === "dead";
    return [{ isFailed: hasFailed || action.startsWith("delayed"), isHard }];
  });
}

/** "smtp; 550 User unknown" */
function withoutType(diagnostic: string): string {
  return diagnostic.replace(/^[\w-]+\s*;/, "");
}

/** The meaning of a report's part for people, which may quote the other server. */
function meaningInWords(words: string, status = ""): RefusalMeaning {
  const lines = words.split(/\r?\n/);
  // A returned mail's text says nothing about its recipient.
  const returnedAt = lines.findIndex((line) => returnedMail.test(line));
  const ofServer = lines.slice(0, returnedAt < 0 ? undefined : returnedAt).join("\n");
  const quoted = ofServer.split(/\n(?:[> \t]*\n)+/).filter((text) => replyCode.test(text));
  const meanings = quoted.length > 0
    ? quoted.map((text) => meaningOf(status, text))
    : [meaningOf(undefined, ofServer) ?? meaningOf(status, "")];
  const found = [meaningOf(status, ""), meaningOf(undefined, ofServer), ...meanings];
  for (const meaning of ["sender", "passing"] as const) if (found.includes(meaning)) return meaning;
  return meanings.includes("dead") ? "dead" : undefined;
}

const returnedMail =
  /^[> \t]*(?:(?:return-path|received|message-id|mime-version|dkim-signature):|[-=*_ ]*(?:below this line is a copy|this is a copy of|original message|the original message|returned message|unsent message|message header))/i;
const replyCode =
  /(?<![\w.:-])[45]\d\d[- ](?=\D|[45]\.)|(?<![\w.])[45]\.\d{1,3}\.\d{1,3}(?![\w.]\d?)/;

const utf8 = new TextEncoder();
