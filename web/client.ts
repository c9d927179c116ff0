/**
 * Browser entry. Small, since every page pays for it before anything happens: React comes with the
 * first island that needs it.
 *
 * @module
 */
import "./styles/index.css";
import { startThemeToggle } from "./theme.ts";

/** Styles that overlays add while they are open need the page's nonce (read by `get-nonce`). */
declare global {
  var __webpack_nonce__: string | undefined;
}
globalThis.__webpack_nonce__ = document.querySelector<HTMLElement>("script[nonce]")?.nonce;

startThemeToggle();

for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
  if (island.dataset.start === "interaction") onInteraction(island, () => start(island));
  else start(island);
}

if (sessionStorage.getItem("toasts") !== null) {
  void import("./islands/toasts.ts").then(({ takeQueuedToast, toast }) => {
    const kept = takeQueuedToast();
    if (kept) toast(kept);
  });
}

function start(island: HTMLElement): void {
  void import("./islands/hydrate.tsx").then(({ hydrate }) => hydrate(island));
}

function onInteraction(island: HTMLElement, begin: () => void): void {
  const signs = ["pointerover", "touchstart", "focusin"] as const;
  const handle = () => {
    for (const sign of signs) island.removeEventListener(sign, handle);
    begin();
  };
  for (const sign of signs) island.addEventListener(sign, handle, { passive: true });
  // Someone may have been quicker than this script.
  if (island.matches(":focus-within, :hover")) handle();
}
