import type { Toast } from "./toast.ts";

const defaultMs = 5000;

/** Shows a toast without the toaster: it looks the same, and disappears by itself. */
export function showPlainToast({ title, description, variant, durationMs }: Toast): void {
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
