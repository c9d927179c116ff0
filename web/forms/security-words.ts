/** What is said about passwords and sessions, with script and without. */
import type { Toast } from "../toasts/toast.ts";

export const confirmWords = {
  question: "Confirm it's you",
  meaning: "Enter your password to continue. We won't ask again for 10 minutes.",
  action: "Confirm",
} as const;

export const passwordChanged: Toast = {
  title: "Password changed",
  description: "You've been signed out everywhere else",
};

export const noticesOn: Toast = { title: "Emails to staff turned on" };
export const noticesOff: Toast = { title: "Emails to staff turned off" };

export const sessionEnded: Toast = { title: "Signed out of that browser" };

export const otherSessionsEnded: Toast = { title: "Signed out everywhere else" };
