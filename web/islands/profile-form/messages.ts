/** Toasts that a page shows after one of the profile's forms, with script or without. */
import type { Toast } from "../../toasts/toast.ts";

export const profileCreated: Toast = {
  title: "Profile created!",
  description: "Thank you for joining! Please share this directory with as many alumni as " +
    "possible, so that every cadet can find a mentor.",
  durationMs: 8000,
};

export const profileUpdated: Toast = {
  title: "Profile updated",
  description: "Your changes have been saved",
};

export const accountUpdated: Toast = {
  title: "Account information updated",
  description: "Your account details have been saved",
};

/** When the form is sent after the session ended. */
export const sessionEnded =
  "Your session has ended. Sign in again. This tab remembers what you typed.";

/** When something else was saved since the form was opened. */
export const profileChangedElsewhere =
  "Your profile was changed somewhere else. Nothing is saved yet. Check it, then save again.";

export const accountChangedElsewhere =
  "Your account was changed somewhere else. Nothing is saved yet. Check it, then save again.";
