import type { Toast } from "./toast.ts";

/** A toast contained in the page, which script shows once the page is loaded. */
export function ToastOnArrival({ toast }: { readonly toast: Toast }) {
  return <div hidden data-toast={JSON.stringify(toast)} />;
}
