import { type Letter, type Letterhead, siteName } from "./letter.ts";

export interface PasswordChanged {
  readonly firstName: string;
}

/** Tells a member that their account has another password now, in case it was not them. */
export function passwordChangedLetter({ firstName }: PasswordChanged, head: Letterhead): Letter {
  const link = new URL("/forgot-password", head.appOrigin);
  return {
    subject: `Your ${siteName(head)} password was changed`,
    firstName,
    opening: `Your ${siteName(head)} account has a new password. ` +
      "Everyone signed in elsewhere has to sign in again.",
    action: { label: "If it was not you, choose another one", link: link.href },
    closing: [
      "If that was you, there is nothing to do.",
      `If it was not you, someone can read your mail or knew your password: write to ` +
      `${head.supportEmail} as well.`,
    ],
    because: "the password of the account with this address was changed",
  };
}
