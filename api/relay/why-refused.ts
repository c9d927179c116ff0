import type { RefusalReason } from "../mail/arriving/arriving-mail.ts";

/** Why an email was not posted, as its author reads it, with what to do. */
export const whyRefused: Readonly<Record<RefusalReason, string>> = {
  "too-large": "It was larger than 5 MB. Send it again without attachments.",
  "too-long": "Its text was too long. A message can have 4,000 characters.",
  unreadable: "We couldn't read it. Send it again as plain text, or write here.",
  encrypted: "It was encrypted. Send it again without encryption, or write here.",
  empty: "We found no new text in it. Write above the text that you answer.",
  "unknown-conversation":
    "We couldn't tell which conversation it belongs to. Open the conversation and write there.",
  "not-the-author":
    "It came from an address that isn't yours. If you wrote it, send it from your account's address.",
  closed: "The conversation had ended.",
  repeated: "You sent the same text within a day. If you meant to, write it here.",
  "too-many": "You sent many emails in a short time. Write here instead.",
};
