/** Toasts that a page shows after one of the account forms, with script or without. */
import type { Toast } from "../store.ts";

export const welcomeBack: Toast = { title: "Welcome back!" };

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
