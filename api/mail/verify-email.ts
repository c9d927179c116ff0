import { type Letter, type Letterhead, siteName } from "./letter.ts";

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
    opening: `Please confirm that this is the email address of your ${siteName(head)} account. ` +
      "It is where a new password can be sent when you need one.",
    action: { label: "Confirm my email address", link: link.href },
    closing: [
      "The link works once, for seven days.",
      "If you have no account there, someone mistyped their address. You need not do anything: " +
      "without this link, the address is not confirmed.",
    ],
    because: "someone entered this address for their account",
  };
}
