/** Automatic mail: robots' answers, mailing lists, and our own mail. */
import { type MailHeaders, readParameters } from "./headers.ts";
import type { Part } from "./parts.ts";

/** Fields that only robots write, and their values. */
const marks: readonly (readonly [field: string, isRobots: (value: string) => boolean])[] = [
  ["auto-submitted", (value) => !/^no\b/.test(value)],
  ["precedence", (value) => /^(bulk|list|junk|auto[-_]reply)\b/.test(value)],
  // Mail programs also use it to refuse receipts (`DR, RN, NRN`).
  ["x-auto-response-suppress", (value) => /\b(all|oof|autoreply)\b/.test(value)],
  ["x-autoreply", isSet],
  ["x-autorespond", isSet],
  ["list-id", isSet],
  ["list-post", isSet],
  ["list-unsubscribe", isSet],
];

function isSet(value: string): boolean {
  return value !== "" && value !== "no";
}

export function isFromRobot(headers: MailHeaders): boolean {
  return marks.some(([field, isRobots]) =>
    headers.all(field).some((value) => isRobots(value.toLowerCase()))
  );
}

/** Whether it reports on another mail: delivered, read, or returned. */
export function isReport(headers: MailHeaders): boolean {
  return readParameters(headers.first("content-type")).value === "multipart/report";
}

export function isFromMailServer(headers: MailHeaders, author: string | undefined): boolean {
  return headers.first("return-path") === "<>" || /^(mailer-daemon|postmaster)@/.test(author ?? "");
}

/** Whether it comes from one of our sender or reply addresses. */
export function isOurOwn(author: string | undefined, ownAddresses: readonly string[]): boolean {
  const bare = author?.replace(/\+[^@]*@/, "@");
  return ownAddresses.some((address) => address.toLowerCase() === bare);
}

export function isCalendarReply({ type, parts }: Part): boolean {
  const isReply = type.parameters.get("method")?.toLowerCase() === "reply";
  return (type.value === "text/calendar" && isReply) || parts.some(isCalendarReply);
}
