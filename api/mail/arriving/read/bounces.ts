/**
 * Reports of undelivered mails (RFC 3464), with statuses of RFC 3463.
 * @see {@link https://www.rfc-editor.org/rfc/rfc3464}
 */
import { meaningOf } from "../../dead-address.ts";
import type { Content } from "../arriving-mail.ts";
import { decodeBody, decodeText } from "./decode.ts";
import { findAddresses } from "./envelope.ts";
import { MailHeaders } from "./headers.ts";
import { type Part, readHeaders } from "./parts.ts";

const statusTypes = ["message/delivery-status", "message/global-delivery-status"];
const returnedTypes = [
  "message/rfc822",
  "message/rfc822-headers",
  "message/global",
  "message/global-headers",
  "text/rfc822-headers",
];
/** Only the start of a part is read; it has what matters. */
const maxBytes = 65_536;
const maxIds = 50;

/** `undefined` if it names no mail, or reports a delivery. */
export function readBounce(root: Part): Extract<Content, { is: "bounce" }> | undefined {
  const parts = leavesOf(root).map((part) => ({ ...part, body: part.body.subarray(0, maxBytes) }));
  const ofType = (types: readonly string[]) =>
    parts.filter(({ type }) => types.includes(type.value));
  const words = ofType(["text/plain"]).map(decodeText);
  const recipients = ofType(statusTypes).flatMap((part) => readRecipients(part, words.join("\n")));
  if (recipients.length > 0 && !recipients.some(({ isFailed }) => isFailed)) return undefined;
  const returned = ofType(returnedTypes).map((part) =>
    readHeaders(decodeBody(part)).first("message-id")
  );
  // A report in words has the returned mail's id in a line.
  const ids = returned.length > 0
    ? returned
    : words.flatMap((text) =>
      text.split(/\r?\n/).filter((line) => /^[> \t]*message-id:/i.test(line))
    );
  const messageIds = [...new Set(ids.flatMap(findAddresses))].slice(0, maxIds);
  if (messageIds.length === 0) return undefined;
  return { is: "bounce", messageIds, isHard: recipients.some(({ isHard }) => isHard) };
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
    // Some servers only say in words why.
    const said = fields.first("diagnostic-code") || words;
    const isHard = hasFailed && !status.startsWith("4.") && meaningOf(status, said) === "dead";
    return [{ isFailed: hasFailed || action.startsWith("delayed"), isHard }];
  });
}

const utf8 = new TextEncoder();
