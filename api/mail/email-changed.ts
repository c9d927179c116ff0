import { type Letter, siteName } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

export interface EmailChanged {
  readonly firstName: string;
  /** Who did it, where it was not done with the account itself. */
  readonly by?: "operator" | undefined;
}

/** Tells the address that an account had until now; the new one is not named to it. */
export function emailChangedLetter({ firstName, by }: EmailChanged, head: Letterhead): Letter {
  return {
    subject: `Your ${siteName(head)} email address was changed`,
    firstName,
    opening:
      (by === "operator"
        ? `The site's operator gave your ${siteName(head)} account a new email address. `
        : `Your ${siteName(head)} account has a new email address. `) +
      "We'll send emails about your account there.",
    closing: [
      `If you ${
        by === "operator" ? "asked for this" : "changed it"
      }, you don't need to do anything.`,
      `If you didn't, someone else may be using your account. Write to ${head.supportEmail} right away.`,
    ],
    because: "this was your account's email address until now",
  };
}
