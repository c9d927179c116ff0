import { type Letter, siteName } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

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
      "We signed you out on all other devices.",
    action: { label: "Choose another password", link: link.href },
    closing: [
      "If you changed it, you don't need to do anything.",
      "If you didn't, choose another password now. Someone may know your password or read your " +
      `email, so please write to ${head.supportEmail}, too.`,
    ],
    because: "the password of your account was changed",
  };
}
