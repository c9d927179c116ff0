import { type Letter, siteName } from "./letter.ts";
import type { Letterhead } from "./letterhead.ts";

export interface ResetPassword {
  readonly firstName: string;
  readonly token: string;
}

/** The way back in for someone who forgot their password. */
export function resetPasswordLetter(
  { firstName, token }: ResetPassword,
  head: Letterhead,
): Letter {
  return {
    subject: `Reset your ${siteName(head)} password`,
    firstName,
    opening: "Someone, probably you, asked to reset the password of your " +
      `${siteName(head)} account.`,
    action: { label: "Choose a new password", link: resetPasswordLink(head.appOrigin, token) },
    closing: [
      "The link works once, for one hour.",
      "If you didn't ask for this, you don't need to do anything. Your password stays as it is, " +
      "and only you have this link.",
    ],
    because: "someone asked to reset the password of your account",
  };
}

export function resetPasswordLink(appOrigin: string, token: string): string {
  const link = new URL("/reset-password", appOrigin);
  link.searchParams.set("token", token);
  return link.href;
}
