/**
 * Links to pages that ask before something is deleted: with script, buttons that ask in a dialog.
 *
 * @module
 */
import { toastNotLoaded } from "../../toasts/toasts.ts";
import { afterPaint } from "../after-paint.ts";

const load = () => import("../../islands/own-profile/ask-to-delete.tsx");

export function startDeleteLinks(root: HTMLElement): void {
  for (const link of root.querySelectorAll<HTMLElement>("[data-deletes]")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-haspopup", "dialog");
    // A finger comes with the press itself, and what loads would stand in its way.
    link.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType === "mouse") preload();
    });
    link.addEventListener("focus", () => {
      if (link.matches(":focus-visible")) preload();
    });
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

/** The question comes with React, which takes a moment. */
function preload(): void {
  load().catch(() => {
    // Pressing it will tell.
  });
}

function ask(link: HTMLElement): void {
  if (link.hasAttribute("aria-busy")) return;
  // That it was pressed shows first.
  link.setAttribute("aria-busy", "true");
  afterPaint().then(load)
    .then(
      ({ askToDelete }) => askToDelete(link.dataset.deletes === "account" ? "account" : "profile"),
      toastNotLoaded,
    )
    .finally(() => link.removeAttribute("aria-busy"));
}
