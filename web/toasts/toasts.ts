import { atomWithStorage, RESET } from "jotai/vanilla/utils";
import { messageOf } from "../hydration/calls.ts";
import { inThisTab, readStored, store } from "../hydration/storage.ts";
import type { Toast } from "./toast.ts";

/**
 * Short messages over the page. Callers don't need React: the toaster loads when the first toast is
 * shown.
 */

/** The toast for the next page of this tab. */
const nextToastAtom = atomWithStorage<Toast | undefined>("toasts", undefined, inThisTab());
let isShown = false;

/** Shows a toast now, instead of the previous one. */
export function toast(message: Toast): void {
  isShown = true;
  import("./toaster.tsx").then(
    ({ showToast }) => showToast(message),
    // Without a connection the toaster can't load, and the toast may be about that.
    () => showPlainToast(message),
  );
}

export function dismissToast(): void {
  if (isShown) void import("./toaster.tsx").then(({ showToast }) => showToast(undefined));
}

/** Shows what failed, and why, as in `messageOf`. */
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
  store.set(nextToastAtom, message);
}

/** Takes the toast out of the queue that an earlier page stored for this one. */
export function takeQueuedToast(): Toast | undefined {
  const queued = readStored(nextToastAtom);
  store.set(nextToastAtom, RESET);
  return queued;
}

const defaultMs = 5000;

/** Shows a toast without the toaster. It looks the same, and disappears by itself. */
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
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  return node;
}
