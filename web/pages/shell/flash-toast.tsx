import type { Toast } from "../../toasts/toast.ts";

/** The toast as it shows without script; with script the toaster takes its place. */
export function FlashToast({ toast }: { readonly toast: Toast }) {
  return (
    <div id="flash" className="toast-viewport" data-toast={JSON.stringify(toast)}>
      <div className={`toast toast-${toast.variant ?? "default"}`} role="status">
        <div className="toast-text">
          <p className="toast-title">{toast.title}</p>
          {toast.description && <p className="toast-description">{toast.description}</p>}
        </div>
      </div>
    </div>
  );
}
