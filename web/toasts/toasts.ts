import { messageOf } from "../hydration/calls.ts";
import { tryStorage } from "../hydration/storage.ts";
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
  tryStorage(() => sessionStorage.setItem(queueKey, JSON.stringify(message)));
}

/** Takes the toast that an earlier page stored for this one out of the queue. */
export function takeQueuedToast(): Toast | undefined {
  return tryStorage(() => {
    const stored = sessionStorage.getItem(queueKey);
    sessionStorage.removeItem(queueKey);
    return stored === null ? undefined : JSON.parse(stored) as Toast;
  });
}

const defaultMs = 5000;

/** Shows a toast without the toaster: it looks the same, and disappears by itself. */
function showPlainToast({ title, description, variant, durationMs }: Toast): void {
  document.querySelector("[data-plain-toast]")?.remove();
  const viewport = element("div", "toast-viewport");
  viewport.dataset.plainToast = "";
  const toast = element("div", `toast toast-${variant ?? "default"}`);
  const text = element("div", "toast-text");
  text.append(element("p", "toast-title", title));
  if (description !== undefined) text.append(element("p", "toast-description", description));
  toast.setAttribute("role", "alert");
  toast.append(text);
  viewport.append(toast);
  document.body.append(viewport);
  setTimeout(() => viewport.remove(), durationMs ?? defaultMs);
}

function element(name: "div" | "p", className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
