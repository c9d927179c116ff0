/**
 * Links to pages that ask before something is deleted: with script, buttons that ask in a dialog.
 *
 * @module
 */
import { toastNotLoaded } from "../../toasts/toasts.ts";

const load = () => import("../../islands/own-profile/ask-to-delete.tsx");

/** Signs that somebody is about to press: the dialog comes with React, which takes a moment. */
const signs = ["pointerenter", "touchstart", "focus"] as const;

export function startDeleteLinks(root: HTMLElement): void {
  for (const link of root.querySelectorAll<HTMLElement>("[data-deletes]")) {
    link.role = "button";
    link.ariaHasPopup = "dialog";
    for (const sign of signs) {
      link.addEventListener(sign, () => {
        load().catch(() => {
          // Pressing it will tell.
        });
      }, { passive: true });
    }
    link.addEventListener("click", (event) => {
      event.preventDefault();
      ask(link);
    });
    link.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      ask(link);
    });
  }
}

function ask(link: HTMLElement): void {
  if (link.hasAttribute("aria-busy")) return;
  // Shows at once that it was pressed.
  link.setAttribute("aria-busy", "true");
  load()
    .then(
      ({ askToDelete }) => askToDelete(link.dataset.deletes === "account" ? "account" : "profile"),
      toastNotLoaded,
    )
    .finally(() => link.removeAttribute("aria-busy"));
}
