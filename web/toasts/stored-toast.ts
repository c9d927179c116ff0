import { takeQueuedToast, toast } from "./toasts.ts";

/**
 * Shows the toast that the previous page stored in the tab, or that this page contains. Loaded only
 * if there is one.
 */
export function showStored(arrived: HTMLElement | null): void {
  const stored = takeQueuedToast() ?? JSON.parse(arrived?.dataset.toast ?? "null");
  arrived?.remove();
  if (stored) toast(stored);
}
