import { takeQueuedToast, toast } from "./toasts.ts";

/** Shows the toast that the previous page left in the tab, or that the page has. Loaded only where there is one. */
export function showStored(arrived: HTMLElement | null): void {
  const stored = takeQueuedToast() ?? JSON.parse(arrived?.dataset.toast ?? "null");
  arrived?.remove();
  if (stored) toast(stored);
}
