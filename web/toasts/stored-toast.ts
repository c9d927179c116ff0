import { takeQueuedToast, toast } from "./toasts.ts";

/** Shows the toast that the previous page left, in the tab or through the server. Loaded only where there is one. */
export function showStored(flash: HTMLElement | null): void {
  const stored = takeQueuedToast() ?? JSON.parse(flash?.dataset.toast ?? "null");
  flash?.remove();
  if (stored) toast(stored);
}
