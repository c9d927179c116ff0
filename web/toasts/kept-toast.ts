import { takeQueuedToast, toast } from "./toasts.ts";

/** Shows the toast that the previous page left, in the tab or through the server. */
export function showKept(flash: HTMLElement | null): void {
  const kept = takeQueuedToast() ?? JSON.parse(flash?.dataset.toast ?? "null");
  flash?.remove();
  if (kept) toast(kept);
}
