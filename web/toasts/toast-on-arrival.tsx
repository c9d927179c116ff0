import type { Toast } from "./toast.ts";

/** A toast that the page itself brings: script shows it once the page is there. */
export function ToastOnArrival({ toast }: { readonly toast: Toast }) {
  return <div hidden data-toast={JSON.stringify(toast)} />;
}
