/**
 * Letters about what the program has decided. Nobody but the reader is named in them: not who reported, and
 * not who decided.
 *
 * @module
 */
import { type Letter, type Letterhead, siteName } from "./letter.ts";

export interface Decided {
  readonly firstName: string;
  /** What staff wrote; `null` where they wrote nothing. */
  readonly words: string | null;
}

const mistake = ({ supportEmail }: Letterhead) =>
  `If you have no account there, or think that this is a mistake, write to ${supportEmail}. ` +
  "Otherwise you need not do anything.";

const withdrawn =
  "Your open requests were withdrawn. Your profile and your conversations stay as they are.";

export function admittedLetter({ firstName }: Decided, head: Letterhead): Letter {
  return {
    subject: `You can use ${siteName(head)} now`,
    firstName,
    opening: "The program's staff has accepted your registration.",
    action: { label: "Sign in", link: new URL("/", head.appOrigin).href },
    closing: [mistake(head)],
    because: "you have registered there",
  };
}

export function refusedLetter({ firstName, words }: Decided, head: Letterhead): Letter {
  return {
    subject: `Your account on ${siteName(head)} was not approved`,
    firstName,
    opening: "The program's staff didn't approve your account" + (words === null ? "." : ":"),
    quote: words,
    closing: [
      "You can't see other members, and they can't see you. You can sign in and delete your account.",
      mistake(head),
    ],
    because: "you have an account there",
  };
}

export function warnedLetter({ firstName, words }: Decided, head: Letterhead): Letter {
  return {
    subject: `About a message that you wrote on ${siteName(head)}`,
    firstName,
    opening:
      "A message that you wrote was reported to the program's staff. They have read that one " +
      "message, and ask you to mind this:",
    quote: words,
    closing: ["Your account stays as it is.", mistake(head)],
    because: "a message of yours was reported",
  };
}

export function askingClosedLetter({ firstName, words }: Decided, head: Letterhead): Letter {
  return {
    subject: `You can't ask others for help on ${siteName(head)} anymore`,
    firstName,
    opening:
      "A message that you wrote was reported to the program's staff. They have read that one " +
      "message, and have closed your account for asking others for help" +
      (words === null ? "." : ":"),
    quote: words,
    closing: [withdrawn, mistake(head)],
    because: "a message of yours was reported",
  };
}

/** The same by staff, without a report. */
export function askingStoppedLetter({ firstName }: Decided, head: Letterhead): Letter {
  return {
    subject: `You can't ask others for help on ${siteName(head)} anymore`,
    firstName,
    opening: "The program's staff has closed your account for asking others for help.",
    closing: [withdrawn, mistake(head)],
    because: "you have an account there",
  };
}

export function askingOpenedLetter({ firstName }: Decided, head: Letterhead): Letter {
  return {
    subject: `You can ask others for help on ${siteName(head)} again`,
    firstName,
    opening: "The program's staff has opened your account for asking others for help again.",
    action: { label: "Find someone", link: new URL("/directory", head.appOrigin).href },
    closing: [mistake(head)],
    because: "your account was closed for it",
  };
}
