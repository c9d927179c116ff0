/**
 * Letters about what the program has decided. Nobody but the reader is named in them: not who reported, and
 * not who decided.
 *
 * @module
 */
import { type Letter, siteName } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

export interface Decided {
  readonly firstName: string;
  /** What staff wrote; `null` where they wrote nothing. */
  readonly words: string | null;
}

const mistake = ({ supportEmail }: Letterhead) =>
  `If you think this is a mistake, or you don't have an account, write to ${supportEmail}.`;

const withdrawn =
  "We withdrew your open requests. Your profile and your conversations stay as they are.";

export function admittedLetter({ firstName }: Decided, head: Letterhead): Letter {
  return {
    subject: `You can now use ${siteName(head)}`,
    firstName,
    opening: "The program's staff approved your account.",
    action: { label: "Sign in", link: new URL("/", head.appOrigin).href },
    closing: [mistake(head)],
    because: "you created an account",
  };
}

export function refusedLetter({ firstName, words }: Decided, head: Letterhead): Letter {
  return {
    subject: `Your ${siteName(head)} account wasn't approved`,
    firstName,
    opening: "The program's staff didn't approve your account" + (words === null ? "." : ":"),
    quote: words,
    closing: [
      "You can't see other members, and they can't see you. You can sign in and delete your account.",
      mistake(head),
    ],
    because: "you have an account",
  };
}

export function warnedLetter({ firstName, words }: Decided, head: Letterhead): Letter {
  return {
    subject: `About a message that you wrote on ${siteName(head)}`,
    firstName,
    opening:
      "Someone reported a message that you wrote. The program's staff read that one message, " +
      "and they ask you to keep this in mind:",
    quote: words,
    closing: ["Your account stays as it is.", mistake(head)],
    because: "someone reported a message that you wrote",
  };
}

export function askingClosedLetter({ firstName, words }: Decided, head: Letterhead): Letter {
  return {
    subject: `You can no longer ask for help on ${siteName(head)}`,
    firstName,
    opening:
      "Someone reported a message that you wrote. The program's staff read that one message, " +
      "and decided that you can no longer ask for help" +
      (words === null ? "." : ":"),
    quote: words,
    closing: [withdrawn, mistake(head)],
    because: "someone reported a message that you wrote",
  };
}

/** The same by staff, without a report. */
export function askingStoppedLetter({ firstName }: Decided, head: Letterhead): Letter {
  return {
    subject: `You can no longer ask for help on ${siteName(head)}`,
    firstName,
    opening: "The program's staff decided that you can no longer ask for help.",
    closing: [withdrawn, mistake(head)],
    because: "you have an account",
  };
}

export function askingOpenedLetter({ firstName }: Decided, head: Letterhead): Letter {
  return {
    subject: `You can ask for help on ${siteName(head)} again`,
    firstName,
    opening: "The program's staff decided that you can ask for help again.",
    action: { label: "Find someone to ask", link: new URL("/directory", head.appOrigin).href },
    closing: [mistake(head)],
    because: "you couldn't ask for help until now",
  };
}
