/** Letters about the addresses of an account. None of them names an address. */
import { lasting } from "../../../events/amounts.ts";
import { undoDays } from "../../../events/members/addresses.ts";
import { z } from "zod";
import { tokenLifetimeMs } from "../../auth/tokens.ts";
import { spacedCode } from "./account-letters.ts";
import { dayMs, letterKind, Recipient, RecipientWithToken } from "./letter-kind.ts";
import { pageLink, siteName, tokenLink } from "./letterhead.ts";

const addressesChanges = ["added", "main", "removed", "swapped"] as const;
export type AddressesChange = typeof addressesChanges[number];

const changed: Readonly<Record<AddressesChange, string>> = {
  added: "got a second email address. It can be used to sign in.",
  main: "has a new email address. Emails about your account go there now.",
  removed: "no longer has its second email address.",
  swapped: "now uses its second email address as the main one. Emails go there now.",
};

export const addressLetters = {
  "address-code": letterKind(
    Recipient.extend({ code: z.string() }),
    tokenLifetimeMs["address-code"],
    "address",
    ({ code }, head) => ({
      subject: `${spacedCode(code)} confirms your email address for ${siteName(head)}`,
      code: spacedCode(code),
      opening: `Enter this code on the ${siteName(head)} page where you typed this address.`,
      action: {
        label: "Confirm this address",
        link: `${pageLink(head, "/profile/addresses")}?code=${code}`,
      },
      closing: [
        "If you don't have an account, someone mistyped their address. You don't need to do anything.",
      ],
      details: [`The code works once, for ${lasting(tokenLifetimeMs["address-code"])}.`],
      because: "someone entered this address for their account",
    }),
  ),
  "addresses-changed": letterKind(
    RecipientWithToken.extend({ what: z.enum(addressesChanges) }),
    undoDays * dayMs,
    undefined,
    ({ token, what }, head) => ({
      subject: `The email addresses of your ${siteName(head)} account were changed`,
      opening: `Your ${siteName(head)} account ${changed[what]}`,
      action: { label: "Undo this change", link: tokenLink(head, "/undo-address", token) },
      closing: [
        "If you made this change, you don't need to do anything.",
        "If you didn't, undo it. That signs out everyone who uses your account, and lets you choose a " +
        "new password.",
      ],
      details: [`You can undo it for ${undoDays} days.`],
      because: "this is your account's email address, or was until now",
    }),
  ),
  "address-replaced": letterKind(Recipient, 14 * dayMs, undefined, (_, head) => ({
    subject: `We now write to you at this address: ${siteName(head)}`,
    opening: "Your main email address doesn't accept our emails anymore, so your second one took " +
      "its place. Sign in with it as before.",
    action: { label: "See your email addresses", link: pageLink(head, "/profile/addresses") },
    closing: [],
    because: "this is the second email address of your account",
  })),
};
