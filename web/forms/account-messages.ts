/** Toasts that a page shows after one of the account forms, with script or without. */
import type { Toast } from "../toasts/toast.ts";

export const welcomeBack: Toast = { title: "Welcome back!" };

/** For people who open the page for a new password while signed in. */
export const signedInAlready: Toast = {
  title: "You are signed in",
  description: "To choose a new password, log out first. Then open the link in your email again.",
};

export const roleSelected: Toast = {
  title: "Role selected",
  description: "You can now create your profile",
};

export function accountCreated(programName: string): Toast {
  return {
    title: "Account created!",
    description: `Welcome to ${programName} Army ROTC Alumni Connect!`,
  };
}
