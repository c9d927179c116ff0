import { type Letter, type Letterhead, siteName } from "./letter.ts";

export interface EmailChanged {
  readonly firstName: string;
}

/** Tells the address that an account had until now; the new one is not named to it. */
export function emailChangedLetter({ firstName }: EmailChanged, head: Letterhead): Letter {
  return {
    subject: `Your ${siteName(head)} email address was changed`,
    firstName,
    opening: `Your ${siteName(head)} account has another email address now. ` +
      "Messages about the account go there from now on.",
    closing: [
      "If that was you, there is nothing to do.",
      `If it was not you, someone else can use your account: write to ${head.supportEmail} soon.`,
    ],
    because: "this was the address of the account until now",
  };
}
