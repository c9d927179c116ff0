/** Letters about the reader's account. They name each change, because someone else may have made it. */
import { tokenLifetimeMs } from "../../auth/tokens.ts";
import { lasting } from "../../../events/amounts.ts";
import { z } from "zod";
import type { Letter } from "./letter.ts";
import { dayMs, letterKind, Recipient, RecipientWithToken } from "./letter-kind.ts";
import { codeLink, type Letterhead, pageLink, siteName, tokenLink } from "./letterhead.ts";

const ifAskedFor = ({ supportEmail }: Letterhead) => [
  "If you asked for this, you don't need to do anything.",
  `If you didn't, write to ${supportEmail} right away.`,
];

// The link lives for a week; after three days without the mail, people have requested another.
const confirmAddress = letterKind(
  RecipientWithToken,
  3 * dayMs,
  "confirmation",
  ({ token }, head) => ({
    subject: `Confirm your email address for ${siteName(head)}`,
    opening: `Please confirm that this is the email address of your ${siteName(head)} account.`,
    action: {
      label: "Confirm my email address",
      link: tokenLink(head, "/verify-email", token),
    },
    closing: [
      "If you don't have an account, someone mistyped their address. You don't need to do anything.",
    ],
    details: [`The link works once, for ${lasting(tokenLifetimeMs["verify-email"])}.`],
    because: "someone entered this address for an account",
  }),
);

/** As people read it: `1234 5678`. */
export const spacedCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;

/** `username` is empty where it may be a stranger's words. */
const PasswordLink = RecipientWithToken.extend({ username: z.string() });
const yourUsername = (username: string) => username === "" ? [] : [`Your username is ${username}.`];

export const accountLetters = {
  // No topic: two devices may ask at once, and both codes work.
  "sign-in-code": letterKind(
    Recipient.extend({ code: z.string() }),
    tokenLifetimeMs.code,
    undefined,
    ({ code }, head) => ({
      subject: `${spacedCode(code)} is your ${siteName(head)} code`,
      code: spacedCode(code),
      opening: `Enter this code on the ${siteName(head)} page that asks for it.`,
      action: { label: "Or open this page", link: codeLink(head, code) },
      closing: [
        `The code works once, for ${
          lasting(tokenLifetimeMs.code)
        }, in the browser that asked for it.`,
        "If you didn't ask for it, you don't need to do anything. Don't give the code to anyone: " +
        "we never ask for it by phone or email.",
      ],
      because: "someone asked for a code to sign in to your account",
    }),
  ),
  // As long as the link in it lives.
  "reset-password": letterKind(
    PasswordLink,
    tokenLifetimeMs["reset-password"],
    "reset",
    ({ token, username }, head) => ({
      subject: `Reset your ${siteName(head)} password`,
      opening: "Someone, probably you, asked to reset the password of your " +
        `${siteName(head)} account.`,
      action: { label: "Choose a new password", link: tokenLink(head, "/reset-password", token) },
      opensAccount: true,
      closing: [
        ...yourUsername(username),
        "If you didn't ask for this, you don't need to do anything. Your password stays as it is.",
      ],
      details: [`The link works once, for ${lasting(tokenLifetimeMs["reset-password"])}.`],
      because: "someone asked to reset the password of your account",
    }),
  ),
  // The form's answer doesn't reveal whether the address has an account.
  "already-registered": letterKind(
    PasswordLink,
    tokenLifetimeMs["reset-password"],
    "reset",
    ({ token, username }, head) => ({
      subject: `You already have a ${siteName(head)} account`,
      opening:
        "Someone, probably you, tried to create an account with this address. You have one " +
        "already.",
      action: { label: "Choose a new password", link: tokenLink(head, "/reset-password", token) },
      opensAccount: true,
      closing: [
        ...yourUsername(username),
        { label: "Or log in", link: pageLink(head, "/") },
        "If you didn't, you don't need to do anything. Your account stays as it is.",
      ],
      details: [
        `The link for a new password works once, for ${
          lasting(tokenLifetimeMs["reset-password"])
        }.`,
      ],
      because: "someone tried to create an account with your address",
    }),
  ),
  "verify-email": confirmAddress,
  // The same letter, sent automatically at registration.
  "confirm-registration": confirmAddress,
  "password-changed": letterKind(Recipient, 3 * dayMs, "password", (_, head) => ({
    subject: `Your ${siteName(head)} password was changed`,
    opening: `Your ${siteName(head)} account has a new password. ` +
      "We signed you out on all other devices.",
    action: { label: "Choose another password", link: pageLink(head, "/forgot-password") },
    closing: [
      "If you changed it, you don't need to do anything.",
      "If you didn't, choose another password now. Someone may know your password or read your " +
      `email, so please write to ${head.supportEmail}, too.`,
    ],
    because: "the password of your account was changed",
  })),
  // To the previous address, without naming the new one.
  "email-changed": letterKind(Recipient, 3 * dayMs, undefined, (_, head) => ({
    subject: `Your ${siteName(head)} email address was changed`,
    opening: `Your ${siteName(head)} account has a new email address. ` +
      "We'll send emails about your account there.",
    closing: [
      "If you changed it, you don't need to do anything.",
      `If you didn't, someone else may be using your account. Write to ${head.supportEmail} right away.`,
    ],
    because: "this was your account's email address until now",
  })),
  // Without the link: it is for someone who can't read this mailbox.
  "password-link-made": letterKind(Recipient, 3 * dayMs, undefined, (_, head) => ({
    subject: `A link to set your ${siteName(head)} password was made`,
    opening: "The site's operator made a link that sets a new password for your account. " +
      "Anyone who has the link can sign in as you.",
    closing: [
      `The link isn't in this email. It works once, for ${
        lasting(tokenLifetimeMs["reset-password"])
      }.`,
      ...ifAskedFor(head),
    ],
    because: "the operator made a password link for your account",
  })),
  "data-exported": letterKind(Recipient, 14 * dayMs, undefined, (_, head) => ({
    subject: `Your ${siteName(head)} data was copied`,
    opening:
      "The site's operator saved a copy of everything that is stored about you: your account, " +
      "your profile and picture, and what you did and wrote.",
    closing: ifAskedFor(head),
    because: "the operator saved a copy of your data",
  })),
  "passkey-added": letterKind(Recipient, 3 * dayMs, undefined, (_, head) => ({
    subject: `A passkey was added to your ${siteName(head)} account`,
    opening: "Your account has a new passkey. Anyone who can unlock its device can sign in " +
      "as you.",
    action: { label: "See your passkeys", link: pageLink(head, "/profile/security") },
    closing: [
      "If you added it, you don't need to do anything.",
      "If you didn't, someone else may be using your account. Remove the passkey, change your " +
      `password, sign out everywhere else, and write to ${head.supportEmail}.`,
    ],
    because: "a passkey was added to your account",
  })),
  "passkey-removed": letterKind(Recipient, 3 * dayMs, undefined, (_, head) => ({
    subject: `A passkey was removed from your ${siteName(head)} account`,
    opening: "One of your account's passkeys doesn't work anymore.",
    action: { label: "See your passkeys", link: pageLink(head, "/profile/security") },
    closing: [
      "If you removed it, you don't need to do anything.",
      "If you didn't, someone else may be using your account. Change your password, sign out " +
      `everywhere else, and write to ${head.supportEmail}.`,
    ],
    because: "a passkey was removed from your account",
  })),
  "data-downloaded": letterKind(Recipient, 3 * dayMs, undefined, (_, head) => ({
    subject: `Your ${siteName(head)} data was downloaded`,
    opening:
      "Someone, probably you, downloaded everything that is stored about you: your account, " +
      "your profile and picture, and what you did and wrote.",
    action: { label: "See where you're signed in", link: pageLink(head, "/profile/security") },
    closing: [
      "If you did, you don't need to do anything.",
      "If you didn't, someone else may be using your account. Change your password, sign out " +
      `everywhere else, and write to ${head.supportEmail}.`,
    ],
    because: "your data was downloaded",
  })),
  suspended: letterKind(Recipient, 14 * dayMs, "suspension", (_, head) => ({
    subject: `Your ${siteName(head)} account was suspended`,
    opening:
      "The program's staff suspended your account. You can't sign in, and other members can't " +
      "see you.",
    closing: [
      "Nothing of it is deleted.",
      `If you think this is a mistake, or want your account deleted, write to ${head.supportEmail}.`,
    ],
    because: "you have an account",
  })),
  restored: letterKind(Recipient, 14 * dayMs, "suspension", (_, head) => ({
    subject: `Your ${siteName(head)} account was restored`,
    opening: "The program's staff restored your account. You can sign in again.",
    action: { label: "Sign in", link: pageLink(head, "/") },
    closing: [`If you think this is a mistake, write to ${head.supportEmail}.`],
    because: "you couldn't sign in to your account until now",
  })),
};

/** Last letter about a deleted account, sent at once: a queue would store the address. */
export function accountDeletedLetter(
  { firstName }: { readonly firstName: string },
  head: Letterhead,
): Letter {
  return {
    subject: `Your ${siteName(head)} account was deleted`,
    firstName,
    opening: "The site's operator deleted your account, with your profile, your picture and your " +
      "messages.",
    closing: ["This is the last email about your account.", ...ifAskedFor(head)],
    because: "you had an account until now",
  };
}

/** Shows staff and operators that mail arrives, and how it looks. Sent at once. */
export function testLetter(head: Pick<Letterhead, "programName">): Letter {
  return {
    subject: `Test email from ${siteName(head)}`,
    firstName: "",
    opening: `Email from ${siteName(head)} works. ` +
      "Check that this one is in your inbox, not in spam.",
    closing: [],
    because: "someone asked for a test email to this address",
  };
}
