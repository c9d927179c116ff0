import { messageOf } from "../hydration/calls.ts";
import { showPlainToast } from "./plain-toast.ts";
import type { Toast } from "./toast.ts";

/** Short messages over the page. Callers need no React; the toaster loads when the first toast shows. */

const queueKey = "toasts";
let isShown = false;

/** Shows a toast now, in place of the previous one. */
export function toast(message: Toast): void {
  isShown = true;
  import("./toaster.tsx").then(
    ({ showToast }) => showToast(message),
    // Without a connection the toaster can't load, and the toast may be about just that.
    () => showPlainToast(message),
  );
}

export function dismissToast(): void {
  if (isShown) void import("./toaster.tsx").then(({ showToast }) => showToast(undefined));
}

/** Shows what could not be done, and why, as in `messageOf`. */
export function toastFailure(title: string, error: unknown, otherwise: string): void {
  toast({ variant: "destructive", title, description: messageOf(error, otherwise) });
}

export function toastNotLoaded(): void {
  toast({
    variant: "destructive",
    title: "This page couldn't be opened",
    description: "Check your connection and try again.",
  });
}

/** Stores a toast for the next page of this tab, which shows it once. */
export function toastAfterNavigation(message: Toast): void {
  try {
    sessionStorage.setItem(queueKey, JSON.stringify(message));
  } catch {
    // Storage may be turned off; the action itself has succeeded.
  }
}

/** Takes the toast that an earlier page stored for this one out of the queue. */
export function takeQueuedToast(): Toast | undefined {
  try {
    const stored = sessionStorage.getItem(queueKey);
    if (stored === null) return undefined;
    sessionStorage.removeItem(queueKey);
    return JSON.parse(stored) as Toast;
  } catch {
    return undefined;
  }
}
