/** What is said about passwords and sessions, with script and without. */
import type { Toast } from "../hydration/store.ts";

export const confirmWords = {
  question: "Please confirm that it is you",
  meaning: "Enter your password to go on. You will not be asked again for ten minutes.",
  action: "Confirm",
} as const;

export const passwordChanged: Toast = {
  title: "Password changed",
  description: "You have been signed out everywhere else",
};

export const sessionEnded: Toast = { title: "Signed out there" };

export const otherSessionsEnded: Toast = { title: "Signed out everywhere else" };
