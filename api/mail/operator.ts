/**
 * Letters about what an operator did to one account, with a command.
 *
 * @module
 */
import { type Letter, siteName } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

interface Reader {
  readonly firstName: string;
}

const expected = ({ supportEmail }: Letterhead) => [
  "If you asked for this, you don't need to do anything.",
  `If you didn't, write to ${supportEmail} right away.`,
];

/** The link is not in it: it is for someone who can't read this mailbox. */
export function passwordLinkMadeLetter({ firstName }: Reader, head: Letterhead): Letter {
  return {
    subject: `A link to set your ${siteName(head)} password was made`,
    firstName,
    opening: "The site's operator made a link that sets a new password for your account. " +
      "Anyone who has the link can sign in as you.",
    closing: ["The link isn't in this email. It works once, for one hour.", ...expected(head)],
    because: "the operator made a password link for your account",
  };
}

export function dataExportedLetter({ firstName }: Reader, head: Letterhead): Letter {
  return {
    subject: `Your ${siteName(head)} data was copied`,
    firstName,
    opening:
      "The site's operator saved a copy of everything that is stored about you: your account, " +
      "your profile and picture, and what you did and wrote.",
    closing: expected(head),
    because: "the operator saved a copy of your data",
  };
}

export function suspendedLetter({ firstName }: Reader, head: Letterhead): Letter {
  return {
    subject: `Your ${siteName(head)} account was suspended`,
    firstName,
    opening:
      "The site's operator suspended your account. You can't sign in, and other members can't " +
      "see you.",
    closing: [
      "Nothing of it is deleted.",
      `If you think this is a mistake, or want your account deleted, write to ${head.supportEmail}.`,
    ],
    because: "you have an account",
  };
}

export function restoredLetter({ firstName }: Reader, head: Letterhead): Letter {
  return {
    subject: `Your ${siteName(head)} account was restored`,
    firstName,
    opening: "The site's operator restored your account. Everything is as it was before it was " +
      "suspended.",
    action: { label: "Sign in", link: new URL("/", head.appOrigin).href },
    closing: [`If you think this is a mistake, write to ${head.supportEmail}.`],
    because: "your account was suspended until now",
  };
}

/** @param receipt Of the erasure, as one line. */
export function accountDeletedLetter(
  { firstName, receipt }: Reader & { readonly receipt: string },
  head: Letterhead,
): Letter {
  return {
    subject: `Your ${siteName(head)} account was deleted`,
    firstName,
    opening: "The site's operator deleted your account, with your profile, your picture and your " +
      "messages. Keep this receipt: with it, you can ask the operator to check that nothing is left.",
    quote: receipt,
    closing: ["This is the last email about your account.", ...expected(head)],
    because: "you had an account until now",
  };
}
