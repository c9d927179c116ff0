/** Mail that arrives: what the ways in hand over, what is read from it, and what became of it. */

export interface ArrivedMail {
  readonly source: Uint8Array;
  /** Addresses that it was delivered to, where the way in knows them. */
  readonly recipients?: readonly string[];
}

/** Why a mail was not posted, as its author reads it on the site, with what to do. Strangers are told nothing. */
export const whyRefused = {
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
} as const;
export type RefusalReason = keyof typeof whyRefused;
export const refusals = Object.keys(whyRefused) as RefusalReason[];

export type Outcome =
  | { readonly is: "posted" | "held" | "machine" | "bounce" }
  | { readonly is: "refused"; readonly reason: RefusalReason };

/** Takes a mail. It rejects when nothing was stored, and the mail has to be handed over again later. */
export type Receive = (mail: ArrivedMail) => Promise<Outcome>;

/** What is read from a mail. Nothing else of it is stored, or shown to anyone. */
export interface Reading {
  readonly envelope: Envelope;
  readonly content: Content;
}

/** Ids and addresses of a mail, in lower case. */
export interface Envelope {
  /** Without angle brackets; `undefined` when there is none. */
  readonly messageId: string | undefined;
  /** Its single author; `undefined` when it names none, or several. */
  readonly author: string | undefined;
  /** Everyone it was sent or delivered to, from all headers that say so. */
  readonly recipients: readonly string[];
  /** Ids of mails that it answers, the nearest first, without angle brackets. */
  readonly answers: readonly string[];
}

export type Content =
  | Letter
  /** A robot's mail, such as a vacation notice or one from a mailing list. */
  | { readonly is: "machine" }
  /** A report that a mail could not be delivered. */
  | { readonly is: "bounce"; readonly messageIds: readonly string[]; readonly isHard: boolean }
  | {
    readonly is: "refused";
    readonly reason: "too-large" | "too-long" | "unreadable" | "encrypted" | "empty";
  };

export interface Letter extends WrittenText {
  readonly is: "letter";
  /** Number of attachments, pictures in the text among them. */
  readonly attachments: number;
}

/** The new text of a mail, and what was cut from it. */
export interface WrittenText {
  /** Lines end with `\n`. */
  readonly text: string;
  readonly cut: readonly CutText[];
}

/** A part of the text that is not delivered. Its author alone can see it. */
export interface CutText {
  readonly is: "quote" | "signature";
  readonly text: string;
}
