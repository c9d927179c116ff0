import { type Letter, siteName } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

export interface VerifyEmail {
  readonly firstName: string;
  readonly token: string;
}

/** Asks whether an address is really the member's. */
export function verifyEmailLetter({ firstName, token }: VerifyEmail, head: Letterhead): Letter {
  const link = new URL("/verify-email", head.appOrigin);
  link.searchParams.set("token", token);
  return {
    subject: `Confirm your email address for ${siteName(head)}`,
    firstName,
    opening: `Please confirm the email address of your ${siteName(head)} account. ` +
      "If you forget your password, we'll send a link there.",
    action: { label: "Confirm my email address", link: link.href },
    closing: [
      "The link works once, for seven days.",
      "If you don't have an account, someone mistyped their address. You don't need to do anything. " +
      "No one can confirm your address without this link.",
    ],
    because: "someone entered this address for an account",
  };
}
