/** Texts of toasts and forms, the same with and without script. */
import { confirmedForMinutes } from "../../api/contract/limits.ts";
import type { Toast } from "./toast.ts";

/* @__NO_SIDE_EFFECTS__ */
const toast = (title: string, description?: string): Toast => ({ title, description });

export const welcomeBack = toast("Welcome back!");
export const developmentCode = (code: string) =>
  toast(
    "Development mode",
    `Without a mail server, emails are saved in the outbox folder. The code: ${code}`,
  );
/** For people whose address someone may have registered before them. */
export const passwordRemoved = toast(
  "You're signed in, and your email address is confirmed",
  "We removed the password that was set before. You can choose a new one under Signing In.",
);
/** For people who open the page for a new password while signed in. */
export const signedInAlready = toast(
  "You are signed in",
  "To choose a new password, log out first. Then open the link in your email again.",
);
/** For people whose form arrived after their session had ended. */
export const sessionOver = toast(
  "Your session has ended",
  "Nothing was changed. Log in to continue where you were.",
);
/** For people whose form arrived after someone else had signed in. */
export const otherSignedIn = toast(
  "Your session has ended",
  "Nothing was changed. Someone else has signed in on this browser.",
);
export const roleSelected = toast("Role selected", "You can now create your profile");
export const accountCreated = (programName: string) =>
  toast("Account created!", `Welcome to ${programName} Army ROTC Alumni Connect!`);
export const accountUpdated = toast(
  "Account information updated",
  "Your account details have been saved",
);
export const accountChangedElsewhere =
  "Your account was changed somewhere else. Nothing is saved yet. Check it, then save again.";

export const confirmWords = {
  question: "Confirm it's you",
  meaning:
    `Enter your password to continue. We won't ask again for ${confirmedForMinutes} minutes.`,
  action: "Confirm",
  meaningOfCode:
    `Enter the code that we emailed you. We won't ask again for ${confirmedForMinutes} minutes.`,
  /** For staff who must give a second proof. */
  second: {
    password: "Staff pages also need your password.",
    code: "Besides your password, staff pages need a code. We'll email it to you.",
  },
  secondCodeMailed: "Enter the code that we emailed you.",
  askForFirst: "Email me a code",
  askForCode: "Email me a code instead",
  askForAnother: "Email me another code",
} as const;
export const addressCodeSent = toast("Code sent", "Enter it to confirm the address");
export const addressConfirmed = toast("Address confirmed");
export const addressDropped = toast("Your addresses stay as they are");
export const addressSwapped = toast("Main address changed");
export const addressRemoved = toast("Second address removed");
export const passwordChanged = toast("Password changed", "You've been signed out everywhere else");
/** Shown after using the operator's link. */
export const passwordSetByLink = toast("Password set", "You're signed in");
export const passwordAdded = toast("Password set", "You've been signed out everywhere else");
export const mailsOn = toast("Emails a few times a year turned on");
export const mailsOff = toast("Emails a few times a year turned off");
export const noticesOn = toast("Emails to staff turned on");
export const noticesOff = toast("Emails to staff turned off");
export const sessionEnded = toast("Signed out of that browser");
export const otherSessionsEnded = toast("Signed out everywhere else");

export const profileCreated: Toast = {
  title: "Profile created!",
  description: "Thank you for joining! Please share this directory with as many alumni as " +
    "possible, so that every cadet can find a mentor.",
  durationMs: 8000,
};
export const profileUpdated = toast("Profile updated", "Your changes have been saved");
export const profileChangedElsewhere =
  "Your profile was changed somewhere else. Nothing is saved yet. Check it, then save again.";

export const pictureSaved = toast("Profile picture updated", "Your profile picture has been saved");
export const pictureRemoved = toast("Profile picture removed", "Others see your initials instead");
export const uploadFailed = "Upload failed";
