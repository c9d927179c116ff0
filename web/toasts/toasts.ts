/**
 * Short messages over the page. Callers need no React; the toaster loads when the first toast shows.
 *
 * @module
 */
import { messageOf } from "../hydration/calls.ts";
import { showPlainToast } from "./plain-toast.ts";
import type { Toast } from "./toast.ts";

const queueKey = "toasts";
let isShown = false;

/** Shows a toast now, in place of the one before. */
export function toast(message: Toast): void {
  isShown = true;
  import("./toaster.tsx").then(
    ({ showToast }) => showToast(message),
    // Without a connection the toaster cannot come; what it has to say may be just that.
    () => showPlainToast(message),
  );
}

/** Takes the toast away, whatever it says. */
export function dismissToast(): void {
  if (isShown) void import("./toaster.tsx").then(({ showToast }) => showToast(undefined));
}

/** Failure toast: what could not be done, and why, in the words of `messageOf`. */
export function toastFailure(title: string, error: unknown, otherwise: string): void {
  toast({ variant: "destructive", title, description: messageOf(error, otherwise) });
}

/** Says that what was to open over the page did not come. */
export function toastNotLoaded(): void {
  toast({
    variant: "destructive",
    title: "This page couldn't be opened",
    description: "Check your connection and try again.",
  });
}

/** Keeps a toast for the next page of this tab, where it shows once. */
export function toastAfterNavigation(message: Toast): void {
  try {
    sessionStorage.setItem(queueKey, JSON.stringify(message));
  } catch {
    // Storage may be turned off; what the toast tells of has happened all the same.
  }
}

/** The toast that an earlier page kept for this one, taken out of the queue. */
export function takeQueuedToast(): Toast | undefined {
  try {
    const kept = sessionStorage.getItem(queueKey);
    if (kept === null) return undefined;
    sessionStorage.removeItem(queueKey);
    return JSON.parse(kept) as Toast;
  } catch {
    return undefined;
  }
}
