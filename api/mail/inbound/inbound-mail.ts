/** Inbound mail: the source, the parsed mail and the outcome. */
import { counted, megabytes } from "../../../events/amounts.ts";
import { textLimits } from "../../../events/connections/limits.ts";

export interface InboundMail {
  readonly source: Uint8Array;
}

/** Larger mails are refused unread. */
export const maxMailBytes = 5 * 1024 * 1024;

/** Why a mail was not posted, as shown to its author on the site. Strangers get no answer. */
export const refusalTexts = {
  "too-large": `It was larger than ${megabytes(maxMailBytes)}. Send it again without attachments.`,
  "too-long": `Its text was too long. A message can have ${
    counted(textLimits.message, "character")
  }.`,
  unreadable: "We couldn't read it. Send it again as plain text, or write here.",
  encrypted: "It was encrypted. Send it again without encryption, or write here.",
  empty: "We found no new text in it. Write above the text that you answer.",
  "unknown-conversation":
    "We couldn't tell which conversation it belongs to. Open the conversation and write there.",
  expired: "The address that it went to had expired. Write here instead.",
  "not-the-author":
    "It came from an address that isn't yours. If you wrote it, send it from your account's address.",
  automatic: "It looked like an automatic answer. If you wrote it, write here.",
  reaction: "It was an emoji as a reaction, which we don't post. Write a message instead.",
  closed: "The conversation had ended.",
  repeated: "You sent the same text within a day. If you meant to, write it here.",
  "too-many": "You sent many emails in a short time. Write here instead.",
} as const;
export type RefusalReason = keyof typeof refusalTexts;

export type Outcome =
  | { readonly is: "posted" | "held" | "machine" | "bounce" }
  | { readonly is: "refused"; readonly reason: RefusalReason };

/** Takes a mail. Rejects if nothing was stored and the mail has to be sent again. */
export type Receive = (mail: InboundMail) => Promise<Outcome>;

/** The parts of a mail that are read. Nothing else is stored or shown. */
export interface ParsedMail {
  readonly envelope: Envelope;
  readonly content: Content;
}

/** Ids and addresses of a mail, in lower case. */
export interface Envelope {
  /** Without angle brackets, if there is one. */
  readonly messageId: string | undefined;
  /** `undefined` unless there is exactly one. */
  readonly author: string | undefined;
  /** Everyone it was sent or delivered to, from all such headers. */
  readonly recipients: readonly string[];
  /** Ids of mails that it answers, nearest first, without angle brackets. */
  readonly answers: readonly string[];
}

export type Content =
  | Letter
  /** An automatic mail, such as a vacation notice. */
  | { readonly is: "machine" }
  /** A report that a mail could not be delivered. */
  | { readonly is: "bounce"; readonly messageIds: readonly string[]; readonly isHard: boolean }
  | {
    readonly is: "refused";
    readonly reason:
      | "too-large"
      | "too-long"
      | "unreadable"
      | "encrypted"
      | "empty"
      | "automatic"
      | "reaction";
  };

export interface Letter extends WrittenText {
  readonly is: "letter";
  /** Including pictures in the text. */
  readonly attachments: number;
}

export interface WrittenText {
  /** Lines end with `\n`. */
  readonly text: string;
  readonly cut: readonly CutText[];
}

/** A part of the text that isn't delivered. Only its author can see it. */
export interface CutText {
  /** `contact` has telephone numbers and addresses, one on a line. */
  readonly is: "quote" | "signature" | "contact";
  readonly text: string;
}
